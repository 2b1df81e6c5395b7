/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/regress/matrix/one.c: see program.h. */
#include "program.h"

immediate_int_t matrix_exported = IMMEDIATE_INIT(1);

NOINLINE static int bare(int x)
{
	PROBE(matrix, bare);
	return x;
}

NOINLINE static int fields(int x)
{
	PROBE(matrix, fields, (x, x), (text, "text"), (ratio, 0.5));
	return x;
}

NOINLINE static int several(int x)
{
	PROBE(matrix, several, (x, x));
	if (x)
		PROBE(matrix, several, (x, x));
	return x;
}

#ifdef __cplusplus
NOINLINE static int guarded(int x)
{
	int destroyed = 0;
	{
		matrix_guard guard(&destroyed);
		PROBE(matrix, guarded, (x, x));
		matrix_guard other(&destroyed);
		PROBE(matrix, guarded, (x, x));
	}
	return destroyed;
}

int matrix_run_one(int x)
{
	int n = 0;

	bare(x);
	fields(x);
	several(x);
	n += guarded(x) - 2;
	matrix_inline(x);
	matrix_template<1>(x);
	matrix_template<2>(x);
	return n + 9;
}
#else
int matrix_run_one(int x)
{
	bare(x);
	fields(x);
	several(x);
	return 4;
}
#endif
