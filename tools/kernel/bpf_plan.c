// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tools/kernel/bpf_plan.c: makes a plan fit into a channel's records. What the
 * programs reserve is the sum of the most that each operation can write, so
 * they never have to look whether there is room.
 */
#include <errno.h>

#include "tools/kernel/bpf_channel.h"

#define KIND(op) \
	((op)->op & ~(TCTL_KERNEL_OP_SUCCESS | TCTL_KERNEL_OP_RELATIVE))

/* Bytes that an operation always writes. */
static uint32_t op_fixed(const struct tctl_kernel_op *op)
{
	switch (KIND(op)) {
	case TCTL_KERNEL_OP_RESULT:
		return 8;
	case TCTL_KERNEL_OP_STRING:
	case TCTL_KERNEL_OP_AGAIN:
	case TCTL_KERNEL_OP_STRINGS:
	case TCTL_KERNEL_OP_LOC_STRING:
	case TCTL_KERNEL_OP_CHARS:
		return 1;
	case TCTL_KERNEL_OP_BUFFER:
	case TCTL_KERNEL_OP_LOC_ARRAY:
		return 4;
	case TCTL_KERNEL_OP_ADDRESS:
		return 2 + 2 + 4 + 16 + 1;
	}
	return op->size;
}

/* Whether it may write `size` more, or fewer. */
static int op_varies(const struct tctl_kernel_op *op)
{
	switch (KIND(op)) {
	case TCTL_KERNEL_OP_VALUE:
	case TCTL_KERNEL_OP_RESULT:
	case TCTL_KERNEL_OP_BYTES:
	case TCTL_KERNEL_OP_FIELD:
		return 0;
	}
	return 1;
}

/* The same for all that are too long: the highest size with which all fit. */
static uint32_t size_that_fits(const struct tctl_kernel_plan *plan,
			       uint32_t room)
{
	uint32_t low = 0, high = TCTL_BPF_MAX_PIECE, size, sum, i;

	while (low < high) {
		size = (low + high + 1) / 2;
		for (sum = 0, i = 0; i < plan->nr_ops; i++)
			if (op_varies(&plan->ops[i]))
				sum += plan->ops[i].size < size
					       ? plan->ops[i].size
					       : size;
		if (sum <= room)
			low = size;
		else
			high = size - 1;
	}
	return low;
}

int tctl_bpf_plan_fit(struct tctl_kernel_plan *plan, uint32_t room)
{
	uint32_t fixed = 0, most = 0, varies = 0, size, i;

	for (i = 0; i < plan->nr_ops; i++) {
		struct tctl_kernel_op *op = &plan->ops[i];

		if (KIND(op) == TCTL_KERNEL_OP_ADDRESS)
			op->size = TCTL_BPF_UNIX_PATH;
		fixed += op_fixed(op);
		varies |= op_varies(op);
	}
	if (varies)
		fixed += TCTL_KERNEL_HOLE;
	if (fixed > room)
		return -EMSGSIZE;
	size = size_that_fits(plan, room - fixed);
	for (i = 0; i < plan->nr_ops; i++) {
		struct tctl_kernel_op *op = &plan->ops[i];

		if (!op_varies(op))
			continue;
		if (op->size > size)
			op->size = size;
		most += op->size;
	}
	plan->most = fixed + most;
	return 0;
}

void tctl_bpf_plan_put(struct tctl_kernel_plan *to,
		       const struct tctl_kernel_plan *plan)
{
	*to = *plan;
	__atomic_store_n(&to->enabled, 1, __ATOMIC_RELEASE);
}
