/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sites are changed under the threads that run them: gates opened and closed,
 * values of every size set, a million changes in all. Each thread may only ever
 * see the old or the new behaviour: a gate's two ways keep a checksum that any
 * third would spoil, and values are always one of two patterns. Also that a
 * change is seen by all threads once the call that made it has returned.
 *
 * With TRACECTL_PATCHER=breakpoint the same, a tenth as often.
 */
#define TRACECTL_LINKED
#define TCTL_LIBRARY	/* linked to a part of it */
#define TCTL_LIBRARY	/* linked to parts of it only */
#include <pthread.h>
#include <stdint.h>
#include <unistd.h>

#include <tracectl/immediate.h>
#include <libtrace/gate.h>
#include <libtrace/object.h>
#include <tests/lib/counting_record.h>
#include <tests/lib/tap.h>

#define NR_THREADS	2
#define NR_GATE_FLIPS	300000
#define NR_BATCHES	140000	/* of six changes each */
#define NR_FEWER	10	/* where each change is three */
#define HANG_SECONDS	120

static immediate_char_t v1;
static immediate_short_t v2;
static immediate_int_t v4;
static immediate_long_t v8;
static immediate_int_t flag;
static immediate_int_t way;

static const char pattern1[] = { 0x00, (char)0xff };
static const short pattern2[] = { 0x00ff, (short)0xff00 };
static const int pattern4[] = { 0x0000ffff, (int)0xffff0000 };
static const long pattern8[] = { 0x00000000ffffffffl,
				 (long)0xffffffff00000000ul };

static int stop, wrong;

static void check(int good)
{
	if (!good)
		__atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED);
}

/* Which way the gate went: 1 or 2. Registers live across it must survive. */
__attribute__((noinline))
static long gate(long x)
{
	long y = x * 3;

	TCTL_GATE("flip:gate\nflip.c:1", open);
	return y - 2 * x == x ? 1 : 3;
open:
	return y - 2 * x == x ? 2 : 4;
}

__attribute__((noinline))
static int variable_gate(void)
{
	immediate_if (&flag)
		return 2;
	else
		return 1;
}

/* 16 ways; each must be met with its own number only. */
__attribute__((noinline))
static int switched(void)
{
	immediate_switch (&way) {
	case 0: return 100;
	case 1: return 101;
	case 2: return 102;
	case 3: return 103;
	case 4: return 104;
	case 5: return 105;
	case 6: return 106;
	case 7: return 107;
	case 8: return 108;
	case 9: return 109;
	case 10: return 110;
	case 11: return 111;
	case 12: return 112;
	case 13: return 113;
	case 14: return 114;
	case 15: return 115;
	}
	return 0;
}

/* Rises and falls by one. */
static int way_of(long turn)
{
	const long n = turn % 32;

	return (int)(n < 16 ? n : 31 - n);
}

static void *run_sites(void *arg)
{
	long n, *opened = arg;

	for (n = 1; !__atomic_load_n(&stop, __ATOMIC_RELAXED); n++) {
		const long open = gate(n);
		const char c = immediate_read(&v1);
		const short s = immediate_read(&v2);
		const int i = immediate_read(&v4);
		const long l = immediate_read(&v8);

		check(open == 1 || open == 2);
		check(c == pattern1[0] || c == pattern1[1]);
		check(s == pattern2[0] || s == pattern2[1]);
		check(i == pattern4[0] || i == pattern4[1]);
		check(l == pattern8[0] || l == pattern8[1]);
		check(variable_gate() <= 2);
		check(switched() >= 100 && switched() <= 115);
		*opened += open == 2;
	}
	return NULL;
}

static int flip_gate(uint32_t name, long nr)
{
	long i;
	int err = 0;

	for (i = 0; i < nr && !err; i++) {
		if (i & 1)
			tctl_gate_unwant(name);
		else
			tctl_gate_want(name);
		err = tctl_gate_commit(NULL);
		check(gate(i) == (i & 1 ? 1 : 2));
	}
	return err;
}

/* One batch changes the six immediates. */
static int flip_values(long nr)
{
	long i;
	int err = 0;

	for (i = 1; i <= nr && !err; i++) {
		const int which = i & 1;
		const int now = way_of(i);

		immediate_batch_begin();
		immediate_batch_set(&v1, pattern1[which]);
		immediate_batch_set(&v2, pattern2[which]);
		immediate_batch_set(&v4, pattern4[which]);
		immediate_batch_set(&v8, pattern8[which]);
		immediate_batch_set(&flag, which);
		immediate_batch_set(&way, now);
		err = immediate_batch_commit();
		check(immediate_read(&v8) == pattern8[which]);
		check(variable_gate() == 1 + which);
		check(switched() == 100 + now);
	}
	return err;
}

int main(void)
{
	long opened[NR_THREADS] = { 0 };
	pthread_t threads[NR_THREADS];
	const uint32_t name = tctl_gate_name("flip:gate");
	const long fewer = immediate_patcher() == IMMEDIATE_PATCHER_BREAKPOINT ?
		NR_FEWER : 1;
	int i;

	alarm(HANG_SECONDS);
	tap_note("patcher %d", immediate_patcher());
	immediate_set(&v2, pattern2[0]);
	immediate_set(&v4, pattern4[0]);
	immediate_set(&v8, pattern8[0]);
	for (i = 0; i < NR_THREADS; i++)
		pthread_create(&threads[i], NULL, run_sites, &opened[i]);
	tap_is(flip_gate(name, NR_GATE_FLIPS / fewer), 0,
	       "a gate flipped under running threads");
	tap_is(flip_values(NR_BATCHES / fewer), 0,
	       "values changed under running threads");
	__atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
	for (i = 0; i < NR_THREADS; i++)
		pthread_join(threads[i], NULL);
	tap_is(wrong, 0, "only old or new behaviour was seen");
	tap_ok(opened[0] && opened[1], "every thread met the gate open");
	return tap_done();
}
