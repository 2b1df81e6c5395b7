/* SPDX-License-Identifier: MIT */
/*
 * libtrace/ring_counted.c: the counted protocol. Called by the record path of
 * threads without rseq, and by the agent to flush.
 *
 * A reservation moves `reserve` from the end of the last record to the end of
 * the new one, into the next sub-buffer where it does not fit. Between the load
 * of `reserve` and the compare-and-swap the time is read and last_ns raised:
 * whoever reserves later has loaded later, and so finds a last_ns that is not
 * before ours. Time order is reservation order. On narrow machines
 * (libtrace/word.h) there is no last_ns: the clock is the kernel's, which
 * doesn't go back itself. Positions overflow there; whatever compares them looks
 * at differences.
 *
 * Each byte between two values of `reserve` is committed by exactly one
 * reservation, to the commit count of the sub-buffer it lies in: padding and
 * record by the writer, the rest of a sub-buffer by who left it. What they fill
 * in of the table entry is done before they commit.
 */
#include <string.h>

#include "libtrace/clock.h"
#include "libtrace/ring_counted.h"
#include "libtrace/word.h"

/* One attempt at a reservation. */
struct tctl_reservation {
	tctl_word old;		/* reserve as loaded */
	tctl_word start, end;	/* of the record; start == end: a flush */
	uint64_t ns;
	uint64_t last_ns;	/* the ring's, before ours */
	uint64_t lost;
	uint32_t epoch;
};

static tctl_word number_of(const struct tctl_mapping *mapping,
			   tctl_word position)
{
	return position >> mapping->subbuf_shift;
}

/* 2^47 ns after its begin, or in a new clock epoch, a sub-buffer is left. */
static int is_outdated(struct tctl_mapping *mapping, unsigned int cpu,
		       struct tctl_ring *ring, tctl_word number,
		       const struct tctl_reservation *res)
{
	struct tctl_subbuf *entry = tctl_mapping_subbuf(mapping, cpu, number);
	uint64_t begin_ns;

	if (__atomic_load_n(tctl_word_of(&entry->lap), __ATOMIC_ACQUIRE) !=
	    number + 1)
		return 0;
	if (__atomic_load_n(&ring->epoch, __ATOMIC_RELAXED) != res->epoch)
		return 1;
	begin_ns = tctl_word_load(&entry->begin_ns);
	return res->ns > begin_ns && (res->ns - begin_ns) >> 47;
}

/* Of positions that are no more than a ring apart. */
static int is_behind(tctl_word position, tctl_word other)
{
	return (position - other) >> (sizeof(tctl_word) * 8 - 1);
}

/* Whether sub-buffer `number` may be begun: its earlier laps are finished, and
   in a discard ring read. */
static int is_free(struct tctl_mapping *mapping, unsigned int cpu,
		   tctl_word number)
{
	uint32_t subbufs = mapping->geometry.nr_subbufs;
	struct tctl_subbuf *entry = tctl_mapping_subbuf(mapping, cpu, number);
	tctl_word before = number / subbufs << mapping->subbuf_shift;
	tctl_word commits = ((tctl_word)-1) / subbufs;	/* what fits of them */

	/* (R8) pairs with commit(): the old lap's writers are done. */
	if ((__atomic_load_n(tctl_word_of(&entry->commit), __ATOMIC_ACQUIRE) -
	     before) & commits)
		return 0;
	return mapping->geometry.mode != TCTL_MODE_DISCARD ||
	       !is_behind(tctl_mapping_consumed(mapping, cpu),
			  (number - subbufs + 1) << mapping->subbuf_shift);
}

static tctl_word reserve_load(struct tctl_ring *ring)
{
	/* (R9) pairs with reservation_swap(). */
	return __atomic_load_n(tctl_word_of(&ring->reserve), __ATOMIC_ACQUIRE);
}

/* Where the record goes if nobody else reserves meanwhile. LOST: nowhere;
   CHANGED: somebody did, look again before giving up. */
static int reservation_place(struct tctl_mapping *mapping, unsigned int cpu,
			     struct tctl_ring *ring, uint32_t length,
			     struct tctl_reservation *res)
{
	tctl_word number = number_of(mapping, res->old);
	uint64_t offset = ((res->old & mapping->subbuf_mask) + 7) & ~7ull;

	res->start = (res->old + 7) & ~(tctl_word)7;
	if (offset + length > mapping->subbuf_mask ||
	    (offset && is_outdated(mapping, cpu, ring, number, res))) {
		number++;
		res->start = number << mapping->subbuf_shift;
	}
	res->end = res->start + length;
	if (res->start & mapping->subbuf_mask)
		return TCTL_WRITE_DONE;
	if (!is_free(mapping, cpu, number)) {
		if (reserve_load(ring) != res->old)
			return TCTL_WRITE_CHANGED;
		tctl_word_count(&ring->lost);
		return TCTL_WRITE_LOST;
	}
	if (tctl_mapping_populate_subbuf(mapping, cpu, number)) {
		tctl_mapping_lose(mapping);
		return TCTL_WRITE_LOST;
	}
	return TCTL_WRITE_DONE;
}

