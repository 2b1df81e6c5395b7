/* SPDX-License-Identifier: MIT */
/*
 * libtrace/ring_counted.c: the counted protocol. Called by the record path of
 * threads without rseq, and by the agent to flush.
 *
 * A reservation moves `reserve` from the end of the last record to the end of
 * the new one, into the next sub-buffer where it does not fit. Between the load
 * of `reserve` and the compare-and-swap the time is read and last_ns raised:
 * whoever reserves later has loaded later, and so finds a last_ns that is not
 * before ours. Time order is reservation order.
 *
 * Each byte between two values of `reserve` is committed by exactly one
 * reservation, to the commit count of the sub-buffer it lies in: padding and
 * record by the writer, the rest of a sub-buffer by who left it. What they fill
 * in of the table entry is done before they commit.
 */
#include <string.h>

#include "libtrace/clock.h"
#include "libtrace/ring_counted.h"

/* One attempt at a reservation. */
struct tctl_reservation {
	uint64_t old;		/* reserve as loaded */
	uint64_t start, end;	/* of the record; start == end: a flush */
	uint64_t ns;
	uint64_t last_ns;	/* the ring's, before ours */
	uint64_t lost;
	uint32_t epoch;
};

/* 2^47 ns after its begin, or in a new clock epoch, a sub-buffer is left. */
static int is_outdated(struct tctl_mapping *mapping, unsigned int cpu,
		       struct tctl_ring *ring, uint64_t number,
		       const struct tctl_reservation *res)
{
	struct tctl_subbuf *entry = tctl_mapping_subbuf(mapping, cpu, number);
	uint64_t begin_ns;

	if (__atomic_load_n(&entry->lap, __ATOMIC_ACQUIRE) != number + 1)
		return 0;
	if (__atomic_load_n(&ring->epoch, __ATOMIC_RELAXED) != res->epoch)
		return 1;
	begin_ns = __atomic_load_n(&entry->begin_ns, __ATOMIC_RELAXED);
	return res->ns > begin_ns && (res->ns - begin_ns) >> 47;
}

/* Whether sub-buffer `number` may be begun: its earlier laps are finished, and
   in a discard ring read. */
static int is_free(struct tctl_mapping *mapping, unsigned int cpu,
		   uint64_t number)
{
	uint32_t subbufs = mapping->geometry.nr_subbufs;
	struct tctl_subbuf *entry = tctl_mapping_subbuf(mapping, cpu, number);
	uint64_t laps = number / subbufs;

	/* (R8) pairs with commit(): the old lap's writers are done. */
	if (__atomic_load_n(&entry->commit, __ATOMIC_ACQUIRE) !=
	    laps << mapping->subbuf_shift)
		return 0;
	return mapping->geometry.mode != TCTL_MODE_DISCARD || !laps ||
	       (number - subbufs + 1) << mapping->subbuf_shift <=
		       tctl_mapping_consumed(mapping, cpu);
}

/* Where the record goes if nobody else reserves meanwhile. LOST: nowhere;
   CHANGED: somebody did, look again before giving up. */
static int reservation_place(struct tctl_mapping *mapping, unsigned int cpu,
			     struct tctl_ring *ring, uint32_t length,
			     struct tctl_reservation *res)
{
	uint64_t number = res->old >> mapping->subbuf_shift;
	uint64_t offset = ((res->old & mapping->subbuf_mask) + 7) & ~7ull;

	res->start = (res->old + 7) & ~7ull;
	if (offset + length > mapping->subbuf_mask ||
	    (offset && is_outdated(mapping, cpu, ring, number, res))) {
		number++;
		res->start = number << mapping->subbuf_shift;
	}
	res->end = res->start + length;
	if (res->start & mapping->subbuf_mask)
		return TCTL_WRITE_DONE;
	if (!is_free(mapping, cpu, number)) {
		if (__atomic_load_n(&ring->reserve, __ATOMIC_ACQUIRE) !=
		    res->old)
			return TCTL_WRITE_CHANGED;
		__atomic_fetch_add(&ring->lost, 1, __ATOMIC_RELAXED);
		return TCTL_WRITE_LOST;
	}
	if (tctl_mapping_populate_subbuf(mapping, cpu, number)) {
		tctl_mapping_lose(mapping);
		return TCTL_WRITE_LOST;
	}
	return TCTL_WRITE_DONE;
}

