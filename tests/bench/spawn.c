/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/bench/spawn.c COUNT COMMAND [ARG...]: runs a command COUNT times, one
 * after the other; prints the median time from spawn to end in us.
 */
#include <spawn.h>
#include <sys/wait.h>
#include "tests/bench/measure.h"

extern char **environ;

static uint64_t spawn_once(char **argv)
{
	uint64_t begin = measure_now_ns();
	int status;
	pid_t pid;

	if (posix_spawnp(&pid, argv[0], NULL, NULL, argv, environ))
		measure_die("start the command");
	if (waitpid(pid, &status, 0) != pid || status)
		measure_die("run the command: it failed");
	return measure_now_ns() - begin;
}

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

int main(int argc, char **argv)
{
	unsigned int count = argc > 2 ? strtoul(argv[1], NULL, 0) : 0;
	uint64_t *times = calloc(count, sizeof(*times));

	if (!count || !times)
		measure_die("measure: spawn COUNT COMMAND [ARG...]");
	for (unsigned int i = 0; i < count; i++)
		times[i] = spawn_once(argv + 2);
	qsort(times, count, sizeof(*times), compare);
	printf("%.1f\n", times[count / 2] / 1000.0);
	free(times);
	return 0;
}
