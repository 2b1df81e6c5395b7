/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/unit/ring_fixture.h: regions without a daemon, for the tests of rings
 * and reader: made in a memfd, written through the library's own functions.
 */
#ifndef TESTS_RING_FIXTURE_H
#define TESTS_RING_FIXTURE_H

#include <stdint.h>
#include <tracectl/abi/ring.h>
#include <tracectl/abi/site.h>

#include "tools/tracectld/clock.h"
#include "tools/tracectld/reader.h"

struct fixture {
	struct tctl_region region;
	int fd;
	char *map;	/* what a test may look at and damage */
};

#define FIXTURE_CONTEXTS (TCTL_CONTEXT_VPID | TCTL_CONTEXT_VTID)

/* Make a region (exits when the machine can't); fd < 0 asks for a memfd. */
void fixture_make(struct fixture *fixture, uint32_t protocol, uint32_t mode,
		  uint32_t subbuf_size, uint32_t nr_subbufs, int fd);
void fixture_contexts(struct fixture *fixture, uint32_t contexts);
void fixture_release(struct fixture *fixture);

/* Counted rings as they are after so many bytes were written and taken: a
   multiple of the ring's size. Before there are readers. */
void fixture_advance(struct fixture *fixture, uint64_t position);

struct tctl_ring *fixture_ring(struct fixture *fixture, unsigned int cpu);
struct tctl_subbuf *fixture_subbuf(struct fixture *fixture, unsigned int cpu,
				   uint64_t number);
struct tctl_region_loss *fixture_loss(struct fixture *fixture);

/* Sum over the rings; what no ring counted included. */
uint64_t fixture_lost(struct fixture *fixture);

/* Enable event `index` as `id` in channel k, and let the slot name it. */
void fixture_event(struct tctl_event_slot *slot, unsigned int k, uint32_t index,
		   uint32_t id);

/* Stay on one CPU, for tests that look at its ring. */
void fixture_pin(unsigned int cpu);

#endif
