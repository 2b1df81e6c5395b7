/* SPDX-License-Identifier: GPL-2.0-only */
/* kernel/bpf/task_state.h: what a task's state bits mean. */
#ifndef KERNEL_BPF_TASK_STATE_H
#define KERNEL_BPF_TASK_STATE_H

#include "kernel/bpf/types.h"

#define TASK_REPORT	     0x7f
#define TASK_REPORT_IDLE     0x80
#define TASK_IDLE	     0x402
#define TASK_UNINTERRUPTIBLE 0x002
#define TASK_DEAD	     0x80
#define TASK_NOLOAD	     0x400
#define TASK_RTLOCK_WAIT     0x1000
#define TASK_FROZEN	     0x8000

/* A task's state as the kernel's own event reports it: one bit, or 0. */
static __always_inline int64_t state_report(struct task_struct *task,
					    uint32_t state)
{
	uint32_t report = (state | task->exit_state) & TASK_REPORT;
	int bit;

	if ((state & TASK_IDLE) == TASK_IDLE)
		return TASK_REPORT_IDLE;
	if (state & (TASK_RTLOCK_WAIT | TASK_FROZEN))
		return TASK_UNINTERRUPTIBLE;
	if (report <= 2)
		return report;
	for (bit = 6; bit > 1; bit--)
		if (report & (1u << bit))
			return 1u << bit;
	return TASK_UNINTERRUPTIBLE;
}

#endif
