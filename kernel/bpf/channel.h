/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kernel/bpf/channel.h: what all programs of a channel share: its settings
 * (kernel/bpf/settings.h) and its maps. Defined in channel.bpf.c.
 */
#ifndef KERNEL_BPF_CHANNEL_H
#define KERNEL_BPF_CHANNEL_H

#include "kernel/bpf/settings.h"
#include "kernel/bpf/types.h"

extern const volatile struct tctl_bpf_constants constants;
extern struct tctl_bpf_settings settings;
extern struct tctl_bpf_counts counts;

/* A CPU's ring (abi/kernel.h): an array of one element, mapped by the
   daemon. */
struct rings_map {
	__uint(type, BPF_MAP_TYPE_ARRAY_OF_MAPS);
	__uint(max_entries, 1);
	__type(key, uint32_t);
	__uint(value_size, sizeof(uint32_t));
};
extern struct rings_map rings SEC(".maps");

struct call_plans_map {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, TCTL_KERNEL_CALL_PLANS);
	__uint(map_flags, BPF_F_MMAPABLE);
	__type(key, uint32_t);
	__type(value, struct tctl_kernel_plan);
};
extern struct call_plans_map call_plans SEC(".maps");

struct tracepoint_plans_map {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, TCTL_KERNEL_TRACEPOINT_PLANS);
	__uint(map_flags, BPF_F_MMAPABLE);
	__type(key, uint32_t);
	__type(value, struct tctl_kernel_plan);
};
extern struct tracepoint_plans_map tracepoint_plans SEC(".maps");

/* Processes that are followed (TCTL_KERNEL_FILTER_TASKS), by tgid. */
struct followed_map {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 65536);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, uint32_t);
	__type(value, uint8_t);
};
extern struct followed_map followed SEC(".maps");

/*
 * Strings that a system call's entry could not read. An entry stays when the
 * call never returns, until the next one of its task.
 */
struct unread {
	struct mm_struct *mm; /* whose they were */
	int32_t number;	      /* of the call */
	uint32_t args;	      /* bits */
};

struct unread_map {
	__uint(type, BPF_MAP_TYPE_TASK_STORAGE);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, int);
	__type(value, struct unread);
};
extern struct unread_map unread_strings SEC(".maps");

/* Classic profiles. */
struct hits_map {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 16384);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, struct tctl_kernel_hit);
	__type(value, uint64_t);
};
extern struct hits_map hits SEC(".maps");

#endif
