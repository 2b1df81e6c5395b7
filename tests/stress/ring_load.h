/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/stress/ring_load.h: a load on rings: processes whose threads (and their
 * signal handlers) record numbered, checkable records, and the consumer that
 * takes them out and checks each.
 *
 * Writers are started anew from this program ("writer PLACE"), so that libc can
 * be told to leave rseq alone; they find the plan, the regions and their
 * counters behind inherited descriptors.
 */
#ifndef TESTS_RING_LOAD_H
#define TESTS_RING_LOAD_H

#include <stdint.h>
#include <sys/types.h>

#include "tests/unit/ring_fixture.h"

#define LOAD_PROCESSES	8
#define LOAD_THREADS	4
#define LOAD_WRITERS	(LOAD_PROCESSES * LOAD_THREADS * 2)
#define LOAD_ID		77

struct load_plan {
	uint32_t whole, counted;	/* processes of each kind */
	uint32_t threads;		/* in each */
	uint32_t records;		/* of each thread; 0: until killed */
	uint32_t max_payload;		/* bytes of the sequence */
	uint32_t largest_every;		/* each nth has max_payload, others up
					   to 64; 0: all random */
	uint32_t timer_hz;		/* signals in each process; 0: none */
	uint32_t migrate_every;		/* records; 0: never */
	uint32_t mode, subbuf_size, nr_subbufs;
};

struct load_counts {
	uint64_t started, finished;
} __attribute__((aligned(64)));

/* Shared with the writers. Writer 2n is thread n, 2n + 1 its signals. */
struct load_shared {
	struct load_plan plan;
	struct load_counts counts[LOAD_WRITERS];
	uint32_t unfit;			/* writers that could not start */
};

struct load_region {
	struct fixture fixture;
	struct tctl_reader reader;
	uint64_t *last_ns;		/* by CPU, of the last record */
	uint64_t records;
	int dead;			/* its only writer ended */
};

struct load {
	struct load_shared *shared;
	int shared_fd;
	pid_t pids[LOAD_PROCESSES];
	struct load_region regions[1 + LOAD_PROCESSES];	/* [0] is whole */
	unsigned int nr_regions;
	unsigned char *seen;		/* bits: writer, number */
	char *buf;
	uint64_t records, packets, stale;
	uint64_t torn, backwards, twice, refused;
};

/* Numbers of one writer that are told apart. */
#define LOAD_NUMBERS	(1u << 22)

void load_start(struct load *load, const struct load_plan *plan);

/* Take what is there; returns the number of packets. */
unsigned int load_drain(struct load *load);

/* Drain until all writers ended by themselves. */
void load_wait(struct load *load);
void load_kill(struct load *load);

/* Take snapshots of overwrite regions. */
void load_snapshot(struct load *load);

/* Totals; each ring's reported loss is compared with its own count. */
uint64_t load_started(const struct load *load);
uint64_t load_finished(const struct load *load);
uint64_t load_lost(struct load *load, unsigned int *ret_wrong);
void load_end(struct load *load);

/* main() of a writer. */
int load_writer(int place);

#endif
