/* SPDX-License-Identifier: MIT */
/*
 * abi/ring.h: the bytes of a region: the shared file that holds the rings of
 * one channel, one per CPU. Written by applications, the BPF programs and the
 * kernel module; read by the daemon (pread) and by `tracectl recover`.
 *
 *	0			struct tctl_region	  (daemon writes)
 *	loss_offset		struct tctl_region_loss	  (applications add)
 *	consumer_offset		struct tctl_ring_consumer[nr_cpus] (daemon writes)
 *	control_offset		per CPU control_stride bytes: at
 *				TCTL_RING_STAGGER(cpu) the struct tctl_ring, at
 *				control_stride - nr_subbufs * 64 the table
 *	data_offset		per CPU subbuf_size * nr_subbufs bytes
 *
 * The pages of the first three are allocated when the region is made; the rest
 * is sparse and allocated by writers before they enter it (where the kernel has
 * MADV_POPULATE_WRITE, Linux 5.14; otherwise all of it when the region is made).
 *
 * Positions are byte counts since the ring was made, never reduced to the ring
 * size. A position's place is position & (subbuf_size * nr_subbufs - 1).
 * Sub-buffer n covers [n * subbuf_size, (n + 1) * subbuf_size).
 *
 * A record starts 8-aligned with one u64 {id, timestamp}, continues with the
 * context and the payload, byte-aligned, and ends exactly; the padding up to
 * the next multiple of 8 belongs to the record after it. It never crosses a
 * sub-buffer and never fills one to its last byte (strict: end < end of
 * sub-buffer), so a position that is a multiple of subbuf_size always means
 * "entered, still empty".
 *
 * Byte order: the writers'. A reader of the other order finds the magic turned
 * round.
 *
 * Narrow regions (TCTL_REGION_NARROW) are counted ones of writers without
 * atomic instructions of 64 bits. Of each word that several writers change
 * (reserve, lost, commit, no_memory) or that orders what is read (lap, end,
 * consumed), these use the low half alone, at its place in their byte order:
 * positions are modulo 2^32, sub-buffers' numbers accordingly. A ring has at
 * most TCTL_MAX_NARROW bytes, so that every comparison is decided. Words that
 * are not read before such a word says so (times) are stored in two halves.
 * last_ns is unused: CLOCK_MONOTONIC is read between the load of reserve and
 * its compare-and-swap and doesn't go back; a sub-buffer's end_ns is the time
 * at which it was left. entered becomes 1 with the first record. A header's
 * half with the id is stored last.
 */
#ifndef TRACECTL_ABI_RING_H
#define TRACECTL_ABI_RING_H

#include <stddef.h>
#include <stdint.h>
#include <tracectl/abi/assert.h>

#define TCTL_REGION_MAGIC	0x316e6f6967657274ull	/* "tregion1" */
#define TCTL_REGION_VERSION	1

#define TCTL_PROTOCOL_WHOLE	1
#define TCTL_PROTOCOL_COUNTED	2

#define TCTL_MODE_DISCARD	1
#define TCTL_MODE_OVERWRITE	2

/* Contexts in front of each payload, in this order. */
#define TCTL_CONTEXT_VPID	(1u << 0)	/* u32 */
#define TCTL_CONTEXT_VTID	(1u << 1)	/* u31, and 1 bit: record was cut;
						   on little endian the bit is
						   bit 31, on big endian bit 0 */
#define TCTL_CONTEXT_PROCNAME	(1u << 2)	/* 16 bytes, NUL-padded */

#define TCTL_MIN_SUBBUF_SIZE	4096u
#define TCTL_MAX_SUBBUF_SIZE	(1u << 28)
#define TCTL_MIN_SUBBUFS	2u
#define TCTL_MAX_SUBBUFS	512u
#define TCTL_MAX_RECORD		65528u	/* and at most subbuf_size / 4 */
#define TCTL_MAX_CPUS		4096u
#define TCTL_MAX_NARROW		(1u << 30)	/* bytes of a narrow ring */

#define TCTL_REGION_NARROW	(1u << 0)	/* tctl_region.flags */

/*
 * Clock: ns(tsc) = ns0 + ((tsc - tsc0) * mult >> 32), 128-bit product. Two
 * slots, used in turn: the daemon fills slots[(index + 1) & 1], then stores
 * index + 1. Who reads a slot reads index before and after: the slot was whole
 * if index did not change. source TCTL_CLOCK_SYSTEM, a tsc before tsc0 or past
 * valid_until: use clock_gettime(CLOCK_MONOTONIC).
 */
#define TCTL_CLOCK_SYSTEM	0
#define TCTL_CLOCK_TSC		1

struct tctl_clock_slot {
	uint64_t tsc0;
	uint64_t ns0;
	uint64_t mult;		/* 32.32 fixed point, ns per tick */
	uint64_t valid_until;	/* tsc */
};

struct tctl_clock {
	uint32_t index;		/* counts up; slots[index & 1] is in force */
	uint32_t source;	/* TCTL_CLOCK_* */
	uint32_t epoch;		/* counts re-bases after a gap */
	uint32_t reserved;
	struct tctl_clock_slot slots[2];
};
TCTL_ASSERT_SIZE(struct tctl_clock, 80);

