/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/kernel/bpf.h: the eBPF backend: loads the programs of kernel/bpf for
 * one channel, attaches them to what is enabled, and gives the rings' mappings.
 * Each channel has its own programs and maps, so that channels and sessions
 * can't disturb each other.
 *
 * Locking: none; the daemon's main thread calls these, but for
 * tctl_bpf_flush(), which the drain thread may call at the same time.
 */
#ifndef TOOLS_KERNEL_BPF_H
#define TOOLS_KERNEL_BPF_H

#include "tools/kernel/event.h"
#include <stddef.h>
#include <stdint.h>
#include <tracectl/abi/kernel.h>

struct tctl_bpf;

struct tctl_bpf_config {
	uint32_t size;	   /* of this struct */
	uint32_t mode;	   /* TCTL_MODE_* */
	uint32_t contexts; /* TCTL_CONTEXT_VPID: pid (tgid), _VTID: tid,
			      _PROCNAME */
	uint32_t subbuf_size,
		nr_subbufs; /* powers of two, within abi/ring.h's bounds */
	uint32_t nr_cpus;   /* possible CPUs: rings are made for those online */
	uint32_t sample_hz; /* of profile_sample; 0: 99 */
};

/*
 * Make maps and rings; nothing is attached yet. On failure -errno and error
 * says in one line what was tried, the cause (no BTF, no CAP_BPF, lockdown,
 * kernel too old, out of memory) and the remedy.
 */
int tctl_bpf_new(const struct tctl_bpf_config *config,
		 struct tctl_bpf **ret_bpf, char *error, size_t error_size);
/* Detach all, free. The mappings are gone when it returns. */
void tctl_bpf_free(struct tctl_bpf *bpf);

/* An event and its id in the channel's stream. */
struct tctl_bpf_event {
	const struct tctl_kernel_event *event;
	uint32_t id;
	int err;     /* out: 0 or -errno */
	char *error; /* out: why, malloc()ed, or NULL */
};

/*
 * Record these events from now on / no longer. What can be enabled is; each
 * element says how it went. Returns the number of those that failed. An event
 * keeps its id; enabling it again is no error. After disable returned no
 * program is still writing such an event.
 */
size_t tctl_bpf_enable(struct tctl_bpf *bpf, struct tctl_bpf_event *events,
		       size_t nr);
size_t tctl_bpf_disable(struct tctl_bpf *bpf, struct tctl_bpf_event *events,
			size_t nr);

/* May be changed at any time; before the first enable nothing is filtered but
 * nothing recorded either. */
int tctl_bpf_filter(struct tctl_bpf *bpf,
		    const struct tctl_kernel_filter *filter);
/* Follow this process (all its threads) and what it will create. */
int tctl_bpf_follow(struct tctl_bpf *bpf, uint32_t tgid);

/* The ring of a CPU as abi/kernel.h lays it out, readable and writable; NULL:
   that CPU has none (yet). */
void *tctl_bpf_ring(const struct tctl_bpf *bpf, unsigned int cpu);
/* CPUs that came online since get their rings. 0 or -errno. */
int tctl_bpf_update_cpus(struct tctl_bpf *bpf);
/* Leave the sub-buffer in force of a CPU's ring, so that it can be read. */
void tctl_bpf_flush(struct tctl_bpf *bpf, unsigned int cpu);

/* Events that no ring could count: known anew after tctl_bpf_disable() and
   tctl_bpf_update_cpus(). */
uint64_t tctl_bpf_lost(const struct tctl_bpf *bpf);

/* Classic profiles: count these (bits 1 << TCTL_KERNEL_PROFILE_*) from now on,
   no others. What can be counted is; else -errno and error says why not. */
int tctl_bpf_profile(struct tctl_bpf *bpf, uint32_t profiles, char *error,
		     size_t error_size);
/* Call fn for each address that was hit (CPU: 0 is all of user space). */
int tctl_bpf_profiles(struct tctl_bpf *bpf,
		      void (*fn)(void *arg, const struct tctl_kernel_hit *hit,
				 uint64_t hits),
		      void *arg);

#endif
