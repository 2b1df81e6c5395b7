// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernel/bpf/call.bpf.c: system calls. What is recorded of each, its plan
 * says.
 */
#include "kernel/bpf/operand.h"
#include "kernel/bpf/regs.h"

static __always_inline struct tctl_kernel_plan *call_plan(int compat,
							  uint64_t number,
							  uint32_t exit)
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

SEC("tp_btf/sys_enter")
int BPF_PROG(sys_enter, struct pt_regs *regs, long number)
{
	struct task_struct *task = bpf_get_current_task_btf();
	int compat = regs_is_compat(task);
	struct tctl_kernel_plan *plan = call_plan(compat, number, 0);
	struct call_args args;
	struct operands from = { .args = args.args };
	struct record record;

	if (!plan || !filter_passes(task) ||
	    record_begin(&record, plan->id, plan->most))
		return 0;
	if (plan->nr_ops) {
		regs_args(regs, compat, &args);
		operands_write(&record, plan, &from);
	}
	record_end_at(&record);
	return 0;
}

SEC("tp_btf/sys_exit")
int BPF_PROG(sys_exit, struct pt_regs *regs, long result)
{
	struct task_struct *task = bpf_get_current_task_btf();
	int compat = regs_is_compat(task);
	struct tctl_kernel_plan *plan = call_plan(compat, regs_number(regs), 1);
	struct call_args args;
	struct operands from = { .args = args.args, .result = result };
	struct record record;

	if (!plan || !filter_passes(task) ||
	    record_begin(&record, plan->id, plan->most))
		return 0;
	regs_args(regs, compat, &args);
	operands_write(&record, plan, &from);
	record_end_at(&record);
	return 0;
}
