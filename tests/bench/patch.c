/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/bench/patch.c: opens the gates of 10,000 sites while a thread runs
 * through one of them. Prints the time in ms and the pages of text that got
 * a private copy. BENCH_ALIGN and BENCH_PADDING lay the sites out: about 200
 * pages, or one page each.
 */
#include <pthread.h>
#include <string.h>
#include <tracectl/probe.h>
#include "libtrace/event.h"
#include "libtrace/gate.h"
#include "tests/bench/measure.h"

#define STRING_(x)	#x
#define STRING(x)	STRING_(x)

#define SITE(n) \
	__attribute__((noinline, used, aligned(BENCH_ALIGN))) \
	static void site_##n(void) \
	{ \
		PROBE(tctl_bench, many); \
		__asm__ volatile(".skip " STRING(BENCH_PADDING) ", 0x90"); \
	}
#define SITES10(n) \
	SITE(n##0) SITE(n##1) SITE(n##2) SITE(n##3) SITE(n##4) \
	SITE(n##5) SITE(n##6) SITE(n##7) SITE(n##8) SITE(n##9)
#define SITES100(n) \
	SITES10(n##0) SITES10(n##1) SITES10(n##2) SITES10(n##3) SITES10(n##4) \
	SITES10(n##5) SITES10(n##6) SITES10(n##7) SITES10(n##8) SITES10(n##9)
#define SITES1000(n) \
	SITES100(n##0) SITES100(n##1) SITES100(n##2) SITES100(n##3) \
	SITES100(n##4) SITES100(n##5) SITES100(n##6) SITES100(n##7) \
	SITES100(n##8) SITES100(n##9)

/* The leading 1 keeps the numbers from being octal. */
SITES1000(10) SITES1000(11) SITES1000(12) SITES1000(13) SITES1000(14)
SITES1000(15) SITES1000(16) SITES1000(17) SITES1000(18) SITES1000(19)

static int stop;

static void *run(void *data)
{
	(void)data;
	while (!__atomic_load_n(&stop, __ATOMIC_RELAXED))
		site_15000();
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

static void want_all(void)
{
	static const char name[] = "tctl_bench:many";

	for (uint32_t i = 1; i <= tctl_event_count(); i++)
		if (!strncmp(tctl_events[i].text, name, sizeof(name) - 1)) {
			tctl_gate_want(tctl_events[i].name);
			return;
		}
	measure_die("find the sites");
}

int main(void)
{
	unsigned long pages = dirty_text_pages();
	uint64_t begin, end;
	uint32_t busy = 0;
	pthread_t thread;

	if (pthread_create(&thread, NULL, run, NULL))
		measure_die("start a thread");
	want_all();
	begin = measure_now_ns();
	if (tctl_gate_commit(&busy) || busy)
		measure_die("open the gates");
	end = measure_now_ns();
	__atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
	pthread_join(thread, NULL);
	printf("%.3f %lu\n", (end - begin) / 1e6, dirty_text_pages() - pages);
	return 0;
}
