/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/bench/dormant.c LOOPS: a loop with eight sites nobody opens. Built
 * three times: with no site (BENCH_PLAIN), with ours, and with LTTng-UST's
 * (BENCH_LTTNG). Prints ns per loop; under callgrind its instructions are
 * counted.
 */
#include "tests/bench/measure.h"

#if defined(BENCH_PLAIN)
#define SITE(x, y)	do { } while (0)
#elif defined(BENCH_LTTNG)
#include "tests/bench/lttng_event.h"
#define SITE(x, y)	lttng_ust_tracepoint(tctl_bench, two, x, y)
#else
#include <tracectl/probe.h>
#define SITE(x, y)	PROBE(tctl_bench, two, (a, x), (b, y))
#endif

static void work(uint64_t loops)
{
	uint64_t a = 1, b = 2;

	MEASURE_KEEP(b);

	for (uint64_t i = 0; i < loops; i++) {
		SITE(a, b);
		MEASURE_KEEP(a);
		SITE(a, b);
		MEASURE_KEEP(a);
		SITE(a, b);
		MEASURE_KEEP(a);
		SITE(a, b);
		MEASURE_KEEP(a);
		SITE(a, b);
		MEASURE_KEEP(a);
		SITE(a, b);
		MEASURE_KEEP(a);
		SITE(a, b);
		MEASURE_KEEP(a);
		SITE(a, b);
		MEASURE_KEEP(a);
	}
}

int main(int argc, char **argv)
{
	uint64_t loops = argc > 1 ? strtoull(argv[1], NULL, 0) : 20000000;
	uint64_t begin = measure_own_ns();

	work(loops);
	printf("%.4f\n", (double)(measure_own_ns() - begin) / loops);
	return 0;
}
