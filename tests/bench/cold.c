/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/bench/cold.c KIND: what one site costs after the working set was evicted
 * from the caches. A site is run alone, between two readings of the time stamp
 * counter that nothing passes, some hundred times for each state of the caches.
 * Prints, in cycles of that counter, the medians less those of a function that
 * has no site: data in L1, evicted from L1, from L1 and L2, from all caches; the
 * function's code evicted from all caches, and both. The last number is that of
 * the function without a site with its code evicted.
 *
 * KIND: none, global, immediate, branch, switch, probe; built with BENCH_LTTNG:
 * none, lttng.
 */
#include <string.h>
#include <unistd.h>
#include "tests/bench/measure.h"

#ifdef BENCH_LTTNG
#include "tests/bench/lttng_event.h"
#else
#define TRACECTL_LINKED
#include <tracectl/immediate.h>
#include <tracectl/probe.h>
#endif

#define NR_SAMPLES	401
#define LINE		64
#define CODE_LINES	3	/* of a function with one site */

enum {
	DATA_HOT,
	DATA_IN_L2,
	DATA_IN_L3,
	DATA_IN_MEMORY,
	CODE_IN_MEMORY,
	BOTH_IN_MEMORY,
	NR_STATES,
};

#define SITE_FUNCTION \
	__attribute__((noinline, aligned(4096))) static uint64_t

SITE_FUNCTION site_none(uint64_t x)
{
	return x + 1;
}

#ifdef BENCH_LTTNG
SITE_FUNCTION site_lttng(uint64_t x)
{
	lttng_ust_tracepoint(tctl_bench, two, x, x);
	return x + 1;
}
#else
/* On a line of its own. */
static struct {
	int value;
} __attribute__((aligned(4096))) global = { 1 };
static immediate_int_t immediate = IMMEDIATE_INIT(1);
static immediate_int_t flag = IMMEDIATE_INIT(0);

SITE_FUNCTION site_global(uint64_t x)
{
	return x + (uint64_t)__atomic_load_n(&global.value, __ATOMIC_RELAXED);
}

SITE_FUNCTION site_immediate(uint64_t x)
{
	return x + (uint64_t)immediate_read(&immediate);
}

SITE_FUNCTION site_branch(uint64_t x)
{
	immediate_if (&flag)
		return x * 77;
	return x + 1;
}

SITE_FUNCTION site_switch(uint64_t x)
{
	immediate_switch (&immediate) {
	case 0: return x + 7;
	case 1: return x + 1;
	case 2: return x * 5;
	}
	return x;
}

SITE_FUNCTION site_probe(uint64_t x)
{
	PROBE(tctl_bench, two, (a, x), (b, x));
	return x + 1;
}
#endif

static const struct kind {
	const char *name;
	uint64_t (*site)(uint64_t x);
	const void *data;
} kinds[] = {
#ifdef BENCH_LTTNG
	{ "lttng", site_lttng, &lttng_ust_tracepoint_tctl_bench___two },
#else
	{ "global", site_global, &global },
	{ "immediate", site_immediate, &immediate },
	{ "branch", site_branch, &flag },
	{ "switch", site_switch, &immediate },
	{ "probe", site_probe, &global },
#endif
};

static uint64_t random_state = 88172645463325252u;

static uint64_t random_next(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state;
}

/* Random lines of twice as much memory as the cache has, four times as many. */
static void evict(size_t cache)
{
	static char *memory;
	const size_t size = 2 * cache;
	size_t i;

	if (!memory)
		memory = calloc(1, 64 << 20);
	if (!memory || size > 64 << 20)
		measure_die("get memory to evict caches with");
	for (i = 0; i < 4 * (size / LINE); i++)
		(*(volatile char *)(memory + random_next() % size / LINE *
				    LINE))++;
}

static void flush(const void *at, int lines)
{
	int i;

	for (i = 0; i < lines; i++)
		__asm__ volatile("clflush (%0)"
				 : : "r"((const char *)at + i * LINE) : "memory");
	__asm__ volatile("mfence" : : : "memory");
}

/* Evicting data evicts code, too; back into the second level. */
static void touch(const void *at, int lines)
{
	int i;

	for (i = 0; i < lines; i++)
		(void)*((const volatile char *)at + i * LINE);
}

static void prepare(const struct kind *kind, uint64_t (*site)(uint64_t x),
		    int state)
{
	const long l1 = sysconf(_SC_LEVEL1_DCACHE_SIZE);
	const long l2 = sysconf(_SC_LEVEL2_CACHE_SIZE);

	site(1);
	if (state == DATA_IN_L2)
		evict(l1 > 0 ? (size_t)l1 : 64u << 10);
	if (state == DATA_IN_L3)
		evict(l2 > 0 ? (size_t)l2 : 2u << 20);
	touch((const void *)(uintptr_t)site, CODE_LINES);
	if (state == DATA_IN_MEMORY || state == BOTH_IN_MEMORY)
		flush(kind->data, 2);
	if (state == CODE_IN_MEMORY || state == BOTH_IN_MEMORY)
		flush((const void *)(uintptr_t)site, CODE_LINES);
}

static uint64_t run_once(uint64_t (*site)(uint64_t x))
{
	uint64_t begin, x = 1;

	__asm__ volatile("mfence\n\tlfence" : : : "memory");
	begin = measure_rdtsc();
	__asm__ volatile("lfence" : : : "memory");
	x = site(x);
	MEASURE_KEEP(x);
	__asm__ volatile("lfence" : : : "memory");
	return measure_rdtsc() - begin;
}

static int compare(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static double median(uint64_t *samples)
{
	qsort(samples, NR_SAMPLES, sizeof(samples[0]), compare);
	return (double)samples[NR_SAMPLES / 2];
}

/* The two in turn, so that what disturbs one disturbs the other. */
static void measure(const struct kind *kind, int state, double *ret_site,
		    double *ret_none)
{
	static uint64_t site[NR_SAMPLES], none[NR_SAMPLES];
	int i;

	for (i = 0; i < NR_SAMPLES; i++) {
		prepare(kind, site_none, state);
		none[i] = run_once(site_none);
		prepare(kind, kind->site, state);
		site[i] = run_once(kind->site);
	}
	*ret_none = median(none);
	*ret_site = median(site);
}

int main(int argc, char **argv)
{
	const struct kind *kind = kinds;
	double site, none = 0;
	int state;

	while (argc > 1 && strcmp(kind->name, argv[1]))
		if (++kind == kinds + sizeof(kinds) / sizeof(kinds[0]))
			measure_die("measure this kind of site");
	for (state = 0; state < NR_STATES; state++) {
		measure(kind, state, &site, &none);
		printf("%.0f ", site - none);
	}
	printf("%.0f\n", none);
	return 0;
}
