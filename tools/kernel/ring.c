// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tools/kernel/ring.c: see the header. The flush is ring_flush() of
 * libtrace/ring_counted.c, for writers that give the ends of their
 * reservations back.
 */
#include <sched.h>
#include <string.h>

#include "tools/kernel/ring.h"

/* Which half of a hole's word is the link: the low one. */
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define LINK 1
#else
#define LINK 0
#endif

static struct tctl_subbuf *subbuf_of(void *ring, uint64_t number,
				     uint32_t nr_subbufs)
{
	struct tctl_subbuf *table =
		(void *)((char *)ring + TCTL_KERNEL_RING_TABLE);

	return &table[number & (nr_subbufs - 1)];
}

/*
 * last_ns was read before the swap. Meanwhile a writer may have given back the
 * end of its reservation and another may have reserved up to the very same
 * position: then last_ns is too old for the sub-buffer's last record. What is
 * not before that one, nor after the next one: last_ns as it is now while
 * nobody has reserved since, else the begin of the next sub-buffer.
 */
static uint64_t end_after(struct tctl_ring *ring,
			  const struct tctl_subbuf *next, uint64_t last_ns,
			  uint64_t end, uint64_t lap)
{
	uint64_t now = __atomic_load_n(&ring->last_ns, __ATOMIC_ACQUIRE);

	if (now == last_ns ||
	    __atomic_load_n(&ring->reserve, __ATOMIC_ACQUIRE) == end)
		return now;
	while (__atomic_load_n(&next->lap, __ATOMIC_ACQUIRE) != lap)
		sched_yield();
	return __atomic_load_n(&next->begin_ns, __ATOMIC_RELAXED);
}

void tctl_kernel_ring_flush(void *ring, uint32_t subbuf_size,
			    uint32_t nr_subbufs)
{
	struct tctl_ring *control = ring;
	uint64_t old, last_ns, lost, number, end;
	struct tctl_subbuf *entry;

	/* (R9) as in ring_counted.c */
	old = __atomic_load_n(&control->reserve, __ATOMIC_ACQUIRE);
	do {
		if (!(old & (subbuf_size - 1)))
			return;
		last_ns = __atomic_load_n(&control->last_ns, __ATOMIC_ACQUIRE);
		lost = __atomic_load_n(&control->lost, __ATOMIC_RELAXED);
		number = old / subbuf_size;
		end = (number + 1) * subbuf_size;
	} while (!__atomic_compare_exchange_n(&control->reserve, &old, end, 0,
					      __ATOMIC_SEQ_CST,
					      __ATOMIC_ACQUIRE));
	entry = subbuf_of(ring, number, nr_subbufs);
	last_ns = end_after(control, subbuf_of(ring, number + 1, nr_subbufs),
			    last_ns, end, number + 2);
	__atomic_store_n(&entry->end_ns, last_ns, __ATOMIC_RELAXED);
	__atomic_store_n(&entry->lost, lost, __ATOMIC_RELAXED);
	__atomic_store_n(&entry->end, old, __ATOMIC_RELAXED);
	/* (R8) */
	__atomic_fetch_add(&entry->commit, end - old, __ATOMIC_RELEASE);
}

static uint64_t *hole_word(char *bytes, uint32_t p)
{
	return (uint64_t *)(bytes + ((p + 7) & ~7ull));
}

static int hole_is_right(uint32_t p, uint64_t content)
{
	return p >= sizeof(uint64_t) && p + TCTL_KERNEL_HOLE <= content;
}

/*
 * The list from low to high, in place: the first one's p, or 0. Writers put
 * later holes in front, so that most go straight to the front of the new list.
 */
static uint32_t holes_sort(uint32_t p, char *bytes, uint64_t content)
{
	uint32_t first = 0, next, *at, nr = content / TCTL_KERNEL_HOLE;

	for (; nr && hole_is_right(p, content); p = next, nr--) {
		uint64_t *word = hole_word(bytes, p);

		if (*word >> 32 <= p)
			break;
		next = (uint32_t)*word;
		at = &first;
		while (*at && *at < p)
			at = (uint32_t *)hole_word(bytes, *at) + LINK;
		*word = (*word >> 32 << 32) | *at;
		*at = p;
	}
	return first;
}

/* p of the first hole; its word is read before it is overwritten. */
static uint64_t holes_remove(uint32_t p, char *bytes, uint64_t content)
{
	uint64_t to = (p + 7) & ~7ull, from, end, word;

	for (; p; p = (uint32_t)word) {
		word = *hole_word(bytes, p);
		if (word >> 32 >= content)
			return to - (-p & 7);
		from = ((word >> 32) + 7) & ~7ull;
		end = (uint32_t)word ? (uint32_t)word : content;
		if (end < from)
			break;
		memmove(bytes + to, bytes + from, end - from);
		to += end - from;
		if ((uint32_t)word)
			to = (to + 7) & ~7ull;
	}
	return to;
}

uint64_t tctl_kernel_ring_close_holes(const struct tctl_subbuf *entry,
				      void *bytes, uint64_t content)
{
	uint32_t p = (uint32_t)entry->holes;

	if (entry->holes >> 32 != (uint32_t)entry->lap)
		return content;
	p = holes_sort(p, bytes, content);
	return p ? holes_remove(p, bytes, content) : content;
}
