/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/unit/fields_main.h: probes in all kinds of places, and main. The same
 * source for C and C++; fields_cxx.cc has what only C++ has.
 */
#include "fields.h"

#include <execinfo.h>

static int hits(void)
{
	int n = got.count;

	got.count = 0;
	return n;
}

static void cleanup(int *value)
{
	PROBE(t, cleanup, (v, *value));
}

static int in_cleanup(int n)
{
	PROBE(t, before, (n, n));

	__attribute__((cleanup(cleanup))) int value = n;

	if (n) {
		__attribute__((cleanup(cleanup))) int nested = n;

		PROBE(t, nested, (nested, nested));
	}

	if (n > 1)
		PROBE(t, inside, (n, n));
	else
		PROBE(t, otherwise, (n, n));
	PROBE(t, after, (value, value));
	return value;
}

static int in_vla(int n)
{
	int vla[n];
	int sum = 0;

	for (int i = 0; i < n; i++) {
		vla[i] = i;
		PROBE(t, vla, (i, vla[i]), (all, &vla[0], sequence,
					    (size_t)n));
		sum += vla[i];
	}
	return sum;
}

static int in_expression(int n)
{
	int twice = __extension__ ({
		PROBE(t, expression, (n, n));
		n * 2;
	});

	twice += __extension__ ({
		PROBE(t, again, (twice, twice));
		0;
	});
	PROBE(t, behind, (twice, twice));
	return (PROBE_ENABLED(t, behind), twice);
}

static int in_switch(int n)
{
	switch (n) {
	case 0:
		PROBE(t, zero);
		break;
	case 1:
		PROBE(t, one, (n, n));
		/* fall through */
	default:
		PROBE(t, more, (n, n));
	}
	return n;
}

static int in_recursion(int n)
{
	PROBE(t, recursion, (n, n));
	return n ? 1 + in_recursion(n - 1) : 0;
}

inline int in_inline(int n);
inline int in_inline(int n)
{
	PROBE(t, in_inline, (n, n), (s, "string"), (ld, 1.0L));
	return n;
}
extern int in_inline(int n);

static void in_loop(void)
{
	for (int i = 0; i < 4; i++)
		PROBE(t, loop, (i, i));
}

static void places(void)
{
	tap_is((in_cleanup(1), hits()), 6, "in a function with cleanups");
	tap_is((in_vla(3), hits()), 3, "with a variable length array");
	tap_is((in_expression(1), hits()), 3, "in statement expressions");
	tap_is((in_switch(0), hits()), 1, "in a switch");
	tap_is((in_switch(1), hits()), 2, "falling through");
	tap_is((in_recursion(5), hits()), 6, "in recursion");
	tap_is((in_inline(5), hits()), 1, "in an inline function");
	in_loop();
	tap_is(hits(), 4, "in an unrolled loop");
}

/* Values in registers across a site whose record function changes them all. */
__attribute__((noinline))
static double live(long a, long b, long c, long d, long e, long f, double x,
		   double y)
{
	long g = a * b, h = c * d, i = e * f;
	double z = x * y;

	PROBE(t, live, (s, "string"), (a, a), (m, "max", string, 2));
	return (double)(a + b + c + d + e + f + g + h + i) + x + y + z;
}

static void *return_address;
static int address_found;

static void unwind(struct tctl_event_slot *slot,
		   const struct tctl_segment *segments, unsigned int n)
{
	void *frames[32];
	int nr = backtrace(frames, 32);

	(void)slot;
	(void)segments;
	(void)n;
	for (int i = 0; i < nr; i++)
		address_found |= frames[i] == return_address;
}

__attribute__((noinline)) static int unwound(int n)
{
	return_address = __builtin_return_address(0);
	PROBE(t, unwound, (n, n));
	return n + 1;
}

static void registers(void)
{
	volatile int n = 1;
	double sum;

	sum = live(1, 2, 3, 4, 5, 6, 0.5, 0.25);
	tap_ok(sum == 21 + 2 + 12 + 30 + 0.5 + 0.25 + 0.125,
	       "registers survive a site: %g", sum);
	hits();
	tctl_object.record = unwind;
	n = unwound(n);
	tap_ok(address_found && n == 2, "a debugger sees through a site");
	tctl_object.record = own_record;
}

static void *small_thread(void *arg)
{
	PROBE(t, forty, L40);
	tracef("%s %d", "in a small thread", 1);
	return arg;
}

static void small_stack(void)
{
	pthread_attr_t attr;
	pthread_t thread;

	pthread_attr_init(&attr);
	if (pthread_attr_setstacksize(&attr, 16384) ||
	    pthread_create(&thread, &attr, small_thread, 0)) {
		tap_skip("no thread with a stack of 16 KiB");
		return;
	}
	pthread_join(thread, 0);
	tap_is(hits(), 2, "in a thread with a stack of 16 KiB");
}

static int fields_main(void)
{
	tap_ok(!PROBE_ENABLED(t, once), "dormant: not enabled");
	tap_is(evaluations(), 0, "dormant: nothing is evaluated");
	tap_is(got.count, 0, "dormant: nothing is recorded");
	tap_ok(own_gates_set(1) > 80, "gates are found");
	tap_ok(PROBE_ENABLED(t, once), "open: enabled");
	tap_is(evaluations(), 12, "open: each expression is evaluated once");
	tap_is(hits(), 3, "open: recorded");
	integers();
	floats();
	pointers();
	strings();
	sequences();
	arrays();
	enumerations();
	texts();
	markers();
	free_text();
	counts();
	places();
	registers();
	small_stack();
	tap_is(got.misaligned, 0, "the record function's stack is aligned");
	own_gates_set(0);
	tap_is(evaluations(), 0, "closed again: nothing is evaluated");
	return 0;
}
