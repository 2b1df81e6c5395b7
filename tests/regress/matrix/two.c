/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/regress/matrix/two.c: see program.h. */
#include "program.h"

static immediate_char_t a_char = IMMEDIATE_INIT(1);
static immediate_short_t a_short = IMMEDIATE_INIT(1);
static immediate_long_t a_long = IMMEDIATE_INIT(1);
static immediate_int_t flag = IMMEDIATE_INIT(0);

NOINLINE static int plain(int x)
{
	PROBE(matrix, plain, (x, x));
	return x;
}

/* The same event as one.c's, from another place. */
NOINLINE static int bare(int x)
{
	PROBE(matrix, bare);
	return x;
}

int matrix_run_two(int x)
{
	plain(x);
	bare(x);
#ifdef __cplusplus
	matrix_inline(x);
	matrix_template<1>(x);
	[](int y) {
		PROBE(matrix, lambda, (y, y));
		return y;
	}(x);
	return 5;
#else
	return 2;
#endif
}

int matrix_set(int x)
{
	immediate_batch_begin();
	immediate_batch_set(&a_char, (char)x);
	immediate_batch_set(&a_short, (short)x);
	immediate_batch_set(&matrix_exported, x);
	immediate_batch_set(&a_long, x);
	immediate_batch_set(&flag, x);
	return immediate_batch_commit();
}

NOINLINE static int branch(void)
{
	immediate_if (&flag) {
		return 1000;
	} else {
		return 2000;
	}
}

NOINLINE static int turn(void)
{
	immediate_switch (&matrix_exported) {
	case 0:
		return 20;
	case 1:
		return 10;
	default:
		return 30;
	}
}

long matrix_sum(void)
{
	return immediate_read(&a_char) + immediate_read(&a_short) +
	       immediate_read(&matrix_exported) + immediate_read(&a_long) +
	       branch() + turn();
}
