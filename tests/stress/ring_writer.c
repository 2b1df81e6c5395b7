/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/stress/ring_writer.c: the writing side of ring_load.h. */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "libtrace/channel.h"
#include "tests/stress/ring_bytes.h"
#include "tests/stress/ring_load.h"

static struct load_shared *shared;
static struct load_plan plan;
static unsigned int process;
static char *pattern;
static struct tctl_event_slot slot;
static __thread unsigned int thread;

static void emit(unsigned int writer, uint64_t number, uint32_t length)
{
	struct load_counts *counts = &shared->counts[writer];
	struct load_fixed fixed = { writer, length, number,
				    load_sum(writer, length, number) };
	const struct tctl_segment segments[] = {
		{ &fixed, sizeof(fixed), TCTL_SEGMENT_FIXED },
		{ pattern + number % 256, length, TCTL_SEGMENT_SEQUENCE },
	};

	__atomic_store_n(&counts->started, number + 1, __ATOMIC_RELAXED);
	tctl_record(&slot, segments, 2);
	__atomic_store_n(&counts->finished, number + 1, __ATOMIC_RELAXED);
}

static void on_signal(int signal)
{
	unsigned int writer = (process * LOAD_THREADS + thread) * 2 + 1;

	(void)signal;
	emit(writer, shared->counts[writer].started, 8);
}

static void migrate(unsigned int *seed)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(rand_r(seed) % sysconf(_SC_NPROCESSORS_ONLN), &set);
	sched_setaffinity(0, sizeof(set), &set);
}

static uint32_t length_of(unsigned int *seed, uint64_t number)
{
	if (!plan.largest_every)
		return rand_r(seed) % (plan.max_payload + 1);
	if (number % plan.largest_every)
		return rand_r(seed) % 65;
	return plan.max_payload;
}

static void mask(int how)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(how, &set, NULL);
}

static void *run(void *arg)
{
	unsigned int writer, seed;
	uint64_t i;

	/* The handler is not to count in another thread's name. */
	thread = (unsigned int)(uintptr_t)arg;
	mask(SIG_UNBLOCK);
	writer = (process * LOAD_THREADS + thread) * 2;
	seed = writer + 1;
	for (i = 0; !plan.records || i < plan.records; i++) {
		if (plan.migrate_every && i % plan.migrate_every == 0)
			migrate(&seed);
		emit(writer, i, length_of(&seed, i));
	}
	return NULL;
}

static void timer_begin(void)
{
	struct sigaction action = { .sa_handler = on_signal,
				    .sa_flags = SA_RESTART };
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL,
				  .sigev_signo = SIGUSR1 };
	struct itimerspec every = { 0 };
	timer_t timer;

	sigaction(SIGUSR1, &action, NULL);
	every.it_interval.tv_nsec = 1000000000 / plan.timer_hz;
	every.it_value = every.it_interval;
	if (!timer_create(CLOCK_MONOTONIC, &event, &timer))
		timer_settime(timer, 0, &every, NULL);
}

static int channel_begin(void)
{
	int whole = process < plan.whole;
	int fds[2] = { LOAD_FD + 1, LOAD_FD + 2 + (int)process };

	if (whole != tctl_rseq_usable())
		return -1;
	if (tctl_channel_open(0, whole ? fds : fds + 1, whole ? 2 : 1))
		return -1;
	fixture_event(&slot, 0, 1, LOAD_ID);
	return 0;
}

int load_writer(int place)
{
	pthread_t threads[LOAD_THREADS];
	uintptr_t i;

	process = place;
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED,
		      LOAD_FD, 0);
	if (shared == MAP_FAILED)
		return 1;
	plan = shared->plan;
	pattern = load_pattern(plan.max_payload);
	if (channel_begin()) {
		__atomic_fetch_add(&shared->unfit, 1, __ATOMIC_RELAXED);
		return 1;
	}
	/* Signals are for the threads that record. */
	mask(SIG_BLOCK);
	for (i = 0; i < plan.threads; i++)
		pthread_create(&threads[i], NULL, run, (void *)i);
	if (plan.timer_hz)
		timer_begin();
	for (i = 0; i < plan.threads; i++)
		pthread_join(threads[i], NULL);
	tctl_channel_flush(0);
	_exit(0);
}