/* Between load and swap: the time, and no later reservation before it. */
static void reservation_stamp(struct tctl_mapping *mapping,
			      struct tctl_ring *ring,
			      struct tctl_reservation *res)
{
	uint64_t last = __atomic_load_n(&ring->last_ns, __ATOMIC_ACQUIRE);
	uint64_t ns = tctl_clock_read(&mapping->region->clock);

	res->last_ns = last;
	res->lost = __atomic_load_n(&ring->lost, __ATOMIC_RELAXED);
	while (ns > last &&
	       !__atomic_compare_exchange_n(&ring->last_ns, &last, ns, 0,
					    __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
		;
	res->ns = ns > last ? ns : last;
}

static int reservation_swap(struct tctl_ring *ring,
			    struct tctl_reservation *res)
{
	/* (R9) pairs with the load of reserve in the next reservation (time,
	   losses), and with the reader's (R3, R4). */
	return __atomic_compare_exchange_n(&ring->reserve, &res->old, res->end,
					   0, __ATOMIC_SEQ_CST,
					   __ATOMIC_ACQUIRE);
}

static void commit(struct tctl_subbuf *entry, uint64_t bytes)
{
	/* (R8) pairs with is_free() and with the reader: all that was written
	   into the sub-buffer by those who committed is visible to who sees
	   their sum. */
	__atomic_fetch_add(&entry->commit, bytes, __ATOMIC_RELEASE);
}

/* The sub-buffer that old lies in was left. */
static void subbuf_leave(struct tctl_mapping *mapping, unsigned int cpu,
			 const struct tctl_reservation *res)
{
	uint64_t number = res->old >> mapping->subbuf_shift;
	struct tctl_subbuf *entry = tctl_mapping_subbuf(mapping, cpu, number);

	__atomic_store_n(&entry->end_ns, res->last_ns, __ATOMIC_RELAXED);
	__atomic_store_n(&entry->lost, res->lost, __ATOMIC_RELAXED);
	__atomic_store_n(&entry->end, res->old, __ATOMIC_RELAXED);
	commit(entry, ((number + 1) << mapping->subbuf_shift) - res->old);
}

static void subbuf_begin(struct tctl_ring *ring, struct tctl_subbuf *entry,
			 uint64_t number, const struct tctl_reservation *res)
{
	__atomic_store_n(&ring->epoch, res->epoch, __ATOMIC_RELAXED);
	__atomic_store_n(&entry->begin_ns, res->ns, __ATOMIC_RELAXED);
	__atomic_store_n(&entry->lap, number + 1, __ATOMIC_RELEASE);
}

static char *string_write(char *to, const struct tctl_segment *segment,
			  uint32_t size)
{
	char *end = to + size, *nul = to;

	/* Another thread may change the string: only the copy is looked at. */
	if (size)
		memcpy(to, segment->base, size);
	while ((nul = memchr(nul, 0, end - nul)))
		*nul = '?';
	*end = 0;
	return end + 1;
}

static char *segment_write(char *to, const struct tctl_segment *segment,
			   uint32_t cap)
{
	uint32_t size = segment->size, count;

	if (TCTL_SEGMENT_TYPE(segment->flags) != TCTL_SEGMENT_FIXED &&
	    size > cap)
		size = cap;
	if (TCTL_SEGMENT_TYPE(segment->flags) == TCTL_SEGMENT_STRING)
		return string_write(to, segment, size);
	if (TCTL_SEGMENT_TYPE(segment->flags) == TCTL_SEGMENT_SEQUENCE) {
		count = size >> TCTL_SEGMENT_LOG2(segment->flags);
		size = count << TCTL_SEGMENT_LOG2(segment->flags);
		memcpy(to, &count, sizeof(count));
		to += sizeof(count);
	}
	if (size)
		memcpy(to, segment->base, size);
	return to + size;
}

static void record_write(char *place, const struct tctl_item *item,
			 uint64_t header)
{
	const struct tctl_segment *segment;
	char *to = place + sizeof(uint64_t);

	memcpy(to, item->context, item->context_size);
	to += item->context_size;
	for (segment = item->segments; segment != item->segments_end; segment++)
		to = segment_write(to, segment, item->cap);
	/* The reader of a dead process's ring takes a record for finished when
	   its header is there. */
	__atomic_store_n((uint64_t *)place, header, __ATOMIC_RELEASE);
}

static int reserve(struct tctl_mapping *mapping, unsigned int cpu,
		   struct tctl_ring *ring, uint32_t length,
		   struct tctl_reservation *res)
{
	int ret;

	do {
		/* (R9) pairs with reservation_swap(). */
		res->old = __atomic_load_n(&ring->reserve, __ATOMIC_ACQUIRE);
		res->epoch = __atomic_load_n(&mapping->region->clock.epoch,
					     __ATOMIC_RELAXED);
		reservation_stamp(mapping, ring, res);
		ret = reservation_place(mapping, cpu, ring, length, res);
		if (ret == TCTL_WRITE_LOST)
			return ret;
	} while (ret != TCTL_WRITE_DONE || !reservation_swap(ring, res));
	return TCTL_WRITE_DONE;
}

int tctl_ring_counted_record(struct tctl_mapping *mapping, unsigned int cpu,
			     const struct tctl_item *item, uint32_t id)
{
	struct tctl_ring *ring = tctl_mapping_ring(mapping, cpu);
	struct tctl_reservation res;
	struct tctl_subbuf *entry;
	uint64_t number;
	char *place;

	if (tctl_mapping_populate_ring(mapping, cpu)) {
		tctl_mapping_lose(mapping);
		return TCTL_WRITE_LOST;
	}
	if (reserve(mapping, cpu, ring, item->length, &res) != TCTL_WRITE_DONE)
		return TCTL_WRITE_LOST;
	place = tctl_mapping_data(mapping, cpu, res.start);
	__atomic_store_n((uint64_t *)place,
			 TCTL_RECORD_HEADER(TCTL_ID_UNFINISHED, item->length),
			 __ATOMIC_RELAXED);
	number = res.start >> mapping->subbuf_shift;
	entry = tctl_mapping_subbuf(mapping, cpu, number);
	if (number != res.old >> mapping->subbuf_shift) {
		subbuf_leave(mapping, cpu, &res);
		res.old = res.start;
	}
	if (!(res.start & mapping->subbuf_mask))
		subbuf_begin(ring, entry, number, &res);
	record_write(place, item, TCTL_RECORD_HEADER(id, res.ns));
	commit(entry, res.end - res.old);
	return TCTL_WRITE_DONE;
}

static void ring_flush(struct tctl_mapping *mapping, unsigned int cpu)
{
	struct tctl_ring *ring = tctl_mapping_ring(mapping, cpu);
	struct tctl_reservation res;

	res.old = __atomic_load_n(&ring->reserve, __ATOMIC_ACQUIRE);
	do {
		if (!(res.old & mapping->subbuf_mask))
			return;
		res.last_ns = __atomic_load_n(&ring->last_ns, __ATOMIC_ACQUIRE);
		res.lost = __atomic_load_n(&ring->lost, __ATOMIC_RELAXED);
		res.end = ((res.old >> mapping->subbuf_shift) + 1)
			  << mapping->subbuf_shift;
	} while (!reservation_swap(ring, &res));
	subbuf_leave(mapping, cpu, &res);
}

void tctl_ring_counted_flush(struct tctl_mapping *mapping)
{
	unsigned int cpu;

	for (cpu = 0; cpu < mapping->nr_cpus; cpu++)
		if (tctl_mapping_ring_populated(mapping, cpu))
			ring_flush(mapping, cpu);
}
