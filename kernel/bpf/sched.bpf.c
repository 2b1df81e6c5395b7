// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernel/bpf/sched.bpf.c: the scheduler's events, and whom to follow.
 */
#include "kernel/bpf/record.h"

#define MAX_RT_PRIO	100

#define TASK_REPORT		0x7f
#define TASK_REPORT_IDLE	0x80
#define TASK_IDLE		0x402
#define TASK_UNINTERRUPTIBLE	0x002
#define TASK_RTLOCK_WAIT	0x1000
#define TASK_FROZEN		0x8000
#define EXIT_FILENAME		4096u

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

static __always_inline int32_t prio_of(struct task_struct *task)
{
	return task->prio - MAX_RT_PRIO;
}

SEC("tp_btf/sched_switch")
int BPF_PROG(sched_switch, bool preempt, struct task_struct *prev,
	     struct task_struct *next, unsigned int prev_state)
{
	struct tctl_kernel_payload_sched_switch *payload;
	struct record record;

	if (!filter_passes_either(prev, next) ||
	    record_begin(&record, record_id(sched_switch), sizeof(*payload)))
		return 0;
	payload = record_at(&record);
	PUT_COMM(payload, prev_comm, prev);
	PUT(payload, prev_tid, prev->pid);
	PUT(payload, prev_prio, prio_of(prev));
	PUT(payload, prev_state, preempt ? 0 : state_report(prev, prev_state));
	PUT_COMM(payload, next_comm, next);
	PUT(payload, next_tid, next->pid);
	PUT(payload, next_prio, prio_of(next));
	record_end(&record);
	return 0;
}
