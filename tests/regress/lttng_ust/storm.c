/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/regress/lttng_ust/storm.c ROUNDS PLUGIN: everything at once: threads hit
 * tracepoints with strings that another thread changes, small ones and large
 * ones; a timer's handler hits them in the middle of that; a library comes and
 * goes; children are made. Prints how often the threads have hit
 * tctl_every:first, and the handler tctl_every:ten.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include "every.h"

#define WRITERS		3
#define SHARED		6000

static int rounds;
static const char *plugin;
static volatile char shared[SHARED + 1];
static int handled, done;	/* atomic, relaxed */

static void handler(int signal)
{
	(void)signal;
	__atomic_fetch_add(&handled, 1, __ATOMIC_RELAXED);
	lttng_ust_tracepoint(tctl_every, ten, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
}

/* Whatever the string is when it is read: the number before it stays. */
static void *writer(void *arg)
{
	int number = (int)(intptr_t)arg * rounds, i;

	for (i = 0; i < rounds; i++)
		lttng_ust_tracepoint(tctl_every, first, number + i,
				     (const char *)shared + i % 2 * (SHARED - 20));
	return NULL;
}

static void *mutator(void *arg)
{
	unsigned int seed = 1, length;

	while (!__atomic_load_n(&done, __ATOMIC_RELAXED)) {
		length = (unsigned int)rand_r(&seed) % SHARED;
		shared[length] = 0;
		sched_yield();
		shared[length] = 'm';
	}
	return arg;
}

static void *loader(void *arg)
{
	void (*call)(int round);
	void *handle;
	int i;

	for (i = 0; i < 30; i++) {
		handle = dlopen(plugin, RTLD_NOW | RTLD_LOCAL);
		if (!handle)
			abort();
		call = (void (*)(int))dlsym(handle, "plugin_call");
		call(i);
		dlclose(handle);
	}
	return arg;
}

static void *parent(void *arg)
{
	pid_t child;
	int i;

	for (i = 0; i < 30; i++) {
		child = fork();
		if (!child) {
			lttng_ust_tracepoint(tctl_every, second, i,
					     (const char *)shared);
			_exit(0);
		}
		waitpid(child, NULL, 0);
	}
	return arg;
}

static void start_timer(void)
{
	const struct itimerval every = { { 0, 500 }, { 0, 500 } };
	struct sigaction action;

	memset(&action, 0, sizeof(action));
	action.sa_handler = handler;
	action.sa_flags = SA_RESTART;
	sigaction(SIGPROF, &action, NULL);
	setitimer(ITIMER_PROF, &every, NULL);
}

static void stop_timer(void)
{
	const struct itimerval never = { { 0, 0 }, { 0, 0 } };

	setitimer(ITIMER_PROF, &never, NULL);
}

int main(int argc, char **argv)
{
	pthread_t threads[WRITERS + 2], changes;
	intptr_t i;

	if (argc < 3)
		return 2;
	rounds = atoi(argv[1]);
	plugin = argv[2];
	memset((char *)shared, 'm', SHARED);
	start_timer();
	pthread_create(&changes, NULL, mutator, NULL);
	for (i = 0; i < WRITERS; i++)
		pthread_create(&threads[i], NULL, writer, (void *)i);
	pthread_create(&threads[WRITERS], NULL, loader, NULL);
	pthread_create(&threads[WRITERS + 1], NULL, parent, NULL);
	for (i = 0; i < WRITERS + 2; i++)
		pthread_join(threads[i], NULL);
	__atomic_store_n(&done, 1, __ATOMIC_RELAXED);
	pthread_join(changes, NULL);
	stop_timer();
	printf("%d %d\n", WRITERS * rounds, handled);
	return 0;
}
