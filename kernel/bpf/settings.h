/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kernel/bpf/settings.h: what the daemon tells the programs of a channel:
 * constants before they are loaded, settings while they run. The daemon is
 * built together with the programs, these bytes may change at any time.
 */
#ifndef KERNEL_BPF_SETTINGS_H
#define KERNEL_BPF_SETTINGS_H

#include "probes/kernel/events.h"
#include <tracectl/abi/kernel.h>

/* Addresses of a stack, at most. */
#define STACK_DEPTH 127

/* Operations of a system call, at most: six arguments, and what some of them
   point to. Each more costs time when the programs are checked. */
#define CALL_MAX_OPS 12

/* Constants: the verifier removes what they rule out. */
struct tctl_bpf_constants {
	uint64_t subbuf_mask; /* size of a sub-buffer - 1 */
	uint64_t ring_mask;   /* size of all - 1 */
	uint64_t data_offset; /* TCTL_KERNEL_RING_DATA() */
	uint32_t subbuf_shift;
	uint32_t subbufs_mask;
	uint32_t subbufs_shift;
	uint32_t contexts;   /* TCTL_CONTEXT_* */
	uint32_t head_size;  /* of header and contexts */
	uint32_t discard;    /* else overwrite */
	uint32_t stack_size; /* bytes that a stack may have */
	uint32_t text_size;  /* bytes that a file name may have, with NUL */
};

/* Written by the daemon. */
struct tctl_bpf_settings {
	uint32_t filter_index; /* filters[] in force: & 1 */
	uint32_t profiles;     /* 1 << TCTL_KERNEL_PROFILE_* */
	uint32_t samples;      /* profile_sample is on */
	uint32_t reserved;
	struct tctl_kernel_filter filters[2];
	uint32_t ids[TCTL_KERNEL_NR_EVENTS];
	uint64_t sched_text;	 /* addresses of the scheduler's own code, to */
	uint64_t sched_text_end; /* find who called it */
};

/* Written by the programs. */
struct tctl_bpf_counts {
	uint64_t lost;	 /* no ring could count it */
	uint64_t unread; /* strings at entry that an exit has to complete;
			    never too few */
};

#endif
