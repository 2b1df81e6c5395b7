/* SPDX-License-Identifier: MIT */
/*
 * libtrace/channel_layout.h: a channel as the record path sees it: the mapped
 * regions with the geometry that was checked when they were mapped, and the
 * structures that C hands to the assembly of arch/<cpu>/ring_whole.S.
 *
 * Geometry is never read from the region again; what is read there (positions,
 * the clock) is masked or compared before use.
 */
#ifndef LIBTRACE_CHANNEL_LAYOUT_H
#define LIBTRACE_CHANNEL_LAYOUT_H

/* Results of writing, C and assembly. */
#define TCTL_WRITE_DONE		0	/* recorded */
#define TCTL_WRITE_SKIP		1	/* channel gone or event not enabled */
#define TCTL_WRITE_UNREADY	2	/* this CPU's ring is not ready here */
#define TCTL_WRITE_ENTER	3	/* the next sub-buffer must be entered */
#define TCTL_WRITE_CLOCK	4	/* the conversion is not valid now */
#define TCTL_WRITE_ABORT	5	/* preempted, migrated or signalled */
#define TCTL_WRITE_CHANGED	6	/* what C saw before no longer holds */
#define TCTL_WRITE_LOST		7	/* not recorded, and counted */
#define TCTL_WRITE_COUNTED	8	/* this thread can't write whole rings */

/* Offsets for the assembly; asserted below. */
#define TCTL_CHANNEL_REGION		0
#define TCTL_CHANNEL_RING_MASK		8
#define TCTL_CHANNEL_SUBBUF_MASK	16
#define TCTL_CHANNEL_SETTINGS		24
#define TCTL_CHANNEL_QUICK_MAX		32
#define TCTL_CHANNEL_QUICK_HEAD		40
#define TCTL_CHANNEL_NR_CPUS		48
#define TCTL_CHANNEL_CPUS		640

#define TCTL_SEGMENT_SIZE		8
#define TCTL_SEGMENT_FLAGS		12

#define TCTL_ITEM_ID			0
#define TCTL_ITEM_SEGMENTS		8
#define TCTL_ITEM_SEGMENTS_END		16
#define TCTL_ITEM_NS			24
#define TCTL_ITEM_SETTINGS		32
#define TCTL_ITEM_LENGTH		36
#define TCTL_ITEM_CAP			40
#define TCTL_ITEM_CONTEXT_SIZE		44
#define TCTL_ITEM_CONTEXT		48

#define TCTL_ENTER_RING			0
#define TCTL_ENTER_LEFT			8
#define TCTL_ENTER_TARGET		16
#define TCTL_ENTER_COMMIT		24
#define TCTL_ENTER_ENTERED		32
#define TCTL_ENTER_POSITION		40
#define TCTL_ENTER_LAP			48
#define TCTL_ENTER_NS			56
#define TCTL_ENTER_CPU			64
#define TCTL_ENTER_EPOCH		68

#define TCTL_RING_COMMIT		0
#define TCTL_RING_LAST_NS		8
#define TCTL_RING_LOST			16
#define TCTL_RING_ENTERED		24
#define TCTL_RING_BEGIN_NS		40
#define TCTL_RING_EPOCH			48

#define TCTL_SUBBUF_LAP			0
#define TCTL_SUBBUF_BEGIN_NS		8
#define TCTL_SUBBUF_END_NS		16
#define TCTL_SUBBUF_END			24
#define TCTL_SUBBUF_LOST		32

#define TCTL_CLOCK_INDEX		128
#define TCTL_CLOCK_SOURCE		132
#define TCTL_CLOCK_EPOCH		136
#define TCTL_CLOCK_SLOTS		144

#ifndef __ASSEMBLER__

#include <stddef.h>
#include <stdint.h>

#include "libtrace/region.h"
#include "libtrace/word.h"
#include <tracectl/abi/app.h>
#include <tracectl/abi/site.h>

/* By CPU number. Set once the ring's first sub-buffer was entered and its
   control page is allocated: no fault can kill a writer from then on. */
struct tctl_channel_cpu {
	struct tctl_ring *ring;		/* NULL: not ready in this process */
	char *data;
};

/* A mapped region. nr_cpus 0: there is none. */
struct tctl_mapping {
	const struct tctl_region *region;	/* mapped read-only */
	uint64_t ring_mask;		/* subbuf_size * nr_subbufs - 1 */
	uint64_t subbuf_mask;		/* subbuf_size - 1 */
	uint64_t settings;		/* whole: TCTL_SETTINGS_* */
	uint64_t quick_max;		/* longest record for the quick way: 0
					   when contexts are not the usual */
	uint64_t quick_head;		/* its header and contexts; never 0 */
	uint32_t nr_cpus;
	uint32_t max_record;
	uint32_t subbuf_shift;
	char *base;
	unsigned char *populated;	/* [nr_cpus][nr_subbufs + 1]: allocated;
					   the last: the control area */
	struct tctl_region geometry;	/* checked copy of the header */
};

