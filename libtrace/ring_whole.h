/* SPDX-License-Identifier: MIT */
/*
 * libtrace/ring_whole.h: writing into whole rings: threads with rseq, one
 * critical section per record (arch/ring_whole.h). Called by the record path
 * only; async-signal-safe, no locks.
 */
#ifndef LIBTRACE_RING_WHOLE_H
#define LIBTRACE_RING_WHOLE_H

#include "libtrace/channel_layout.h"

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
