// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernel/bpf/call.bpf.c: system calls. What is recorded of each, its plan
 * says.
 */
#include "kernel/bpf/operand.h"
#include "kernel/bpf/regs.h"

static __always_inline struct tctl_kernel_plan *
call_plan(int compat, uint64_t number, uint32_t exit)
{
	struct tctl_kernel_plan *plan;
	uint32_t index;

	if (number >= TCTL_KERNEL_CALLS)
		return NULL;
	index = (compat ? TCTL_KERNEL_COMPAT : 0) + number;
	index = TCTL_KERNEL_CALL_ENTRY(index) + exit;
	plan = bpf_map_lookup_elem(&call_plans, &index);
	return plan && *(volatile uint8_t *)&plan->enabled ? plan : NULL;
}

/* A string could not be read: what the exit has to know. */
static __always_inline void unread_note(struct task_struct *task, long number,
					uint32_t args)
{
	struct unread *unread = bpf_task_storage_get(
		&unread_strings, task, NULL, BPF_LOCAL_STORAGE_GET_F_CREATE);

	if (!unread)
		return;
	if (!unread->args)
		__sync_fetch_and_add(&counts.unread, 1);
	unread->args = args;
	unread->number = number;
	unread->mm = task->mm;
}

/* And what it learns. A program that was executed meanwhile has other memory.
 */
static __always_inline uint32_t unread_take(struct task_struct *task,
					    long number)
{
	struct unread *unread;
	uint32_t args;

	if (!*(volatile uint64_t *)&counts.unread)
		return 0;
	unread = bpf_task_storage_get(&unread_strings, task, NULL, 0);
	if (!unread || !unread->args)
		return 0;
	args = unread->number == number && unread->mm == task->mm ? unread->args
								  : 0;
	unread->args = 0;
	__sync_fetch_and_add(&counts.unread, -1);
	return args;
}

SEC("tp_btf/sys_enter")
int BPF_PROG(sys_enter, struct pt_regs *regs, long number)
{
	struct task_struct *task = bpf_get_current_task_btf();
	int compat = regs_is_compat(task);
	struct tctl_kernel_plan *plan = call_plan(compat, number, 0);
	struct operands from = {.compat = compat};
	struct record record;

	if (!plan || !filter_passes(task) ||
	    record_begin(&record, plan->id, plan->most))
		return 0;
	if (plan->nr_ops) {
		regs_args(regs, compat, from.args);
		operands_write(&record, plan, &from);
	}
	record_end_at(&record);
	if (from.unread)
		unread_note(task, number, from.unread);
	return 0;
}

SEC("tp_btf/sys_exit")
int BPF_PROG(sys_exit, struct pt_regs *regs, long result)
{
	struct task_struct *task = bpf_get_current_task_btf();
	int compat = regs_is_compat(task);
	long number = regs_number(regs);
	struct tctl_kernel_plan *plan = call_plan(compat, number, 1);
	struct operands from = {.compat = compat, .result = result};
	struct record record;

	if (!plan || !filter_passes(task) ||
	    record_begin(&record, plan->id, plan->most))
		return 0;
	from.unread = unread_take(task, number);
	regs_args(regs, compat, from.args);
	operands_write(&record, plan, &from);
	record_end_at(&record);
	return 0;
}
