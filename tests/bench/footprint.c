/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/bench/footprint.c LOOPS: runs ten thousand functions in turn, LOOPS
 * times, for cachegrind to count what their instructions miss. Linked with ten
 * parts of part.c, of which none, one or all have dormant probes.
 */
#define TRACECTL_LINKED
#include "tests/bench/measure.h"
#include "tests/bench/set.h"

int (*const tctl_bench_parts[])(void) = {
	tctl_bench_part_0, tctl_bench_part_1, tctl_bench_part_2,
	tctl_bench_part_3, tctl_bench_part_4, tctl_bench_part_5,
	tctl_bench_part_6, tctl_bench_part_7, tctl_bench_part_8,
	tctl_bench_part_9,
};

int main(int argc, char **argv)
{
	long loops = argc > 1 ? atol(argv[1]) : 1;
	unsigned int i;
	int sum = 0;

	for (; loops; loops--)
		for (i = 0; i < 10; i++)
			sum += tctl_bench_parts[i]();
	MEASURE_KEEP(sum);
	return 0;
}
