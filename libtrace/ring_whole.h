/* SPDX-License-Identifier: MIT */
/*
 * libtrace/ring_whole.h: writing into whole rings: threads with rseq, one
 * critical section per record (arch/ring_whole.h). Called by the record path
 * only; async-signal-safe, no locks.
 */
#ifndef LIBTRACE_RING_WHOLE_H
#define LIBTRACE_RING_WHOLE_H

#include "arch/ring_whole.h"
#include "libtrace/channel_layout.h"

/* Where the kernel's rseq area of the calling thread lies; only after
   tctl_rseq_usable() said yes, as an open whole channel does. */
extern ptrdiff_t tctl_rseq_offset __attribute__((visibility("hidden")));

static inline struct tctl_rseq *tctl_rseq_self(void)
{
	return (struct tctl_rseq *)(tctl_thread_pointer() + tctl_rseq_offset);
}

/* Whether the above holds, without asking: false before anybody asked. */
static inline int tctl_rseq_ready(void)
{
	return tctl_rseq_offset != 0;
}

/*
 * Write item into the ring of the CPU that this thread is on. Returns DONE,
 * SKIP, LOST, CHANGED (prepare the item anew) or COUNTED (this thread can't:
 * take the counted region). Only after tctl_rseq_usable() said yes. Leaves errno
 * alone.
 */
int tctl_ring_whole_record(unsigned int k, uint32_t stripe,
			   struct tctl_item *item);

/* The CPU that rseq says, or -1 where this thread has none. */
int tctl_rseq_cpu(void);

#endif
