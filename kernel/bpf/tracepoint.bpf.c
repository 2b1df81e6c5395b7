// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernel/bpf/tracepoint.bpf.c: any tracepoint: what is recorded of it, the plan
 * says whose number the link's cookie is. The fields are copied out of the
 * kernel's own record of the event, as its format describes it.
 */
#include "kernel/bpf/record.h"

#define LOC_OFFSET(loc)	((loc) & 0xffffu)
#define LOC_SIZE(loc)	((loc) >> 16)

static __always_inline void field_copy(struct record *record, const void *from,
				       uint32_t size)
{
	bpf_probe_read_kernel(record_at(record), size & RECORD_PIECE, from);
	record->pos += size;
}

static __always_inline void field_string(struct record *record,
					 const void *from, uint32_t size,
					 uint32_t most)
{
	if (size > most + 1)
		record->cut = 1;
	if (size > most + 1 || !size)
		size = most + 1;
	record_kernel_string(record, from, size & RECORD_PIECE);
}

static __always_inline void field_array(struct record *record, const void *from,
					uint32_t size,
					const struct tctl_kernel_op *op)
{
	uint32_t log2 = op->log2 & 3;

	if (size > op->size) {
		size = op->size;
		record->cut = 1;
	}
	*(uint32_t *)record_at(record) = size >> log2;
	record->pos += sizeof(uint32_t);
	field_copy(record, from, size >> log2 << log2);
}

static __always_inline void field_loc(struct record *record, const void *raw,
				      const struct tctl_kernel_op *op)
{
	uint32_t loc = 0, offset;

	bpf_probe_read_kernel(&loc, sizeof(loc), raw + op->offset);
	offset = LOC_OFFSET(loc);
	if (op->op & TCTL_KERNEL_OP_RELATIVE)
		offset += op->offset + sizeof(loc);
	if ((op->op & 0x3f) == TCTL_KERNEL_OP_LOC_STRING)
		field_string(record, raw + offset, LOC_SIZE(loc), op->size);
	else
		field_array(record, raw + offset, LOC_SIZE(loc), op);
}

static __always_inline void fields_write(struct record *record,
					 struct tctl_kernel_plan *plan,
					 const void *raw)
{
	uint32_t i, nr = plan->nr_ops;

	for (i = 0; i < TCTL_KERNEL_MAX_OPS && i < nr; i++) {
		const struct tctl_kernel_op *op = &plan->ops[i];
		uint32_t kind = op->op & 0x3f;

		record_forget(record, plan);
		if (kind == TCTL_KERNEL_OP_FIELD)
			field_copy(record, raw + op->offset, op->size);
		else if (kind == TCTL_KERNEL_OP_CHARS)
			field_string(record, raw + op->offset, op->size,
				     op->size);
		else
			field_loc(record, raw, op);
	}
}

SEC("tracepoint")
int tracepoint_record(void *raw)
{
	uint32_t number = bpf_get_attach_cookie(raw);
	struct tctl_kernel_plan *plan =
		bpf_map_lookup_elem(&tracepoint_plans, &number);
	struct record record;

	if (!plan || !*(volatile uint8_t *)&plan->enabled ||
	    !filter_passes(bpf_get_current_task_btf()) ||
	    record_begin(&record, plan->id, plan->most))
		return 0;
	fields_write(&record, plan, raw);
	record_end_at(&record);
	return 0;
}
