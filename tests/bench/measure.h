/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/bench/measure.h: what the benchmark's programs share: the clock, and
 * the form of a result. Each program measures one case once and prints one
 * number; the script that runs them interleaves the cases and takes medians.
 */
#ifndef TESTS_BENCH_MEASURE_H
#define TESTS_BENCH_MEASURE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline uint64_t measure_now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}

/* Time that this thread ran: other load on the machine does not count. */
static inline uint64_t measure_own_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}

/* Keeps a loop that does nothing else a loop. */
#define MEASURE_KEEP(x)		__asm__ volatile("" : "+r"(x))

static inline uint64_t measure_rdtsc(void)
{
	uint32_t low, high;

	__asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
	return (uint64_t)high << 32 | low;
}

__attribute__((noreturn, unused))
static void measure_die(const char *what)
{
	fprintf(stderr, "bench: cannot %s\n", what);
	exit(1);
}

#endif
