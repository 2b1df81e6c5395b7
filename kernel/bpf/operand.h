/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kernel/bpf/operand.h: carries out a plan (struct tctl_kernel_op) of a system
 * call: each operation appends to the payload. The daemon has made the sizes
 * such that all of them fit into what plan->most reserves.
 */
#ifndef KERNEL_BPF_OPERAND_H
#define KERNEL_BPF_OPERAND_H

#include "kernel/bpf/record.h"

struct operands {
	const uint64_t *args; /* [8] */
	int64_t result;
};

static __always_inline void operand_value(struct record *record, uint64_t value,
					  uint32_t size)
{
	void *place = record_at(record);

	if (size == 8)
		*(uint64_t *)place = value;
	else if (size == 4)
		*(uint32_t *)place = value;
	else if (size == 2)
		*(uint16_t *)place = value;
	else
		*(uint8_t *)place = value;
	record->pos += size;
}

/* Returns 0 when it could not be read. */
static __always_inline int operand_string(struct record *record, uint64_t from,
					  uint32_t size)
{
	void *place = record_at(record);
	long got;

	got = bpf_probe_read_user_str(place, size & RECORD_PIECE,
				      (const void *)from);
	if (got <= 0) {
		*(char *)place = 0;
		record->pos++;
		return 0;
	}
	record->pos += got;
	return 1;
}

static __always_inline void operands_write(struct record *record,
					   struct tctl_kernel_plan *plan,
					   struct operands *from)
{
	uint32_t i, nr = plan->nr_ops;

	for (i = 0; i < TCTL_KERNEL_MAX_OPS; i++) {
		const struct tctl_kernel_op *op = &plan->ops[i];
		uint32_t kind = op->op & 0x3f;
		uint64_t value = from->args[op->arg & 7];

		if (i >= nr)
			break;
		if (kind == TCTL_KERNEL_OP_VALUE)
			operand_value(record, value, op->size);
		else if (kind == TCTL_KERNEL_OP_RESULT)
			operand_value(record, from->result, 8);
		else if (kind == TCTL_KERNEL_OP_STRING)
			record->cut |=
				!operand_string(record, value, op->size);
		else if (kind == TCTL_KERNEL_OP_AGAIN)
			operand_value(record, 0, 1);
	}
}

#endif
