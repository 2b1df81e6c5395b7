/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/bench/patch_sites.c: 1,000 of patch.c's sites, part BENCH_PART of ten:
 * the time that the assembler takes grows with the square of the number of
 * sites in one file. BENCH_ALIGN and BENCH_PADDING lay the sites out.
 */
#include <tracectl/probe.h>

#define STRING_(x)	#x
#define STRING(x)	STRING_(x)

#define SITE(n) \
	__attribute__((noinline, used, aligned(BENCH_ALIGN))) \
	static int site_##n(void) \
	{ \
		__asm__ volatile(".skip " STRING(BENCH_PADDING) ", 0x90"); \
		return PROBE_ENABLED(tctl_bench, many); \
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

#define PART_(n)	SITES1000(1##n)
#define PART(n)		PART_(n)
#define RUN_(n)		tctl_bench_part_##n
#define RUN(n)		RUN_(n)
#define LAST_(n)	site_1##n##999
#define LAST(n)		LAST_(n)

PART(BENCH_PART)

int RUN(BENCH_PART)(void);

/* Passes one of them. */
int RUN(BENCH_PART)(void)
{
	return LAST(BENCH_PART)();
}
