/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Work whose cost is known, for the kernel's recorder:
 *	burn MS		use so much CPU time; prints what /proc counted, ns
 *	switches N	sleep N times between two getppid(); prints how often
 *			/proc says the CPU was left meanwhile
 *	shares MS	three quarters of it in thrice(), a quarter in once()
 *	calls N		N times getppid()
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static uint64_t cpu_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static volatile uint64_t sink;

__attribute__((noinline)) static void thrice(uint64_t until)
{
	while (cpu_ns() < until)
		for (int i = 0; i < 100000; i++)
			sink += (uint64_t)i;
}

__attribute__((noinline)) static void once(uint64_t until)
{
	while (cpu_ns() < until)
		for (int i = 0; i < 100000; i++)
			sink ^= (uint64_t)i;
}

static uint64_t schedstat(void)
{
	FILE *file = fopen("/proc/self/schedstat", "r");
	unsigned long long ns = 0;

	if (!file || fscanf(file, "%llu", &ns) != 1)
		exit(1);
	fclose(file);
	return ns;
}

static unsigned long switches(void)
{
	FILE *file = fopen("/proc/self/status", "r");
	unsigned long sum = 0, n;
	char line[256];

	while (file && fgets(line, sizeof(line), file))
		if (strstr(line, "voluntary_ctxt_switches:") &&
		    sscanf(strchr(line, ':') + 1, "%lu", &n) == 1)
			sum += n;
	if (file)
		fclose(file);
	return sum;
}

static void sleep_often(long n)
{
	struct timespec time = { .tv_nsec = 100000 };
	unsigned long before = switches();

	syscall(SYS_getppid);
	while (n--)
		nanosleep(&time, NULL);
	syscall(SYS_getppid);
	printf("%lu\n", switches() - before);
}

int main(int argc, char **argv)
{
	long n = argc > 2 ? atol(argv[2]) : 0;
	uint64_t start = cpu_ns(), ns = (uint64_t)n * 1000000u;

	if (argc < 3)
		return 1;
	if (!strcmp(argv[1], "burn")) {
		thrice(start + ns);
		printf("%llu\n", (unsigned long long)schedstat());
	} else if (!strcmp(argv[1], "switches")) {
		sleep_often(n);
	} else if (!strcmp(argv[1], "shares")) {
		thrice(start + ns / 4 * 3);
		once(start + ns);
	} else {
		while (n--)
			syscall(SYS_getppid);
	}
	return 0;
}
