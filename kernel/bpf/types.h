/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kernel/bpf/types.h: what the programs know of the kernel's structures. Only
 * the members that are used are declared; where they lie is found out when the
 * programs are loaded (CO-RE), from the running kernel's own description.
 */
#ifndef KERNEL_BPF_TYPES_H
#define KERNEL_BPF_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The names that libbpf's headers expect. */
typedef uint8_t __u8;
typedef uint16_t __u16;
typedef uint32_t __u32;
typedef uint64_t __u64;
typedef int32_t __s32;
typedef int64_t __s64;
typedef uint16_t __be16;
typedef uint32_t __be32;
typedef uint32_t __wsum;

#define BPF_MAP_TYPE_HASH	       1
#define BPF_MAP_TYPE_ARRAY	       2
#define BPF_MAP_TYPE_PERCPU_ARRAY      6
#define BPF_MAP_TYPE_ARRAY_OF_MAPS     12
#define BPF_MAP_TYPE_TASK_STORAGE      29
#define BPF_ANY			       0
#define BPF_NOEXIST		       1
#define BPF_F_NO_PREALLOC	       1
#define BPF_F_MMAPABLE		       (1 << 10)
#define BPF_F_USER_STACK	       (1 << 8)
#define BPF_LOCAL_STORAGE_GET_F_CREATE 1

#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

#pragma clang attribute push(__attribute__((preserve_access_index)), \
			     apply_to = record)

struct thread_info {
	uint32_t status;
	uint32_t cpu;
};

struct kernfs_node {
	uint64_t id;
};

struct cgroup {
	struct kernfs_node *kn;
	int level;
	struct cgroup *ancestors[1]; /* since Linux 6.1 */
};

struct css_set {
	struct cgroup *dfl_cgrp;
};

struct kuid {
	uint32_t val;
};

struct cred {
	struct kuid uid;
};

struct mm_struct;

struct task_struct {
	struct thread_info thread_info;
	int exit_state;
	int prio;
	int normal_prio;
	int32_t pid;
	int32_t tgid;
	char comm[16];
	struct mm_struct *mm;
	const struct cred *cred;
	struct css_set *cgroups;
};

struct linux_binprm {
	const char *filename;
};

struct upid {
	int nr;
};

struct pid {
	struct upid numbers[1];
};

struct irqaction {
	const char *name;
};

struct timerqueue_node {
	int64_t expires;
};

struct hrtimer {
	struct timerqueue_node node;
	int64_t _softexpires;
	void *function;
};

/* Of the machine; see kernel/bpf/regs.h. */
struct pt_regs {
	unsigned long r10, r9, r8, bp, bx, dx, si, di, cx;
	unsigned long orig_ax;
	unsigned long ip;
};

#pragma clang attribute pop

/* The context of a sampling program: registers as user space knows them. */
struct bpf_perf_event_data {
	unsigned long before[16];
	unsigned long ip;
};

#endif
