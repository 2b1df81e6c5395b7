/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sites are changed under the threads that run them, on all processors: a probe's
 * gate, an immediate's, a switch and values of every size, in batches. A batch
 * has a number, from which follow all that it sets, with halves of a value that
 * must agree; its number is published before it is committed and after. So each
 * reader knows between which two batches its reads were, and that a later read
 * at a place is never of an earlier batch.
 *
 * CHANGES: how many in all (200,000; with TRACECTL_PATCHER=breakpoint, where each
 * takes three steps, 40,000). `make torture` makes a million with either.
 */
#define TRACECTL_LINKED
#define TCTL_LIBRARY	/* linked to parts of it only */
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <tracectl/immediate.h>
#include <libtrace/gate.h>
#include <libtrace/object.h>
#include <tests/lib/counting_record.h>
#include <tests/lib/tap.h>

#define MAX_THREADS	64
#define CHANGES_OF_BATCH	7
#define CHANGES_FLIP	200000
#define CHANGES_TRAP	40000
#define HANG_SECONDS	110
#define WAYS		16

static immediate_char_t v1 = IMMEDIATE_INIT(0);
static immediate_short_t v2 = IMMEDIATE_INIT(0);
static immediate_int_t v4 = IMMEDIATE_INIT(0);
DEFINE_IMMEDIATE_TYPE(uint64_t, immediate_u64_t);
static immediate_u64_t v8 = IMMEDIATE_INIT(0);
static immediate_int_t flag = IMMEDIATE_INIT(0);
static immediate_int_t way = IMMEDIATE_INIT(0);

/* 2 n: batch n is in force everywhere; 2 n + 1: n + 1 is being committed. */
static uint64_t phase;
static int stop;

struct reader {
	pthread_t thread;
	uint64_t rounds;	/* atomic, as is the next */
	uint64_t opened;
	uint64_t still;		/* rounds within one phase */
	uint64_t wrong;
	uint64_t last;		/* batch seen in v8 */
};

/* Which way the gate went. Registers live across it must survive. */
__attribute__((noinline))
static uint64_t gate(uint64_t x)
{
	uint64_t y = x * 3;

	TCTL_GATE("flip:gate\nflip.c:1", open);
	return y - 2 * x == x ? 0 : 3;
open:
	return y - 2 * x == x ? 1 : 4;
}

__attribute__((noinline))
static uint64_t variable_gate(void)
{
	immediate_if (&flag)
		return 1;
	else
		return 0;
}

/* Each way must be met with its own number only. */
__attribute__((noinline))
static uint64_t switched(void)
{
	immediate_switch (&way) {
	case 0: return 0;
	case 1: return 1;
	case 2: return 2;
	case 3: return 3;
	case 4: return 4;
	case 5: return 5;
	case 6: return 6;
	case 7: return 7;
	case 8: return 8;
	case 9: return 9;
	case 10: return 10;
	case 11: return 11;
	case 12: return 12;
	case 13: return 13;
	case 14: return 14;
	case 15: return 15;
	}
	return 1000;
}

/* Whether what was read, of `modulus` numbers, is of a batch from low to high. */
static int is_between(uint64_t got, uint64_t modulus, uint64_t low, uint64_t high)
{
	return got < modulus && (got - low) % modulus <= high - low;
}

static int halves_agree(uint64_t value, unsigned int bits)
{
	return value >> bits == (value & ((1ull << bits) - 1));
}

struct round {
	uint64_t open, branch, way, v1, v2, v4, v8;
};

static void read_sites(struct round *ret, uint64_t x)
{
	ret->open = gate(x);
	ret->branch = variable_gate();
	ret->way = switched();
	ret->v1 = (uint8_t)immediate_read(&v1);
	ret->v2 = (uint16_t)immediate_read(&v2);
	ret->v4 = (uint32_t)immediate_read(&v4);
	ret->v8 = immediate_read(&v8);
}

static int is_right(const struct round *round, uint64_t low, uint64_t high)
{
	return is_between(round->open, 2, low, high) &&
	       is_between(round->branch, 2, low, high) &&
	       is_between(round->way, WAYS, low, high) &&
	       is_between(round->v1, 256, low, high) &&
	       halves_agree(round->v2, 8) &&
	       is_between(round->v2 >> 8, 256, low, high) &&
	       halves_agree(round->v4, 16) &&
	       is_between(round->v4 >> 16, 65536, low, high) &&
	       halves_agree(round->v8, 32) &&
	       is_between(round->v8 >> 32, 1ull << 32, low, high);
}

