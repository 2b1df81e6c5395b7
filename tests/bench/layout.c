/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/bench/layout.c stagger|aligned LOOPS: what the place of the control
 * blocks is worth. One thread plays 64 CPUs in turn and does to each one's
 * ring what a record does to memory: the control block, the table entry of the
 * sub-buffer, 32 bytes of data. Prints ns per record.
 */
#include <string.h>
#include <sys/mman.h>
#include "libtrace/region.h"
#include "tests/bench/measure.h"

#define NR_CPUS		64
#define RECORD		32

struct place {
	struct tctl_ring *ring;
	struct tctl_subbuf *table;
	char *data;
};

static void record(const struct tctl_region *region, struct place *place)
{
	uint64_t position = __atomic_load_n(&place->ring->reserve,
					    __ATOMIC_RELAXED);
	uint64_t subbuf = position / region->subbuf_size;
	uint64_t *to = (uint64_t *)(place->data +
		(position & (tctl_region_ring_size(region) - 1)));

	__atomic_compare_exchange_n(&place->ring->reserve, &position,
				    position + RECORD, 0, __ATOMIC_RELAXED,
				    __ATOMIC_RELAXED);
	place->ring->last_ns = position;
	to[1] = position;
	to[2] = position;
	to[3] = position;
	__atomic_store_n(&to[0], position, __ATOMIC_RELEASE);
	__atomic_fetch_add(&place->table[subbuf & (region->nr_subbufs - 1)]
			   .commit, RECORD, __ATOMIC_RELEASE);
}

static void find_places(const struct tctl_region *region, char *base,
			int aligned, struct place *places)
{
	for (unsigned int cpu = 0; cpu < NR_CPUS; cpu++) {
		uint64_t ring = tctl_region_ring_offset(region, cpu);

		if (aligned)
			ring -= TCTL_RING_STAGGER(cpu);
		places[cpu].ring = (struct tctl_ring *)(base + ring);
		places[cpu].table = (struct tctl_subbuf *)
			(base + tctl_region_subbuf_offset(region, cpu, 0));
		/* Live rings are at different positions. */
		places[cpu].data = base +
			tctl_region_data_offset(region, cpu, 0);
		places[cpu].ring->reserve = cpu * 4160;
	}
}

int main(int argc, char **argv)
{
	struct tctl_region region = {
		.nr_cpus = NR_CPUS,
		.subbuf_size = 1 << 18,
		.nr_subbufs = 8,
	};
	struct place places[NR_CPUS];
	uint64_t loops, begin;
	char *base;

	if (argc < 3)
		measure_die("measure: layout stagger|aligned LOOPS");
	loops = strtoull(argv[2], NULL, 0) / NR_CPUS;
	tctl_region_layout(&region);
	base = mmap(NULL, region.region_size, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (base == MAP_FAILED)
		measure_die("get memory for 64 rings");
	find_places(&region, base, !strcmp(argv[1], "aligned"), places);
	begin = measure_own_ns();
	for (uint64_t i = 0; i < loops; i++)
		for (unsigned int cpu = 0; cpu < NR_CPUS; cpu++)
			record(&region, &places[cpu]);
	printf("%.3f\n", (double)(measure_own_ns() - begin) /
			 (loops * NR_CPUS));
	return 0;
}