struct tctl_channel {
	struct tctl_mapping whole;
	struct tctl_mapping counted;
	uint32_t process;	/* tctl_thread_process() of the opener: counted
				   regions belong to it alone */
	uint64_t bytes;		/* of this allocation */
	struct tctl_channel_cpu cpus[]	/* the whole region's */
		__attribute__((aligned(64)));
};

/* What a writer has to know before the critical section; compared inside. 0:
   no channel. */
#define TCTL_SETTINGS_OPEN		(1ull << 63)
#define TCTL_SETTINGS_WHOLE		(1ull << 62)
#define TCTL_SETTINGS_CONTEXTS(s)	((uint32_t)((s) >> 32) & 0xff)
#define TCTL_SETTINGS_MAX_RECORD(s)	((uint32_t)(s))

struct tctl_channel_slot {
	struct tctl_channel *channel;	/* published by the agent */
	uint64_t settings;
	uint64_t reserved[2];
};

extern struct tctl_channel_slot tctl_channels[TCTL_MAX_CHANNELS]
	__attribute__((visibility("hidden")));

/* One record to write into one channel. Laid out so that no two fields that C
   stores at once straddle a cache line. */
struct tctl_item {
	const uint16_t *id;		/* of the event in the channel */
	const struct tctl_segment *segments;
	const struct tctl_segment *segments_end;
	uint64_t ns;			/* 0: read the counter */
	uint32_t settings;		/* high half: flags and contexts */
	uint32_t length;		/* of the record, header included */
	uint32_t cap;			/* variable segments: at most this */
	uint32_t context_size;
	uint64_t context[3];
	const struct tctl_event_slot *slot;	/* the record path's own */
};

/* Entering a sub-buffer. commit, entered and cpu are what C has seen. */
struct tctl_enter {
	struct tctl_ring *ring;
	struct tctl_subbuf *left;	/* NULL: the ring is fresh */
	struct tctl_subbuf *target;
	uint64_t commit;
	uint64_t entered;
	uint64_t position;		/* of the sub-buffer entered */
	uint64_t lap;			/* its number + 1 */
	uint64_t ns;
	uint32_t cpu;
	uint32_t epoch;
};

#if UINTPTR_MAX == UINT64_MAX	/* elsewhere there is no such assembly */
TCTL_ASSERT_OFFSET(struct tctl_channel, cpus, TCTL_CHANNEL_CPUS);
TCTL_ASSERT_OFFSET(struct tctl_mapping, nr_cpus, TCTL_CHANNEL_NR_CPUS);
TCTL_ASSERT_OFFSET(struct tctl_mapping, subbuf_mask, TCTL_CHANNEL_SUBBUF_MASK);
TCTL_ASSERT_OFFSET(struct tctl_mapping, ring_mask, TCTL_CHANNEL_RING_MASK);
TCTL_ASSERT_OFFSET(struct tctl_mapping, settings, TCTL_CHANNEL_SETTINGS);
TCTL_ASSERT_OFFSET(struct tctl_mapping, quick_max, TCTL_CHANNEL_QUICK_MAX);
TCTL_ASSERT_OFFSET(struct tctl_mapping, quick_head, TCTL_CHANNEL_QUICK_HEAD);
TCTL_ASSERT_OFFSET(struct tctl_channel, whole, 0);
TCTL_ASSERT_OFFSET(struct tctl_channel_slot, channel, 0);
TCTL_ASSERT_SIZE(struct tctl_channel_cpu, 16);
TCTL_ASSERT_OFFSET(struct tctl_item, segments, TCTL_ITEM_SEGMENTS);
TCTL_ASSERT_OFFSET(struct tctl_item, segments_end, TCTL_ITEM_SEGMENTS_END);
TCTL_ASSERT_OFFSET(struct tctl_item, settings, TCTL_ITEM_SETTINGS);
TCTL_ASSERT_OFFSET(struct tctl_item, ns, TCTL_ITEM_NS);
TCTL_ASSERT_OFFSET(struct tctl_item, length, TCTL_ITEM_LENGTH);
TCTL_ASSERT_OFFSET(struct tctl_item, cap, TCTL_ITEM_CAP);
TCTL_ASSERT_OFFSET(struct tctl_item, context_size, TCTL_ITEM_CONTEXT_SIZE);
TCTL_ASSERT_OFFSET(struct tctl_item, context, TCTL_ITEM_CONTEXT);
TCTL_ASSERT_OFFSET(struct tctl_enter, left, TCTL_ENTER_LEFT);
TCTL_ASSERT_OFFSET(struct tctl_enter, target, TCTL_ENTER_TARGET);
TCTL_ASSERT_OFFSET(struct tctl_enter, commit, TCTL_ENTER_COMMIT);
TCTL_ASSERT_OFFSET(struct tctl_enter, entered, TCTL_ENTER_ENTERED);
TCTL_ASSERT_OFFSET(struct tctl_enter, position, TCTL_ENTER_POSITION);
TCTL_ASSERT_OFFSET(struct tctl_enter, lap, TCTL_ENTER_LAP);
TCTL_ASSERT_OFFSET(struct tctl_enter, ns, TCTL_ENTER_NS);
TCTL_ASSERT_OFFSET(struct tctl_enter, cpu, TCTL_ENTER_CPU);
TCTL_ASSERT_OFFSET(struct tctl_enter, epoch, TCTL_ENTER_EPOCH);
TCTL_ASSERT_OFFSET(struct tctl_ring, last_ns, TCTL_RING_LAST_NS);
TCTL_ASSERT_OFFSET(struct tctl_ring, lost, TCTL_RING_LOST);
TCTL_ASSERT_OFFSET(struct tctl_ring, entered, TCTL_RING_ENTERED);
TCTL_ASSERT_OFFSET(struct tctl_ring, begin_ns, TCTL_RING_BEGIN_NS);
TCTL_ASSERT_OFFSET(struct tctl_ring, epoch, TCTL_RING_EPOCH);
TCTL_ASSERT_OFFSET(struct tctl_subbuf, begin_ns, TCTL_SUBBUF_BEGIN_NS);
TCTL_ASSERT_OFFSET(struct tctl_subbuf, end_ns, TCTL_SUBBUF_END_NS);
TCTL_ASSERT_OFFSET(struct tctl_subbuf, end, TCTL_SUBBUF_END);
TCTL_ASSERT_OFFSET(struct tctl_subbuf, lost, TCTL_SUBBUF_LOST);
TCTL_ASSERT_OFFSET(struct tctl_region, clock, TCTL_CLOCK_INDEX);
TCTL_ASSERT_OFFSET(struct tctl_clock, slots, TCTL_CLOCK_SLOTS - 128);
TCTL_ASSERT_SIZE(struct tctl_segment, 16);
TCTL_ASSERT_OFFSET(struct tctl_segment, size, TCTL_SEGMENT_SIZE);
TCTL_ASSERT_OFFSET(struct tctl_segment, flags, TCTL_SEGMENT_FLAGS);
#endif

