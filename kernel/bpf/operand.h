/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kernel/bpf/operand.h: carries out a plan (struct tctl_kernel_op) of a system
 * call: each operation appends to the payload. The daemon has made the sizes
 * such that all of them fit into what plan->most reserves.
 *
 * User memory that is not there now can't be read here. An entry says so by the
 * cut bit, and notes which strings: when the call returns they are there.
 */
#ifndef KERNEL_BPF_OPERAND_H
#define KERNEL_BPF_OPERAND_H

#include "kernel/bpf/record.h"

struct operands {
	uint64_t args[8]; /* 6, and what an index of 3 bits can reach */
	int64_t result;
	uint32_t compat;
	uint32_t unread; /* bits: strings of args that could not be read;
			    at exit: of the entry */
};

/*
 * kernel/bpf/operand.bpf.c: what is behind a pointer: writes at pos and returns
 * where it ended, with OPERAND_CUT. Checked by itself, once, so it asks for the
 * CPU's ring again.
 */
#define OPERAND_CUT (1ull << 63)
uint64_t operand_pointer(uint64_t pos, const struct tctl_kernel_op *op,
			 struct operands *from);

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

static __always_inline void operands_write(struct record *record,
					   struct tctl_kernel_plan *plan,
					   struct operands *from)
{
	uint32_t i, nr = plan->nr_ops;
	uint64_t end;

	for (i = 0; i < CALL_MAX_OPS && i < nr; i++) {
		const struct tctl_kernel_op *op = &plan->ops[i];
		uint32_t kind = op->op & 0x3f;

		record_forget(record, plan);
		if (kind == TCTL_KERNEL_OP_VALUE) {
			operand_value(record, from->args[op->arg & 7],
				      op->size);
		} else if (kind == TCTL_KERNEL_OP_RESULT) {
			operand_value(record, from->result, 8);
		} else {
			end = operand_pointer(record->pos, op, from);
			record->cut |= end >> 63;
			record->pos = end & ~OPERAND_CUT;
		}
	}
}

#endif
