/* SPDX-License-Identifier: MIT */
/*
 * arch/generic/ring_whole.h: no critical sections here: tctl_rseq_usable() says
 * no, and nobody calls these.
 */
#ifndef TCTL_ARCH_GENERIC_RING_WHOLE_H
#define TCTL_ARCH_GENERIC_RING_WHOLE_H

#include <stddef.h>
#include <stdint.h>

#define TCTL_RING_WHOLE	0

struct tctl_event;

struct tctl_rseq {
	uint32_t cpu_id_start;
	uint32_t cpu_id;
};

static inline char *tctl_thread_pointer(void)
{
	return NULL;
}

static inline int tctl_ring_whole_write(struct tctl_rseq *rseq,
					const struct tctl_item *item,
					const struct tctl_channel_slot *slot)
{
	(void)rseq, (void)item, (void)slot;
	return TCTL_WRITE_COUNTED;
}

static inline void tctl_ring_whole_quick(const struct tctl_event_slot *site,
					 const struct tctl_segment *segment,
					 ptrdiff_t rseq_offset,
					 const struct tctl_event *event,
					 uint64_t context)
{
	(void)rseq_offset, (void)event, (void)context;
	tctl_record_long(site, segment, 1);
}

static inline int tctl_ring_whole_enter(struct tctl_rseq *rseq,
					const struct tctl_enter *enter)
{
	(void)rseq, (void)enter;
	return TCTL_WRITE_COUNTED;
}

static inline int tctl_ring_whole_lose(struct tctl_rseq *rseq,
				       struct tctl_ring *ring, uint32_t cpu)
{
	(void)rseq, (void)ring, (void)cpu;
	return TCTL_WRITE_COUNTED;
}

#endif
