/* SPDX-License-Identifier: MIT */
/*
 * arch/ring_whole.h: the critical sections of the whole protocol. An
 * architecture offers
 *
 *	TCTL_RING_WHOLE		1, or 0: all threads write counted rings
 *	struct tctl_rseq	what it uses of the kernel's rseq area
 *	tctl_thread_pointer()	to which libc's __rseq_offset is added
 *
 * and four functions, each one rseq critical section (no call, no stack
 * inside; whoever is preempted, migrated or signalled in it starts anew):
 *
 *	tctl_ring_whole_write(rseq, item, slot)
 *		channel = slot->channel; gone, or *item->id none: SKIP
 *		channel's flags and contexts not item's, or the record longer
 *		than its longest: CHANGED
 *		cpu = rseq->cpu_id; no ready ring for it: UNREADY
 *		ns = item->ns, or the counter by the published conversion; not
 *		valid, or index changed meanwhile: CLOCK
 *		ns = max(ns, ring->last_ns)
 *		clock's epoch is another, or ns - ring->begin_ns >= 2^47, or the
 *		record does not fit strictly into the sub-buffer: ENTER
 *		last_ns = ns; write header, context, segments
 *		last: commit = {length, end}: DONE
 *	tctl_ring_whole_quick(site, segment, rseq's offset, event, context)
 *		The same into channel 0 for one FIXED segment, the usual
 *		contexts or none, and the counter. Goes on as
 *		tctl_record_other(site, segment, 1) if this is no such record or
 *		longer than channel's quick_max, as tctl_record_long() if
 *		ns < ring->last_ns and where the above is not DONE
 *	tctl_ring_whole_enter(rseq, enter)
 *		cpu, ring->commit or ring->entered not as in enter: CHANGED
 *		ns = max(enter->ns, ring->last_ns)
 *		left->end = position, ->end_ns = last_ns, ->lost = ring->lost
 *		target->lap = 0; ->begin_ns = ns; ->lap = enter->lap
 *		ring->begin_ns = last_ns = ns, ->epoch, ->entered = enter->lap
 *		last: commit = {0, enter->position}: DONE
 *	tctl_ring_whole_lose(rseq, ring, cpu)
 *		cpu is another: CHANGED. last: ring->lost += 1: DONE
 *
 * The others return ABORT after an abort. Stores become visible in program
 * order.
 */
#ifndef TCTL_ARCH_RING_WHOLE_H
#define TCTL_ARCH_RING_WHOLE_H

#include "libtrace/channel_layout.h"

/* record.c: what takes longer than the quick way; and, without trying that,
   any channels, any contexts, any length, any thread. */
__attribute__((visibility("hidden"))) void
tctl_record_other(const struct tctl_event_slot *site,
		  const struct tctl_segment *segments, unsigned int nr_segments);

__attribute__((visibility("hidden"))) void
tctl_record_long(const struct tctl_event_slot *site,
		 const struct tctl_segment *segments, unsigned int nr_segments);

#if defined(__x86_64__) && defined(__LP64__)
#include "arch/x86_64/ring_whole.h"
#else
#include "arch/generic/ring_whole.h"
#endif

#endif
