/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/bench/true.c: a program with one probe that ends at once: what a
 * start-up costs. Built without the probe, too (BENCH_PLAIN).
 */
#ifndef BENCH_PLAIN
#include <tracectl/probe.h>
#endif

int main(int argc, char **argv)
{
	(void)argv;
#ifndef BENCH_PLAIN
	PROBE(tctl_bench, start, (argc, argc));
#endif
	return argc < 1;
}
