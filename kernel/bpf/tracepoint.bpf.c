// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernel/bpf/tracepoint.bpf.c: any tracepoint: what is recorded of it, the plan
 * says whose number the link's cookie is. The fields are copied out of the
 * kernel's own record of the event, as its format describes it.
 */
#include "kernel/bpf/record.h"

#define LOC_OFFSET(loc) ((loc)&0xffffu)
#define LOC_SIZE(loc)	((loc) >> 16)
#define FIELD_CUT	(1ull << 63)

struct fields {
	uint64_t raw; /* address of the kernel's record */
};

static __always_inline uint64_t field_copy(void *ring, uint64_t pos,
					   uint64_t from, uint32_t size)
{
	long err = bpf_probe_read_kernel(
		ring_place(ring, pos), size & RECORD_PIECE, (const void *)from);

	pos += size;
	return err ? pos | FIELD_CUT : pos;
}

/* size: of the field; most: what the plan has room for, and a NUL. */
static __always_inline uint64_t field_string(void *ring, uint64_t pos,
					     uint64_t from, uint32_t size,
					     uint32_t most)
{
	void *place = ring_place(ring, pos);
	uint64_t cut = 0;
	long got;

	if (size > most + 1)
		cut = FIELD_CUT;
	if (size > most + 1 || !size)
		size = most + 1;
	got = bpf_probe_read_kernel_str(place, size & RECORD_PIECE,
					(const void *)from);
	if (got > 0)
		return (pos + got) | cut;
	*(char *)place = 0;
	return (pos + 1) | FIELD_CUT;
}

static __always_inline uint64_t field_array(void *ring, uint64_t pos,
					    uint64_t from, uint32_t size,
					    const struct tctl_kernel_op *op)
{
	uint32_t log2 = op->log2 & 3;
	uint64_t cut = 0;

	if (size > op->size) {
		size = op->size;
		cut = FIELD_CUT;
	}
	*(uint32_t *)ring_place(ring, pos) = size >> log2;
	return field_copy(ring, pos + sizeof(uint32_t), from,
			  size >> log2 << log2) |
	       cut;
}

static __always_inline uint64_t field_loc(void *ring, uint64_t pos,
					  uint64_t raw,
					  const struct tctl_kernel_op *op)
{
	uint32_t loc = 0, offset;

	bpf_probe_read_kernel(&loc, sizeof(loc),
			      (const void *)(raw + op->offset));
	offset = LOC_OFFSET(loc);
	if (op->op & TCTL_KERNEL_OP_RELATIVE)
		offset += op->offset + sizeof(loc);
	if ((op->op & 0x3f) == TCTL_KERNEL_OP_LOC_STRING)
		return field_string(ring, pos, raw + offset, LOC_SIZE(loc),
				    op->size);
	return field_array(ring, pos, raw + offset, LOC_SIZE(loc), op);
}

/* Writes one operation at pos, returns where it ended, with FIELD_CUT. Checked
   by itself, once, so it asks for the CPU's ring again. */
__noinline uint64_t field_write(uint64_t pos, const struct tctl_kernel_op *op,
				struct fields *from)
{
	void *ring = ring_get();
	uint32_t kind;

	if (!ring || !op || !from)
		return pos;
	kind = op->op & 0x3f;
	if (kind == TCTL_KERNEL_OP_FIELD)
		return field_copy(ring, pos, from->raw + op->offset, op->size);
	if (kind == TCTL_KERNEL_OP_CHARS)
		return field_string(ring, pos, from->raw + op->offset,
				    op->size + 1u, op->size);
	return field_loc(ring, pos, from->raw, op);
}

static __always_inline void fields_write(struct record *record,
					 struct tctl_kernel_plan *plan,
					 struct fields *from)
{
	uint32_t i, nr = plan->nr_ops;
	uint64_t end;

	for (i = 0; i < TCTL_KERNEL_MAX_OPS && i < nr; i++) {
		record_forget(record, plan);
		end = field_write(record->pos, &plan->ops[i], from);
		record->cut |= end >> 63;
		record->pos = end & ~FIELD_CUT;
	}
}

SEC("tracepoint")
int tracepoint_record(void *raw)
{
	uint32_t number = bpf_get_attach_cookie(raw);
	struct tctl_kernel_plan *plan =
		bpf_map_lookup_elem(&tracepoint_plans, &number);
	struct fields from = {.raw = (uint64_t)raw};
	struct record record;

	if (!plan || !*(volatile uint8_t *)&plan->enabled ||
	    !filter_passes(bpf_get_current_task_btf()) ||
	    record_begin(&record, plan->id, plan->most))
		return 0;
	fields_write(&record, plan, &from);
	record_end_at(&record);
	return 0;
}
