/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kernel/bpf/stack.h: the stacks of the current task, as an event's field: u32
 * count, then addresses, the innermost first.
 */
#ifndef KERNEL_BPF_STACK_H
#define KERNEL_BPF_STACK_H

#include "kernel/bpf/record.h"

static __always_inline void stack_write(struct record *record, void *ctx,
					uint64_t flags)
{
	void *place = record_at(record);
	long got = bpf_get_stack(ctx, place + sizeof(uint32_t),
				 constants.stack_size, flags);

	/* A kernel thread has no user stack. */
	if (got < 0)
		got = 0;
	*(uint32_t *)place = got / sizeof(uint64_t);
	record->pos += sizeof(uint32_t) + got;
}

#endif
