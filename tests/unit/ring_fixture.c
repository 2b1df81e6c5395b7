/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/unit/ring_fixture.c: see ring_fixture.h. */
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "libtrace/channel.h"
#include "libtrace/word.h"
#include "tests/unit/ring_fixture.h"

static void fail(const char *what)
{
	printf("Bail out! %s\n", what);
	exit(99);
}

void fixture_contexts(struct fixture *fixture, uint32_t contexts)
{
	fixture->region.contexts = contexts;
	if (pwrite(fixture->fd, &contexts, sizeof(contexts),
		   offsetof(struct tctl_region, contexts)) != sizeof(contexts))
		fail("cannot write the region's header");
}

void fixture_make(struct fixture *fixture, uint32_t protocol, uint32_t mode,
		  uint32_t subbuf_size, uint32_t nr_subbufs, int fd)
{
	struct tctl_region *region = &fixture->region;
	struct tctl_clock_state clock;
	long cpus = sysconf(_SC_NPROCESSORS_CONF);

	*region = (struct tctl_region){
		.nr_cpus = cpus,
		.protocol = protocol,
		.mode = mode,
		.contexts = FIXTURE_CONTEXTS,
		.subbuf_size = subbuf_size,
		.nr_subbufs = nr_subbufs,
		.word_size = sizeof(long) * 8,
	};
	if (TCTL_NARROW && protocol == TCTL_PROTOCOL_COUNTED)
		region->flags = TCTL_REGION_NARROW;
	fixture->fd = fd < 0 ? memfd_create("region", MFD_CLOEXEC) : fd;
	if (!tctl_region_layout(region) || fixture->fd < 0 ||
	    ftruncate(fixture->fd, region->region_size) ||
	    posix_fallocate(fixture->fd, 0, tctl_region_reserved(region)) ||
	    pwrite(fixture->fd, region, sizeof(*region), 0) !=
		    sizeof(*region))
		fail("cannot make a region");
	tctl_clock_init(&clock);
	if (tctl_clock_publish(&clock, fixture->fd, 0))
		fail("cannot publish the clock");
	fixture->map = mmap(NULL, region->region_size, PROT_READ | PROT_WRITE,
			    MAP_SHARED, fixture->fd, 0);
	if (fixture->map == MAP_FAILED)
		fail("cannot map the region");
}

static void advance(struct fixture *fixture, unsigned int cpu,
		    uint64_t position)
{
	struct tctl_ring_consumer *consumer = (void *)(fixture->map +
		fixture->region.consumer_offset + cpu * sizeof(*consumer));
	uint64_t laps = position / tctl_region_ring_size(&fixture->region);
	struct tctl_ring *ring = fixture_ring(fixture, cpu);
	unsigned int i;

	consumer->consumed = position;
	ring->reserve = (tctl_word)position;
	ring->entered = 1;
	for (i = 0; i < fixture->region.nr_subbufs; i++)
		fixture_subbuf(fixture, cpu, i)->commit =
			(tctl_word)(laps * fixture->region.subbuf_size);
}

void fixture_advance(struct fixture *fixture, uint64_t position)
{
	unsigned int cpu;

	for (cpu = 0; cpu < fixture->region.nr_cpus; cpu++)
		advance(fixture, cpu, position);
}

void fixture_release(struct fixture *fixture)
{
	munmap(fixture->map, fixture->region.region_size);
	close(fixture->fd);
}

struct tctl_ring *fixture_ring(struct fixture *fixture, unsigned int cpu)
{
	return (void *)(fixture->map +
			tctl_region_ring_offset(&fixture->region, cpu));
}

struct tctl_subbuf *fixture_subbuf(struct fixture *fixture, unsigned int cpu,
				   uint64_t number)
{
	return (void *)(fixture->map +
			tctl_region_subbuf_offset(&fixture->region, cpu,
						  number));
}

struct tctl_region_loss *fixture_loss(struct fixture *fixture)
{
	return (void *)(fixture->map + fixture->region.loss_offset);
}

uint64_t fixture_lost(struct fixture *fixture)
{
	uint64_t lost = __atomic_load_n(&fixture_loss(fixture)->no_memory,
					__ATOMIC_RELAXED);
	unsigned int cpu;

	for (cpu = 0; cpu < fixture->region.nr_cpus; cpu++)
		lost += __atomic_load_n(&fixture_ring(fixture, cpu)->lost,
					__ATOMIC_RELAXED);
	return lost;
}

void fixture_event(struct tctl_event_slot *slot, unsigned int k, uint32_t index,
		   uint32_t id)
{
	slot->index = index;
	tctl_channel_enable(k, index, id);
}

void fixture_pin(unsigned int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		fail("cannot pin to a CPU");
}