static void count(uint64_t *counter, uint64_t by)
{
	__atomic_store_n(counter, *counter + by, __ATOMIC_RELAXED);
}

static void *run_sites(void *arg)
{
	struct reader *reader = arg;
	struct round round;
	uint64_t before, after;

	while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) {
		before = __atomic_load_n(&phase, __ATOMIC_ACQUIRE);
		read_sites(&round, reader->rounds);
		__atomic_thread_fence(__ATOMIC_ACQUIRE);
		after = __atomic_load_n(&phase, __ATOMIC_RELAXED);
		reader->wrong += !is_right(&round, before / 2, (after + 1) / 2);
		reader->wrong += round.v8 >> 32 < reader->last;
		reader->last = round.v8 >> 32;
		reader->still += before == after && !(before & 1);
		count(&reader->opened, round.open);
		count(&reader->rounds, 1);
	}
	return NULL;
}

static int commit_batch(uint32_t name, uint64_t n)
{
	immediate_batch_begin();
	immediate_batch_set(&v1, (char)n);
	immediate_batch_set(&v2, (short)((n & 0xff) * 0x0101));
	immediate_batch_set(&v4, (int)((n & 0xffff) * 0x00010001));
	immediate_batch_set(&v8, n * 0x0000000100000001ull);
	immediate_batch_set(&flag, (int)(n & 1));
	immediate_batch_set(&way, (int)(n % WAYS));
	if (n & 1)
		tctl_gate_want(name);
	else
		tctl_gate_unwant(name);
	return immediate_batch_commit();	/* gates, too */
}

static int change(uint32_t name, uint64_t batches)
{
	uint64_t n, wrong = 0;
	struct round round;
	int err = 0;

	for (n = 1; n <= batches && !err; n++) {
		__atomic_store_n(&phase, 2 * n - 1, __ATOMIC_SEQ_CST);
		__atomic_thread_fence(__ATOMIC_SEQ_CST);
		err = commit_batch(name, n);
		__atomic_store_n(&phase, 2 * n, __ATOMIC_SEQ_CST);
		read_sites(&round, n);
		wrong += !is_right(&round, n, n);
	}
	tap_is(wrong, 0, "who sets reads what it set");
	return err;
}

static void await(const uint64_t *counter)
{
	while (!__atomic_load_n(counter, __ATOMIC_RELAXED))
		sched_yield();
}

static uint64_t nr_changes(void)
{
	const char *asked = getenv("CHANGES");

	if (asked)
		return strtoull(asked, NULL, 0);
	return immediate_patcher() == IMMEDIATE_PATCHER_BREAKPOINT ?
		CHANGES_TRAP : CHANGES_FLIP;
}

/* An odd number of batches: the last one leaves the gate open. */
static uint64_t nr_batches(void)
{
	return (nr_changes() / CHANGES_OF_BATCH) | 1;
}

int main(void)
{
	static struct reader readers[MAX_THREADS];
	const uint32_t name = tctl_gate_name("flip:gate");
	const uint64_t batches = nr_batches();
	long nr = sysconf(_SC_NPROCESSORS_ONLN), i;
	uint64_t wrong = 0, rounds = 0, still = 0;

	nr = nr < 2 ? 2 : nr > MAX_THREADS ? MAX_THREADS : nr;
	if (!getenv("CHANGES"))
		alarm(HANG_SECONDS);
	for (i = 0; i < nr; i++)
		pthread_create(&readers[i].thread, NULL, run_sites, &readers[i]);
	for (i = 0; i < nr; i++)
		await(&readers[i].rounds);
	tap_is(change(name, batches), 0, "changed under running threads");
	for (i = 0; i < nr; i++)
		await(&readers[i].opened);
	__atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
	for (i = 0; i < nr; i++) {
		pthread_join(readers[i].thread, NULL);
		wrong += readers[i].wrong;
		rounds += readers[i].rounds;
		still += readers[i].still;
	}
	tap_note("patcher %d, %lu changes, %ld readers, %lu rounds, %lu of them between two batches",
		 immediate_patcher(), (unsigned long)batches * CHANGES_OF_BATCH,
		 nr, (unsigned long)rounds, (unsigned long)still);
	tap_is(wrong, 0, "only what was set, in order, and the last when set");
	return tap_done();
}
