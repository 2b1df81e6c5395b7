/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/regress/port_flips.c: immediates of all forms under reading threads. Each
 * reader sees only values that were set, in order, and the new one after the set
 * returned. Arguments: how many changes, at most 32766; "late" where they may be
 * seen late: emulators synchronise nothing, and their threads go on for a while in
 * what was translated before.
 *
 * Change k sets what can be told from all others, and what an instruction can
 * hold, what it can't, and what is negative, by turns.
 */
#define TRACECTL_LINKED
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include <tracectl/immediate.h>

#define READERS	3
#define MODES	21	/* of the switch; 16 have ways of their own */

DEFINE_IMMEDIATE_TYPE(long long, immediate_wide_t);

static immediate_short_t a_short = IMMEDIATE_INIT(0);
static immediate_int_t an_int = IMMEDIATE_INIT(0);
static immediate_wide_t a_wide = IMMEDIATE_INIT(0);
static immediate_void_ptr_t a_pointer = IMMEDIATE_INIT(NULL);
static immediate_int_t mode = IMMEDIATE_INIT(0);
static immediate_char_t flag = IMMEDIATE_INIT(0);

static int begun, done, stop;	/* changes */
static int late;
static int wrong;

static long long value_of(int k)
{
	switch (k % 3) {
	case 1:
		return k * 65537ll;
	case 2:
		return -k;
	default:
		return k;
	}
}

static int change_of(long long value)
{
	if (value < 0)
		return (int)-value;
	return value > 65536 ? (int)(value / 65537) : (int)value;
}

/* Each in a function of its own: emulators look up what was translated when it
   is called. */
__attribute__((noinline, noclone)) static int read_short(void)
{
	return immediate_read(&a_short);
}

__attribute__((noinline, noclone)) static int read_int(void)
{
	return immediate_read(&an_int);
}

__attribute__((noinline, noclone)) static long long read_wide(void)
{
	return immediate_read(&a_wide);
}

__attribute__((noinline, noclone)) static void *read_pointer(void)
{
	return immediate_read(&a_pointer);
}

__attribute__((noinline, noclone)) static int read_flag(void)
{
	immediate_if (&flag)
		return 1;
	return 0;
}

#define CASE(n)	case n: return n;
__attribute__((noinline, noclone)) static int read_mode(void)
{
	immediate_switch (&mode) {
	CASE(0) CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6) CASE(7)
	CASE(8) CASE(9) CASE(10) CASE(11) CASE(12) CASE(13) CASE(14) CASE(15)
	CASE(16) CASE(17) CASE(18) CASE(19)
	default:
		return 20;
	}
}

static int load(int *count)
{
	return __atomic_load_n(count, __ATOMIC_SEQ_CST);
}

/* The last change that must be seen. */
static int load_done(void)
{
	return late ? 0 : load(&done);
}

/* Set by a change from `from` to the last one begun. */
static int is_in_order(int k, int from)
{
	return k >= from && k <= load(&begun);
}

/* The number modulo n, of which only as much can be said. */
static int is_among(int got, int n, int from)
{
	int k = load(&begun);

	if (k - from >= n)
		return got >= 0 && got < n;
	for (; k >= from; k--)
		if (k % n == got)
			return 1;
	return 0;
}

static void check(int right, const char *what)
{
	if (!right && !__atomic_fetch_add(&wrong, 1, __ATOMIC_SEQ_CST))
		printf("# %s: between %d and %d\n", what, load(&done),
		       load(&begun));
}

/* k, seen by this thread after *last, and not before what was done. */
static void check_order(int k, long long expected, long long got, int from,
			int *last, const char *what)
{
	check(got == expected && is_in_order(k, from) && k >= *last, what);
	*last = k;
}

static void *read_all(void *arg)
{
	int last[4] = { 0 }, from, k;
	long long got;

	while (!load(&stop)) {
		from = load_done();
		k = read_short();
		check_order(k, k, k, from, &last[0], "short");
		from = load_done();
		got = read_int();
		k = change_of(got);
		check_order(k, (int)value_of(k), got, from, &last[1], "int");
		from = load_done();
		got = read_wide();
		k = change_of(got >> 4);
		check_order(k, value_of(k) * 16, got, from, &last[2],
			    "long long");
		from = load_done();
		k = (int)((uintptr_t)read_pointer() >> 8);
		check_order(k, k, k, from, &last[3], "pointer");
		from = load_done();
		check(is_among(read_flag(), 2, from), "if");
		from = load_done();
		check(is_among(read_mode(), MODES, from), "switch");
	}
	return arg;
}

static int change(int k)
{
	immediate_batch_begin();
	immediate_batch_set(&a_short, (short)k);
	immediate_batch_set(&an_int, (int)value_of(k));
	immediate_batch_set(&a_wide, value_of(k) * 16);
	immediate_batch_set(&a_pointer, (void *)((uintptr_t)k << 8));
	immediate_batch_set(&flag, (char)(k % 2));
	immediate_batch_set(&mode, k % MODES);
	return immediate_batch_commit();
}

int main(int argc, char **argv)
{
	const int changes = argc > 1 ? atoi(argv[1]) : 30000;
	pthread_t readers[READERS];
	int i, k, failed = 0;

	late = argc > 2;
	for (i = 0; i < READERS; i++)
		if (pthread_create(&readers[i], NULL, read_all, NULL))
			return 2;
	for (k = 1; k <= changes; k++) {
		__atomic_store_n(&begun, k, __ATOMIC_SEQ_CST);
		failed += change(k) != 0;
		__atomic_store_n(&done, k, __ATOMIC_SEQ_CST);
	}
	__atomic_store_n(&stop, 1, __ATOMIC_SEQ_CST);
	for (i = 0; i < READERS; i++)
		pthread_join(readers[i], NULL);
	failed += change(changes + 1) != 0;
	printf("%d changes, failed %d, wrong %d, last %d %d %d\n", changes,
	       failed, wrong, read_short() - changes,
	       read_int() == (int)value_of(changes + 1),
	       read_mode() == (changes + 1) % MODES);
	return 0;
}
