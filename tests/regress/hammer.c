/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/regress/hammer.c: threads and processes that hit probes, and say how
 * often. The counts are what the tests hold against the trace.
 *
 *	hammer [-t THREADS] [-p PROCESSES] [-n COUNT] [-o] [-w] [-s SECONDS]
 *
 * COUNT events hammer:hit (process, thread, n, sum) per thread; -o: begin when
 * the probe is open; -w: begin at a line on stdin, end after a further one;
 * -s: for this long, whatever COUNT says. Prints "emitted N": what was hit
 * while -o held, in all.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <tracectl/probe.h>
#include <unistd.h>

static uint64_t count = 1000;
static unsigned int threads = 1, processes = 1, process, seconds;
static int wait_open, wait_line;

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec + ts.tv_nsec * 1e-9;
}

static void *hit(void *arg)
{
	uint64_t thread = (uint64_t)(uintptr_t)arg, n;
	double end = now() + seconds;

	for (n = 0; seconds || n < count; n++) {
		uint64_t sum = thread ^ n ^ 0x5aa5u;

		TRACECTL_PROBE(hammer, hit, (process, process),
			       (thread, thread), (n, n), (sum, sum));
		if (seconds && n % 1024 == 0 && now() > end)
			break;
	}
	return (void *)(uintptr_t)n;
}

static uint64_t run_threads(void)
{
	pthread_t ids[256];
	uint64_t total = 0;
	void *hits;

	for (unsigned int i = 0; i < threads; i++)
		pthread_create(&ids[i], NULL, hit, (void *)(uintptr_t)i);
	for (unsigned int i = 0; i < threads; i++) {
		pthread_join(ids[i], &hits);
		total += (uintptr_t)hits;
	}
	return total;
}

static int read_line(void)
{
	char line[64];

	return fgets(line, sizeof(line), stdin) != NULL;
}

static void parse(int argc, char **argv)
{
	int c;

	while ((c = getopt(argc, argv, "t:p:n:s:ow")) != -1) {
		switch (c) {
		case 't': threads = (unsigned int)atoi(optarg); break;
		case 'p': processes = (unsigned int)atoi(optarg); break;
		case 'n': count = strtoull(optarg, NULL, 10); break;
		case 's': seconds = (unsigned int)atoi(optarg); break;
		case 'o': wait_open = 1; break;
		case 'w': wait_line = 1; break;
		default: exit(2);
		}
	}
	if (threads > 256)
		exit(2);
}

int main(int argc, char **argv)
{
	uint64_t total = 0;

	parse(argc, argv);
	if (wait_line && !read_line())
		return 1;
	while (wait_open && !TRACECTL_PROBE_ENABLED(hammer, hit))
		usleep(1000);
	for (process = 1; process < processes; process++) {
		if (fork() == 0) {
			run_threads();
			return 0;
		}
		total += count * threads;
	}
	process = 0;
	total += run_threads();
	while (wait(NULL) > 0)
		;
	printf("emitted %llu\n", (unsigned long long)total);
	fflush(stdout);
	if (wait_line && !read_line())
		return 1;
	return 0;
}