struct tctl_region {
	uint64_t magic;
	uint32_t version;
	uint32_t size;			/* of this struct */
	uint64_t region_size;		/* bytes of the file */
	uint32_t nr_cpus;		/* possible CPUs */
	uint32_t protocol;
	uint32_t mode;
	uint32_t contexts;		/* TCTL_CONTEXT_* */
	uint32_t subbuf_size;		/* bytes, power of two */
	uint32_t nr_subbufs;		/* power of two */
	uint64_t loss_offset;
	uint64_t consumer_offset;
	uint64_t control_offset;
	uint64_t control_stride;
	uint64_t data_offset;
	uint32_t word_size;		/* 32 or 64: of the writers */
	uint32_t owner_pid;		/* counted: the writing process; 0 shared */
	uint32_t flags;			/* TCTL_REGION_* */
	uint32_t reserved;
	uint64_t reserved2[3];
	struct tctl_clock clock;
};
TCTL_ASSERT_OFFSET(struct tctl_region, loss_offset, 48);
TCTL_ASSERT_OFFSET(struct tctl_region, clock, 128);
TCTL_ASSERT_SIZE(struct tctl_region, 208);

/* Losses that no ring could count: its memory was not to be had, or the writer
   had no ring of its own (yet: a child right after fork). */
struct tctl_region_loss {
	uint64_t no_memory;	/* events; atomic add by writers */
	uint64_t reserved[7];
};
TCTL_ASSERT_SIZE(struct tctl_region_loss, 64);

struct tctl_ring_consumer {
	uint64_t consumed;	/* position up to which the ring may be reused */
	uint64_t packets;	/* packets written from this ring so far */
	uint64_t lost_reported;	/* lost total of the last packet written */
	uint64_t end_ns;	/* of the last packet written */
	uint64_t skipped;	/* losses that only the reader saw: unfinished
				   records of the dead, senseless bytes */
	uint64_t events;	/* in the packets written, for totals only */
	uint64_t statedump;	/* those of them of lttng_ust_statedump */
	uint64_t reserved;
};
TCTL_ASSERT_SIZE(struct tctl_ring_consumer, 64);

/*
 * Control block of a ring.
 *
 * whole: commit packs {length of the last record:16, end position:48}; the
 * length is 0 right after a sub-buffer was entered. Stored last in each
 * critical section, so it publishes everything before it.
 * counted: reserve is moved by compare-and-swap; commit is unused, and entered
 * but in narrow regions.
 * Whoever moves it out of a sub-buffer fills in that one's table entry and adds
 * what remained of it to its commit count; whoever reserves the first bytes of
 * a sub-buffer fills in begin_ns, then lap.
 */
#define TCTL_COMMIT_POS(c)	((c) & ((1ull << 48) - 1))
#define TCTL_COMMIT_LENGTH(c)	((uint32_t)((c) >> 48))

struct tctl_ring {
	uint64_t commit;
	uint64_t last_ns;	/* highest time stamp handed out */
	uint64_t lost;		/* events not recorded since the ring was made */
	uint64_t entered;	/* sub-buffers entered so far; 0: fresh ring */
	uint64_t reserve;	/* counted: end position of what is reserved */
	uint64_t begin_ns;	/* whole: of the sub-buffer in force */
	uint32_t epoch;		/* clock.epoch in which it was entered */
	uint32_t reserved;
	uint64_t reserved2;
};
TCTL_ASSERT_OFFSET(struct tctl_ring, begin_ns, 40);
TCTL_ASSERT_SIZE(struct tctl_ring, 64);

/* Table entry of a sub-buffer. */
struct tctl_subbuf {
	uint64_t lap;		/* number of the sub-buffer held (position /
				   subbuf_size) + 1; 0 while it is being replaced */
	uint64_t begin_ns;	/* not after the first record */
	uint64_t end_ns;	/* of the last record; valid once left */
	uint64_t end;		/* exact end position of content; valid once left */
	uint64_t lost;		/* ring's lost total when it was left */
	uint64_t commit;	/* counted: bytes committed, padding included,
				   over all laps: finished when it is
				   subbuf_size * (laps begun) */
	uint64_t holes;		/* kernel rings: unused ends of records, see
				   abi/kernel.h */
	uint64_t reserved;
};
TCTL_ASSERT_SIZE(struct tctl_subbuf, 64);

/* Keeps control blocks of neighbouring CPUs out of each other's cache sets. */
#define TCTL_RING_STAGGER(cpu)	((((uint64_t)(cpu)) % 16) * 128)

/* Record header. */
#define TCTL_ID_UNFINISHED	0xffffu	/* counted: reserved, not committed;
					   the time field holds the length */
#define TCTL_ID_MAX		0xfffdu
#define TCTL_RECORD_HEADER_LE(id, ns) \
	((uint64_t)(id) | ((uint64_t)(ns) << 16))
#define TCTL_RECORD_ID_LE(h)	((uint32_t)((h) & 0xffff))
#define TCTL_RECORD_NS_LE(h)	((uint64_t)(h) >> 16)
#define TCTL_RECORD_HEADER_BE(id, ns) \
	(((uint64_t)(id) << 48) | ((ns) & ((1ull << 48) - 1)))
#define TCTL_RECORD_ID_BE(h)	((uint32_t)((h) >> 48))
#define TCTL_RECORD_NS_BE(h)	((h) & ((1ull << 48) - 1))
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define TCTL_RECORD_HEADER(id, ns)	TCTL_RECORD_HEADER_BE(id, ns)
#define TCTL_RECORD_ID(h)	TCTL_RECORD_ID_BE(h)
#define TCTL_RECORD_NS(h)	TCTL_RECORD_NS_BE(h)
#else
#define TCTL_RECORD_HEADER(id, ns)	TCTL_RECORD_HEADER_LE(id, ns)
#define TCTL_RECORD_ID(h)	TCTL_RECORD_ID_LE(h)
#define TCTL_RECORD_NS(h)	TCTL_RECORD_NS_LE(h)
#endif

#endif