/* Allocate what a writer needs of the region before it enters it, so that a
   full file system is an answer here and not a signal there. 0 or -errno. */
int tctl_mapping_populate_ring(struct tctl_mapping *mapping, unsigned int cpu);
int tctl_mapping_populate_subbuf(struct tctl_mapping *mapping, unsigned int cpu,
				 uint64_t number);

static inline unsigned char *
tctl_mapping_populated(struct tctl_mapping *mapping, unsigned int cpu,
		       uint64_t index)
{
	return &mapping->populated[cpu * (mapping->geometry.nr_subbufs + 1ull) +
				   index];
}

static inline int tctl_mapping_ring_populated(struct tctl_mapping *mapping,
					      unsigned int cpu)
{
	return __atomic_load_n(tctl_mapping_populated(
				       mapping, cpu,
				       mapping->geometry.nr_subbufs),
			       __ATOMIC_RELAXED);
}

/* An event that no ring could count. */
void tctl_mapping_lose(struct tctl_mapping *mapping);

static inline struct tctl_ring *tctl_mapping_ring(struct tctl_mapping *mapping,
						  unsigned int cpu)
{
	return (struct tctl_ring *)(mapping->base +
				    tctl_region_ring_offset(&mapping->geometry,
							    cpu));
}

static inline struct tctl_subbuf *
tctl_mapping_subbuf(struct tctl_mapping *mapping, unsigned int cpu,
		    uint64_t number)
{
	return (struct tctl_subbuf *)(mapping->base + tctl_region_subbuf_offset(
						&mapping->geometry, cpu,
						number));
}

static inline char *tctl_mapping_data(struct tctl_mapping *mapping,
				      unsigned int cpu, uint64_t position)
{
	return mapping->base +
	       tctl_region_data_offset(&mapping->geometry, cpu, position);
}

static inline tctl_word tctl_mapping_consumed(struct tctl_mapping *mapping,
					     unsigned int cpu)
{
	const struct tctl_ring_consumer *consumers =
		(const void *)(mapping->base +
			       mapping->geometry.consumer_offset);

	/* (R2) pairs with tctl_reader_consumer_write(). */
	return __atomic_load_n(tctl_word_of(&consumers[cpu].consumed),
			       __ATOMIC_ACQUIRE);
}

/*
 * Users: who looks at tctl_channels[k].channel outside a critical section is
 * counted, in stripes so that threads don't share a line. The channel is not
 * unmapped before all stripes were seen 0.
 */
#define TCTL_CHANNEL_STRIPES	8u

uint32_t *tctl_channel_users(unsigned int k, uint32_t stripe);

static inline struct tctl_channel *
tctl_channel_get(unsigned int k, uint32_t *users)
{
	/* (R5) pairs with users_inside(): either it sees our count, or we
	   see that the channel is gone. */
	__atomic_fetch_add(users, 1, __ATOMIC_SEQ_CST);
	return __atomic_load_n(&tctl_channels[k].channel, __ATOMIC_SEQ_CST);
}

static inline void tctl_channel_put(uint32_t *users)
{
	__atomic_fetch_sub(users, 1, __ATOMIC_RELEASE);
}

#endif
#endif
