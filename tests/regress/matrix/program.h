/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/regress/matrix/program.h: the traced program of matrix.sh, in C and in
   C++: two files of probes and immediates, run by host.c. */
#ifndef MATRIX_PROGRAM_H
#define MATRIX_PROGRAM_H

#include <tracectl/immediate.h>
#include <tracectl/probe.h>

/* gcc also copies functions for the sake of one caller. */
#ifdef __clang__
#define NOINLINE	__attribute__((noinline))
#else
#define NOINLINE	__attribute__((noipa))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Both run every probe of their file once; return how many that were. */
int matrix_run_one(int x);
int matrix_run_two(int x);

/* The immediates: set all to x, and read all. */
int matrix_set(int x);
long matrix_sum(void);

extern immediate_int_t matrix_exported;

#ifdef __cplusplus
}

/* One copy, whichever files use it. */
NOINLINE inline int matrix_inline(int x)
{
	PROBE(matrix, in_line, (x, x));
	return x + 1;
}

template <int N> NOINLINE int matrix_template(int x)
{
	PROBE(matrix, templated, (n, N), (x, x));
	return x + N;
}

struct matrix_guard {
	int *counter;
	explicit matrix_guard(int *c) : counter(c) {}
	~matrix_guard() { ++*counter; }
};
#endif

#endif
