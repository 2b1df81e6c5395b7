/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/bench/set.h: what set.c and footprint.c share with the parts of a
   thousand sites that are linked to them ten times, each under its own name. */
#ifndef TESTS_BENCH_SET_H
#define TESTS_BENCH_SET_H

#include <tracectl/immediate.h>

extern immediate_int_t tctl_bench_one, tctl_bench_hundred, tctl_bench_many;

/* Runs all functions of a part. */
int tctl_bench_part(void);
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

extern int (*const tctl_bench_parts[10])(void);

#endif
