/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/kernel/bpf_channel.h: the inside of struct tctl_bpf, shared by the
 * files of the eBPF backend (tools/kernel/bpf*.c) and nobody else.
 */
#ifndef TOOLS_KERNEL_BPF_CHANNEL_H
#define TOOLS_KERNEL_BPF_CHANNEL_H

#include "kernel/bpf/settings.h"
#include "probes/kernel/events.h"
#include "tools/kernel/bpf.h"

struct bpf_link;
struct bpf_program;
struct perf_event_attr;
struct tctl_bpf_tracepoint;
struct tctl_record; /* of the generated skeleton */

struct tctl_bpf_ring {
	int fd;	    /* of the map; -1: none yet */
	void *base; /* its mapping */
	size_t size;
	int online; /* when it was last looked */
};

/* The programs that several events share are attached while one of these is
   on. */
struct tctl_bpf_shared {
	struct bpf_link *link;
	uint32_t users;
};

struct tctl_bpf {
	struct tctl_bpf_config config;
	struct tctl_record *skeleton;
	struct tctl_bpf_ring *rings; /* config.nr_cpus */
	struct bpf_link *links[TCTL_KERNEL_NR_EVENTS];
	struct tctl_bpf_shared enter, leave;
	struct tctl_kernel_plan *call_plans; /* the map's mapping */
	struct bpf_link *follow_fork, *follow_free;
	uint64_t misses; /* atomic: events on which no program was run */
	struct tctl_bpf_tracepoint *tracepoints; /* NULL before the first */
	struct tctl_kernel_plan *tracepoint_plans;
	struct bpf_link **samplers;	 /* config.nr_cpus, or NULL */
	struct bpf_link *schedule, *kvm; /* of the classic profiles */
};

/* bpf.c: takes some system calls. */
void tctl_bpf_misses_update(struct tctl_bpf *bpf);

/* bpf_load.c: open, set constants, load; skeleton is set on success. */
int tctl_bpf_load(struct tctl_bpf *bpf, char *error, size_t error_size);
/* Bytes of a record's header and contexts. */
uint32_t tctl_bpf_head_size(uint32_t contexts);
uint32_t tctl_bpf_max_record(const struct tctl_bpf_config *config);

/* bpf_ring.c: a ring map that nobody uses; the programs are checked against
   its sizes. Returns its descriptor or -errno. */
int tctl_bpf_ring_map(const struct tctl_bpf_config *config);
void tctl_bpf_rings_release(struct tctl_bpf *bpf);
/* Wait until every program that runs now has ended. */
void tctl_bpf_wait(struct tctl_bpf *bpf);

/* sun_path and the NUL behind it, one of them in what is always written. */
#define TCTL_BPF_UNIX_PATH 108
/* The most that one operation may append: what the programs can be proved not
   to exceed. */
#define TCTL_BPF_MAX_PIECE 0x7ff0u

/* bpf_plan.c: the plan as the programs want it: sizes cut such that a record
   never is longer than what a channel takes, `most` as it is reserved.
   -EMSGSIZE when even the fixed part does not fit. */
int tctl_bpf_plan_fit(struct tctl_kernel_plan *plan, uint32_t room);
/* Into the map, where nobody reads it before it is enabled. */
void tctl_bpf_plan_put(struct tctl_kernel_plan *to,
		       const struct tctl_kernel_plan *plan);

/* bpf_tracepoint.c */
#define TCTL_BPF_TRACEPOINT_PLANS_SIZE \
	(TCTL_KERNEL_TRACEPOINT_PLANS * sizeof(struct tctl_kernel_plan))
int tctl_bpf_tracepoint_enable(struct tctl_bpf *bpf,
			       const struct tctl_kernel_event *event,
			       const struct tctl_kernel_plan *plan);
void tctl_bpf_tracepoint_disable(struct tctl_bpf *bpf,
				 const struct tctl_kernel_event *event);
void tctl_bpf_tracepoints_release(struct tctl_bpf *bpf);
int tctl_bpf_tracepoint_link(struct bpf_program *program, uint32_t id,
			     uint64_t cookie, struct bpf_link **ret_link);
/* A descriptor or -errno. */
int tctl_bpf_perf_open(struct perf_event_attr *attr, int cpu);

/* bpf_profile.c: each CPU that has a ring has a sampler while samples or the
   profile of the CPUs are on. */
int tctl_bpf_samplers_update(struct tctl_bpf *bpf);
void tctl_bpf_samplers_release(struct tctl_bpf *bpf);

#endif
