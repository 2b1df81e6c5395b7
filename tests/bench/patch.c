/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/bench/patch.c: opens the gates of 10,000 sites while a thread runs
 * through some of them. Prints the time in ms and the pages of text that got
 * a private copy. Linked with the ten parts of patch_sites.c: on about 200
 * pages, or on one page each.
 */
#include <pthread.h>
#include <string.h>
#include "libtrace/gate.h"
#include "tests/bench/measure.h"

#define NR_SITES	10000

int tctl_bench_part_0(void);
int tctl_bench_part_1(void);
int tctl_bench_part_2(void);
int tctl_bench_part_3(void);
int tctl_bench_part_4(void);
int tctl_bench_part_5(void);
int tctl_bench_part_6(void);
int tctl_bench_part_7(void);
int tctl_bench_part_8(void);
int tctl_bench_part_9(void);

static int (*const parts[])(void) = {
	tctl_bench_part_0, tctl_bench_part_1, tctl_bench_part_2,
	tctl_bench_part_3, tctl_bench_part_4, tctl_bench_part_5,
	tctl_bench_part_6, tctl_bench_part_7, tctl_bench_part_8,
	tctl_bench_part_9,
};

static int stop;

static void *run(void *data)
{
	(void)data;
	for (unsigned int i = 0; !__atomic_load_n(&stop, __ATOMIC_RELAXED); i++)
		parts[i % 10]();
	return NULL;
}

/* Pages of executable mappings that are no longer the file's. */
static unsigned long dirty_text_pages(void)
{
	FILE *smaps = fopen("/proc/self/smaps", "r");
	unsigned long kib, pages = 0;
	char line[512], rights[8];
	int text = 0;

	if (!smaps)
		measure_die("read /proc/self/smaps");
	while (fgets(line, sizeof(line), smaps)) {
		if (sscanf(line, "%*x-%*x %7s", rights) == 1)
			text = strchr(rights, 'x') != NULL;
		else if (text && sscanf(line, "Private_Dirty: %lu", &kib) == 1)
			pages += kib / 4;
	}
	fclose(smaps);
	return pages;
}

int main(void)
{
	uint32_t many = tctl_gate_name("tctl_bench:many");
	unsigned long pages = dirty_text_pages();
	uint64_t begin, end;
	uint32_t busy = 0;
	pthread_t thread;

	if (pthread_create(&thread, NULL, run, NULL))
		measure_die("start a thread");
	if (tctl_gate_sites(many) != NR_SITES)
		measure_die("find the sites");
	tctl_gate_want(many);
	begin = measure_now_ns();
	if (tctl_gate_commit(&busy) || busy)
		measure_die("open the gates");
	end = measure_now_ns();
	__atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
	pthread_join(thread, NULL);
	printf("%.3f %lu\n", (end - begin) / 1e6, dirty_text_pages() - pages);
	return 0;
}
