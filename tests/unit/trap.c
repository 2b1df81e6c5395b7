/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Breakpoints where nothing stands in front of sigaction(), as in a static
 * executable: a handler of SIGTRAP that the application installs later, over ours,
 * is found at the next change and gets what is its own from then on, and handlers
 * that block SIGTRAP no longer do.
 */
#define TRACECTL_LINKED
#define TCTL_LIBRARY	/* linked to a part of it */
#include <pthread.h>
#include <signal.h>
#include <string.h>

#include <tracectl/immediate.h>
#include <tests/lib/counting_record.h>
#include <tests/lib/tap.h>

#define NR_CHANGES	300

static immediate_int_t value = IMMEDIATE_INIT(0);
static volatile sig_atomic_t calls;
static int stop;

__attribute__((noinline)) static int read_value(void)
{
	return immediate_read(&value);
}

static void count(int number)
{
	(void)number;
	calls++;
}

static void install(int number, int block_all)
{
	struct sigaction action = { .sa_handler = count };

	if (block_all)
		sigfillset(&action.sa_mask);
	sigaction(number, &action, NULL);
}

static void *run(void *arg)
{
	while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) {
		const int now = read_value();

		if (now < 0 || now > NR_CHANGES)
			return arg;
	}
	return NULL;
}

static int change_all(void)
{
	int i, good = 0;

	for (i = 1; i <= NR_CHANGES; i++)
		good += !immediate_set(&value, i) && read_value() == i;
	return good;
}

/* While a thread runs the site. */
static void test_changes(const char *when)
{
	void *failed = NULL;
	pthread_t thread;

	__atomic_store_n(&stop, 0, __ATOMIC_RELAXED);
	pthread_create(&thread, NULL, run, &stop);
	tap_ok(change_all() == NR_CHANGES, "%s: changes", when);
	__atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
	pthread_join(thread, &failed);
	tap_ok(!failed, "%s: under a thread", when);
}

int main(void)
{
	struct sigaction now;

	if (immediate_patcher_select(IMMEDIATE_PATCHER_BREAKPOINT)) {
		tap_skip("breakpoints: %s", immediate_reason());
		return tap_done();
	}
	test_changes("no handler of the application's");
	install(SIGTRAP, 0);
	install(SIGUSR2, 1);
	test_changes("a later one");
	tap_is(calls, 0, "which gets no traps that are ours");
	__asm__ __volatile__ ("int3");
	tap_is(calls, 1, "and one that is its own");
	sigaction(SIGUSR2, NULL, &now);
	tap_ok(!sigismember(&now.sa_mask, SIGTRAP),
	       "a handler that blocked SIGTRAP does no longer");
	tap_ok(sigismember(&now.sa_mask, SIGINT) == 1, "but all else");
	return tap_done();
}
