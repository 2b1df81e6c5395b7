/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/bench/part.c: a thousand functions, in each, as BENCH_SITE says, a read
 * of an immediate (value), a dormant probe (probe) or no site (none).
 */
#define TRACECTL_LINKED
#include <tracectl/probe.h>
#include "tests/bench/set.h"

#define SITE_none(x)	0
#define SITE_value(x)	immediate_read(&tctl_bench_many)
#define SITE_probe(x)	({ PROBE(tctl_bench, footprint, (a, x), (b, x)); 0; })
#define SITE_(kind, x)	SITE_##kind(x)
#define SITE(kind, x)	SITE_(kind, x)

#define FUNCTION(n) \
	__attribute__((noinline)) static int function_##n(int x) \
	{ \
		x = x * 5 ^ (x >> 3); \
		x += __extension__ SITE(BENCH_SITE, x); \
		x ^= x * 77 + 0x1##n; \
		return x & 0xffffff ? x + 1 : x - 0x2##n; \
	}
#define CALL(n)	sum += function_##n(sum);

#define DO10(what, n) \
	what(n##0) what(n##1) what(n##2) what(n##3) what(n##4) \
	what(n##5) what(n##6) what(n##7) what(n##8) what(n##9)
#define DO100(what, n) \
	DO10(what, n##0) DO10(what, n##1) DO10(what, n##2) DO10(what, n##3) \
	DO10(what, n##4) DO10(what, n##5) DO10(what, n##6) DO10(what, n##7) \
	DO10(what, n##8) DO10(what, n##9)
#define DO1000(what) \
	DO100(what, 0) DO100(what, 1) DO100(what, 2) DO100(what, 3) \
	DO100(what, 4) DO100(what, 5) DO100(what, 6) DO100(what, 7) \
	DO100(what, 8) DO100(what, 9)

DO1000(FUNCTION)

int tctl_bench_part(void)
{
	int sum = 1;

	DO1000(CALL)
	return sum;
}
