/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/bench/dormant.c LOOPS: a loop with eight sites nobody opens. Built
 * three times: with no site (BENCH_PLAIN), with ours, and with LTTng-UST's
 * (BENCH_LTTNG). Prints ns per loop; under callgrind its instructions are
 * counted.
 */
#include "tests/bench/measure.h"

#if defined(BENCH_PLAIN)
#define SITE(a, b)	do { } while (0)
#elif defined(BENCH_LTTNG)
#include "tests/bench/lttng_event.h"
#define SITE(a, b)	lttng_ust_tracepoint(tctl_bench, two, a, b)
#else
#include <tracectl/probe.h>
#define SITE(a, b)	PROBE(tctl_bench, two, (a, a), (b, b))
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
	uint64_t begin = measure_now_ns();

	work(loops);
	printf("%.4f\n", (double)(measure_now_ns() - begin) / loops);
	return 0;
}
