/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/lib/kernel_channel.h: a kernel channel for tests: events by their
 * names, rings read by kernel_walk, and what was found wrong.
 */
#ifndef TESTS_KERNEL_CHANNEL_H
#define TESTS_KERNEL_CHANNEL_H

#include "tests/lib/kernel_walk.h"
#include "tools/kernel/bpf.h"

#define KERNEL_MAX_CPUS	  256
#define KERNEL_MAX_EVENTS 4096

struct kernel_channel {
	struct tctl_kernel_catalogue *catalogue;
	struct tctl_bpf_config config;
	struct tctl_bpf *bpf;
	struct kernel_walk walks[KERNEL_MAX_CPUS];
	struct tctl_bpf_event events[KERNEL_MAX_EVENTS];
	size_t nr_events;
	uint64_t counts[KERNEL_MAX_EVENTS]; /* by id: place in events */
	void (*seen)(void *arg, const struct tctl_kernel_event *event,
		     const struct kernel_record *record);
	void *arg;
	char error[512];
};

/* Contexts pid, tid, procname; 0 or -errno with channel->error. */
int kernel_channel_open(struct kernel_channel *channel, uint32_t mode,
			uint32_t subbuf_size, uint32_t nr_subbufs);
void kernel_channel_close(struct kernel_channel *channel);

/* Enable what matches the pattern; how many failed, the first one's reason in
   channel->error. */
size_t kernel_channel_enable(struct kernel_channel *channel,
			     const char *pattern);
/* No event any more; then what is still in the rings is read. */
void kernel_channel_stop(struct kernel_channel *channel);

/* Read what there is; flush: partial sub-buffers, too. */
void kernel_channel_drain(struct kernel_channel *channel, int flush);

/* Sums over the CPUs. */
uint64_t kernel_channel_lost(const struct kernel_channel *channel);
uint64_t kernel_channel_wrong(const struct kernel_channel *channel);
uint64_t kernel_channel_records(const struct kernel_channel *channel);
uint64_t kernel_channel_count(const struct kernel_channel *channel,
			      const char *name);

#endif
