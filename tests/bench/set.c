/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/bench/set.c idle|busy: changes immediates that 1, 100 and 10,000 places
 * read, with nobody running these or with threads that do on all processors.
 * Prints the us that a set takes. Linked with ten copies of set_sites.c.
 */
#define TRACECTL_LINKED
#include <pthread.h>
#include <string.h>
#include <unistd.h>
#include "tests/bench/measure.h"
#include "tests/bench/set.h"

#define MAX_THREADS	64

immediate_int_t tctl_bench_one = IMMEDIATE_INIT(1);
immediate_int_t tctl_bench_hundred = IMMEDIATE_INIT(1);
immediate_int_t tctl_bench_many = IMMEDIATE_INIT(1);

int (*const tctl_bench_parts[])(void) = {
	tctl_bench_part_0, tctl_bench_part_1, tctl_bench_part_2,
	tctl_bench_part_3, tctl_bench_part_4, tctl_bench_part_5,
	tctl_bench_part_6, tctl_bench_part_7, tctl_bench_part_8,
	tctl_bench_part_9,
};

static int stop;

#define READ10(v) \
	immediate_read(v) + immediate_read(v) + immediate_read(v) + \
	immediate_read(v) + immediate_read(v) + immediate_read(v) + \
	immediate_read(v) + immediate_read(v) + immediate_read(v) + \
	immediate_read(v)

__attribute__((noinline)) static int read_few(void)
{
	int sum = immediate_read(&tctl_bench_one);

	sum += READ10(&tctl_bench_hundred) + READ10(&tctl_bench_hundred) +
	       READ10(&tctl_bench_hundred) + READ10(&tctl_bench_hundred) +
	       READ10(&tctl_bench_hundred) + READ10(&tctl_bench_hundred) +
	       READ10(&tctl_bench_hundred) + READ10(&tctl_bench_hundred) +
	       READ10(&tctl_bench_hundred) + READ10(&tctl_bench_hundred);
	return sum;
}

static void *run(void *data)
{
	unsigned int i;
	int sum = 0;

	for (i = 0; !__atomic_load_n(&stop, __ATOMIC_RELAXED); i++)
		sum += read_few() + tctl_bench_parts[i % 10]();
	MEASURE_KEEP(sum);
	return data;
}

static double set_us(immediate_int_t *v, int loops)
{
	uint64_t begin = measure_now_ns();
	int i;

	for (i = 0; i < loops; i++)
		if (immediate_set(v, i))
			measure_die("set an immediate");
	return (double)(measure_now_ns() - begin) / loops / 1000;
}

int main(int argc, char **argv)
{
	const int busy = argc > 1 && !strcmp(argv[1], "busy");
	pthread_t threads[MAX_THREADS];
	long nr = busy ? sysconf(_SC_NPROCESSORS_ONLN) : 0, i;

	for (i = 0; i < nr && i < MAX_THREADS; i++)
		if (pthread_create(&threads[i], NULL, run, NULL))
			measure_die("start a thread");
	printf("%.2f ", set_us(&tctl_bench_one, 2000));
	printf("%.2f ", set_us(&tctl_bench_hundred, 2000));
	printf("%.2f\n", set_us(&tctl_bench_many, 50));
	__atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
	while (i--)
		pthread_join(threads[i], NULL);
	return 0;
}
