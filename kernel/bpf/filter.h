/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kernel/bpf/filter.h: whether a task's events are recorded
 * (struct tctl_kernel_filter).
 */
#ifndef KERNEL_BPF_FILTER_H
#define KERNEL_BPF_FILTER_H

#include "kernel/bpf/channel.h"

#define CGROUP_LEVELS 64

static __always_inline const struct tctl_kernel_filter *filter_get(void)
{
	uint32_t index = *(volatile uint32_t *)&settings.filter_index & 1;

	return &settings.filters[index];
}

static __always_inline int filter_comm(const struct tctl_kernel_filter *filter,
				       struct task_struct *task)
{
	const uint64_t *wanted = (const void *)filter->comm;
	const uint64_t *comm = (const void *)task->comm;

	return comm[0] == wanted[0] && comm[1] == wanted[1];
}

static __always_inline int filter_follows(struct task_struct *task)
{
	uint32_t tgid = task->tgid;

	return bpf_map_lookup_elem(&followed, &tgid) != NULL;
}

static __always_inline int
filter_cgroup(const struct tctl_kernel_filter *filter, struct task_struct *task)
{
	struct cgroup *cgroup = task->cgroups->dfl_cgrp;
	uint32_t level = filter->cgroup_level;
	struct kernfs_node *node;
	uint64_t id = 0;

	if (level == (uint32_t)cgroup->level)
		return cgroup->kn->id == filter->cgroup;
	if (level > (uint32_t)cgroup->level)
		return 0;
	if (bpf_core_field_exists(cgroup->ancestors)) {
		const char *place = (const char *)cgroup->ancestors;

		bpf_probe_read_kernel(&cgroup, sizeof(cgroup),
				      place + level * sizeof(cgroup));
		bpf_core_read(&node, sizeof(node), &cgroup->kn);
		bpf_core_read(&id, sizeof(id), &node->id);
	}
	return id == filter->cgroup;
}

static __always_inline int
filter_conditions(const struct tctl_kernel_filter *filter,
		  struct task_struct *task)
{
	uint32_t conditions = filter->conditions;

	if ((conditions & TCTL_KERNEL_FILTER_TASKS) && !filter_follows(task))
		return 0;
	if ((conditions & TCTL_KERNEL_FILTER_COMM) &&
	    !filter_comm(filter, task))
		return 0;
	if ((conditions & TCTL_KERNEL_FILTER_UID) &&
	    task->cred->uid.val != filter->uid)
		return 0;
	return !(conditions & TCTL_KERNEL_FILTER_CGROUP) ||
	       filter_cgroup(filter, task);
}

static __always_inline int filter_passes(struct task_struct *task)
{
	const struct tctl_kernel_filter *filter = filter_get();

	if (filter->without_tgid &&
	    filter->without_tgid == (uint32_t)task->tgid)
		return 0;
	return !filter->conditions || filter_conditions(filter, task);
}

static __always_inline int filter_passes_either(struct task_struct *a,
						struct task_struct *b)
{
	return filter_passes(a) || filter_passes(b);
}

#endif