#if TCTL_NARROW
static uint64_t last_ns_load(struct tctl_ring *ring)
{
	(void)ring;
	return tctl_clock_system_ns();
}

static uint64_t ring_stamp(struct tctl_mapping *mapping, struct tctl_ring *ring,
			   uint64_t last)
{
	(void)mapping, (void)ring, (void)last;
	return tctl_clock_system_ns();
}
#else
static uint64_t last_ns_load(struct tctl_ring *ring)
{
	return __atomic_load_n(&ring->last_ns, __ATOMIC_ACQUIRE);
}

static uint64_t ring_stamp(struct tctl_mapping *mapping, struct tctl_ring *ring,
			   uint64_t last)
{
	uint64_t ns = tctl_clock_read(&mapping->region->clock);

	while (ns > last &&
	       !__atomic_compare_exchange_n(&ring->last_ns, &last, ns, 0,
					    __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
		;
	return ns > last ? ns : last;
}
#endif

/* Between load and swap: the time, and no later reservation before it. */
static void reservation_stamp(struct tctl_mapping *mapping,
			      struct tctl_ring *ring,
			      struct tctl_reservation *res)
{
	res->last_ns = last_ns_load(ring);
	res->lost = tctl_word_load(&ring->lost);
	res->ns = ring_stamp(mapping, ring, res->last_ns);
}

static int reservation_swap(struct tctl_ring *ring,
			    struct tctl_reservation *res)
{
	/* (R9) pairs with the load of reserve in the next reservation (time,
	   losses), and with the reader's (R3, R4). */
	return __atomic_compare_exchange_n(tctl_word_of(&ring->reserve),
					   &res->old, res->end, 0,
					   __ATOMIC_SEQ_CST, __ATOMIC_ACQUIRE);
}

static void commit(struct tctl_subbuf *entry, tctl_word bytes)
{
	/* (R8) pairs with is_free() and with the reader: all that was written
	   into the sub-buffer by those who committed is visible to who sees
	   their sum. */
	__atomic_fetch_add(tctl_word_of(&entry->commit), bytes,
			   __ATOMIC_RELEASE);
}

/* The sub-buffer that old lies in was left. */
static void subbuf_leave(struct tctl_mapping *mapping, unsigned int cpu,
			 const struct tctl_reservation *res)
{
	tctl_word number = number_of(mapping, res->old);
	struct tctl_subbuf *entry = tctl_mapping_subbuf(mapping, cpu, number);

	tctl_word_store(&entry->end_ns, res->last_ns);
	tctl_word_store(&entry->lost, res->lost);
	tctl_word_store(&entry->end, res->old);
	commit(entry, ((number + 1) << mapping->subbuf_shift) - res->old);
}

static void subbuf_begin(struct tctl_ring *ring, struct tctl_subbuf *entry,
			 tctl_word number, const struct tctl_reservation *res)
{
	__atomic_store_n(&ring->epoch, res->epoch, __ATOMIC_RELAXED);
	if (TCTL_NARROW)
		tctl_word_store(&ring->entered, 1);
	tctl_word_store(&entry->begin_ns, res->ns);
	tctl_word_store(&entry->lap, number + 1);
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
	tctl_word_store((uint64_t *)place, header);
}

static int reserve(struct tctl_mapping *mapping, unsigned int cpu,
		   struct tctl_ring *ring, uint32_t length,
		   struct tctl_reservation *res)
{
	int ret;

	do {
		res->old = reserve_load(ring);
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
	tctl_word number;
	char *place;

	if (tctl_mapping_populate_ring(mapping, cpu)) {
		tctl_mapping_lose(mapping);
		return TCTL_WRITE_LOST;
	}
	if (reserve(mapping, cpu, ring, item->length, &res) != TCTL_WRITE_DONE)
		return TCTL_WRITE_LOST;
	place = tctl_mapping_data(mapping, cpu, res.start);
	tctl_word_store((uint64_t *)place,
			TCTL_RECORD_HEADER(TCTL_ID_UNFINISHED, item->length));
	number = number_of(mapping, res.start);
	entry = tctl_mapping_subbuf(mapping, cpu, number);
	if (number != number_of(mapping, res.old)) {
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

	res.old = reserve_load(ring);
	do {
		if (!(res.old & mapping->subbuf_mask))
			return;
		res.last_ns = last_ns_load(ring);
		res.lost = tctl_word_load(&ring->lost);
		res.end = (number_of(mapping, res.old) + 1)
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
