/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/bench/events.h: the loops around one event each, the same source for
 * tracectl and for LTTng-UST (BENCH_LTTNG), and the threads that run them.
 *
 * EVENT_TWO(a, b) and EVENT_TEXT(text, a, b, c, d) are the sites.
 */
#ifndef TESTS_BENCH_EVENTS_H
#define TESTS_BENCH_EVENTS_H

#include <pthread.h>
#include <sched.h>
#include <string.h>
#include "tests/bench/measure.h"

#ifdef BENCH_LTTNG
#include "tests/bench/lttng_event.h"
#define EVENT_TWO(a, b)	lttng_ust_tracepoint(tctl_bench, two, a, b)
#define EVENT_TEXT(text, a, b, c, d) \
	lttng_ust_tracepoint(tctl_bench, text, text, a, b, c, d)
#else
#include <tracectl/probe.h>
#define EVENT_TWO(x, y)	PROBE(tctl_bench, two, (a, x), (b, y))
#define EVENT_TEXT(string, w, x, y, z) \
	PROBE(tctl_bench, text, (text, string), (a, w), (b, x), (c, y), (d, z))
#endif

typedef void events_loop_fn(uint64_t loops);

static void loop_two(uint64_t loops)
{
	for (uint64_t i = 0; i < loops; i++)
		EVENT_TWO(i, loops);
}

static void loop_text(uint64_t loops)
{
	const char *text = "a string of thirty-two bytes....";
	uint32_t low = (uint32_t)loops;

	for (uint64_t i = 0; i < loops; i++)
		EVENT_TEXT(text, i, low, low, loops);
}

static void loop_rdtsc(uint64_t loops)
{
	uint64_t sum = 0;

	for (uint64_t i = 0; i < loops; i++) {
		sum += measure_rdtsc();
		MEASURE_KEEP(sum);
	}
}

struct events_worker {
	pthread_t thread;
	pthread_barrier_t *barrier;
	events_loop_fn *loop;
	uint64_t loops;
};

static void *events_worker_run(void *data)
{
	struct events_worker *worker = data;

	pthread_barrier_wait(worker->barrier);
	worker->loop(worker->loops);
	return NULL;
}

/* ns of wall time per event, all threads counted together. */
static double events_measure_threads(events_loop_fn *loop, unsigned int nr,
				     uint64_t loops)
{
	struct events_worker workers[64];
	pthread_barrier_t barrier;
	uint64_t begin;

	if (nr > 64)
		measure_die("run more than 64 threads");
	pthread_barrier_init(&barrier, NULL, nr + 1);
	for (unsigned int i = 0; i < nr; i++) {
		workers[i].barrier = &barrier;
		workers[i].loop = loop;
		workers[i].loops = loops / nr;
		if (pthread_create(&workers[i].thread, NULL, events_worker_run,
				   &workers[i]))
			measure_die("start a thread");
	}
	begin = measure_now_ns();
	pthread_barrier_wait(&barrier);
	for (unsigned int i = 0; i < nr; i++)
		pthread_join(workers[i].thread, NULL);
	return (double)(measure_now_ns() - begin) / (loops / nr * nr);
}

/* On one CPU; what is measured comes after the rings were gone through. */
static double events_measure(events_loop_fn *loop, uint64_t loops)
{
	cpu_set_t one;
	uint64_t begin;

	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	sched_setaffinity(0, sizeof(one), &one);
	loop(loops / 10 + 200000);
	begin = measure_own_ns();
	loop(loops);
	return (double)(measure_own_ns() - begin) / loops;
}

/* CASE: rdtsc, two, text, or the number of threads that emit `two`. */
static double events_run(const char *name, uint64_t loops)
{
	if (!strcmp(name, "rdtsc"))
		return events_measure(loop_rdtsc, loops);
	if (!strcmp(name, "two"))
		return events_measure(loop_two, loops);
	if (!strcmp(name, "text"))
		return events_measure(loop_text, loops);
	return events_measure_threads(loop_two, strtoul(name, NULL, 0), loops);
}

#endif
