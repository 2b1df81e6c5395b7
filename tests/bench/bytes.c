/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/bench/bytes.c: one site between two labels, or none: compiled for each
   port, to see how many bytes of code it adds. */
#include <tracectl/immediate.h>
#include <tracectl/probe.h>

extern immediate_int_t bench_value;
immediate_int_t bench_value = IMMEDIATE_INIT(0);

int bench_cold(int x);
long bench_site(long a, long b);

long bench_site(long a, long b)
{
	__asm__ volatile("bench_hot_begin:");
#ifdef BENCH_probe
	PROBE(bench, site, (a, a), (b, b));
#endif
#ifdef BENCH_value
	a += immediate_read(&bench_value);
#endif
#ifdef BENCH_branch
	immediate_if (&bench_value)
		a += bench_cold(1);
#endif
#ifdef BENCH_switch
	immediate_switch (&bench_value) {
	case 0: a += 1; break;
	case 1: a += 3; break;
	case 2: a ^= b; break;
	}
#endif
	/* Once: a compiler may copy the end for the cold code. */
	__asm__ volatile(".ifndef bench_hot_end\n"
			 "bench_hot_end:\n"
			 ".endif");
	return a * b;
}
