// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tests/bench/kernel_load.c: what a kernel tracer is measured on, on one CPU
 *(or on all): prints ns of CPU time per event, where one call is two events, a
 * round of two tasks two switches.
 *
 *	kernel_load getppid|openat|switch|work COUNT [all]
 *
 * work: a call is a few ms of it.
 */
#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/bench/measure.h"

#define BATCHES 20

static void pin(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		measure_die("stay on one CPU");
}

static void getppid_once(void)
{
	syscall(SYS_getppid);
}

static char path[] = "/proc/self/no such file of the benchmark";

static void openat_once(void)
{
	if (open(path, O_RDONLY) >= 0)
		measure_die("miss a file");
}

#define WORK_LOOPS 2000000u

static void work_once(void)
{
	static volatile unsigned int sink;
	unsigned int i;

	for (i = 0; i < WORK_LOOPS; i++)
		sink += i;
}

static int to[2], from[2];

static clockid_t echo_clock;

/* Of both tasks. */
static uint64_t pair_ns(void)
{
	struct timespec now;

	clock_gettime(echo_clock, &now);
	return measure_own_ns() + now.tv_sec * 1000000000ull + now.tv_nsec;
}

static void switch_once(void)
{
	char byte = 0;

	if (write(to[1], &byte, 1) != 1 || read(from[0], &byte, 1) != 1)
		measure_die("pass a byte");
}

static void echo(void)
{
	char byte;

	pid_t pid;

	if (pipe(to) || pipe(from))
		measure_die("make a pipe");
	pid = fork();
	if (pid) {
		if (clock_getcpuclockid(pid, &echo_clock))
			measure_die("find the other task's clock");
		return;
	}
	close(to[1]);
	close(from[0]);
	while (read(to[0], &byte, 1) == 1)
		if (write(from[1], &byte, 1) != 1)
			break;
	_exit(0);
}

/* The best of the batches: other load makes none of them faster. */
static double best(void (*once)(void), unsigned long count,
		   uint64_t (*now)(void))
{
	uint64_t least = UINT64_MAX, start, spent;
	unsigned long i;
	int batch;

	for (batch = 0; batch < BATCHES; batch++) {
		start = now();
		for (i = 0; i < count / BATCHES; i++)
			once();
		spent = now() - start;
		if (spent < least)
			least = spent;
	}
	return (double)least / (count / BATCHES) / 2;
}

/* As many processes as CPUs: the slowest's. */
static double everywhere(void (*once)(void), unsigned long count)
{
	int cpus = (int)sysconf(_SC_NPROCESSORS_ONLN), cpu;
	double *results = mmap(NULL, cpus * sizeof(*results),
			       PROT_READ | PROT_WRITE,
			       MAP_SHARED | MAP_ANONYMOUS, -1, 0),
	       most = 0;

	for (cpu = 0; cpu < cpus; cpu++) {
		if (fork())
			continue;
		pin(cpu);
		results[cpu] = best(once, count, measure_own_ns);
		_exit(0);
	}
	while (wait(NULL) > 0)
		;
	for (cpu = 0; cpu < cpus; cpu++)
		if (results[cpu] > most)
			most = results[cpu];
	return most;
}

int main(int argc, char **argv)
{
	unsigned long count = argc > 2 ? strtoul(argv[2], NULL, 0) : 0;
	void (*once)(void) = getppid_once;

	if (argc < 3 || count < BATCHES)
		measure_die("do without a case and a count");
	if (!strcmp(argv[1], "openat"))
		once = openat_once;
	if (!strcmp(argv[1], "switch"))
		once = switch_once;
	if (!strcmp(argv[1], "work"))
		once = work_once;
	if (argc > 3) {
		printf("%.1f\n", everywhere(once, count));
		return 0;
	}
	pin((int)sysconf(_SC_NPROCESSORS_ONLN) - 1);
	if (once == switch_once)
		echo();
	printf("%.1f\n", best(once, count,
			      once == switch_once ? pair_ns : measure_own_ns));
	return 0;
}
