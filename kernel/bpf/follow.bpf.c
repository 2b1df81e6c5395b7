// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernel/bpf/follow.bpf.c: children of processes that are followed are followed
 * from before their first instruction; processes that are gone no longer.
 *
 * By process, not by task: a thread that executes another program becomes
 * another task of the same process.
 */
#include "kernel/bpf/filter.h"

SEC("tp_btf/sched_process_fork")
int BPF_PROG(follow_fork, struct task_struct *parent, struct task_struct *child)
{
	uint32_t tgid = child->tgid;
	uint8_t yes = 1;

	if (tgid != (uint32_t)parent->tgid && filter_follows(parent) &&
	    bpf_map_update_elem(&followed, &tgid, &yes, BPF_ANY))
		__sync_fetch_and_add(&counts.lost, 1);
	return 0;
}

SEC("tp_btf/sched_process_free")
int BPF_PROG(follow_free, struct task_struct *task)
{
	uint32_t tgid = task->tgid;

	if (tgid == (uint32_t)task->pid)
		bpf_map_delete_elem(&followed, &tgid);
	return 0;
}
