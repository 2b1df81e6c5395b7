/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kernel/bpf/regs.h: the machine's part: where a system call's number and
 * arguments are. x86-64, the one machine that configure builds these programs
 * for.
 */
#ifndef KERNEL_BPF_REGS_H
#define KERNEL_BPF_REGS_H

#include "kernel/bpf/types.h"

#define TS_COMPAT 2 /* thread_info.status: in a 32-bit system call */

static __always_inline int regs_is_compat(struct task_struct *task)
{
	return task->thread_info.status & TS_COMPAT;
}

static __always_inline long regs_number(struct pt_regs *regs)
{
	return regs->orig_ax;
}

static __always_inline void regs_args(struct pt_regs *regs, int compat,
				      uint64_t *ret_args)
{
	if (compat) {
		ret_args[0] = (uint32_t)regs->bx;
		ret_args[1] = (uint32_t)regs->cx;
		ret_args[2] = (uint32_t)regs->dx;
		ret_args[3] = (uint32_t)regs->si;
		ret_args[4] = (uint32_t)regs->di;
		ret_args[5] = (uint32_t)regs->bp;
	} else {
		ret_args[0] = regs->di;
		ret_args[1] = regs->si;
		ret_args[2] = regs->dx;
		ret_args[3] = regs->r10;
		ret_args[4] = regs->r8;
		ret_args[5] = regs->r9;
	}
}

#endif
