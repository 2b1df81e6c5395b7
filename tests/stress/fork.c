/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A process forks while another of its threads changes immediates, with each
 * patcher: every child finds them consistent, can change them itself, and does
 * not meet a breakpoint that its parent was about to take away. The process has
 * no probes: immediates alone are enough.
 */
#define TRACECTL_LINKED
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <tracectl/immediate.h>
#include <tests/lib/tap.h>

#define NR_FORKS	100
#define HANG_SECONDS	120
#define CHILD_SECONDS	20

static immediate_int_t one = IMMEDIATE_INIT(0);
static immediate_long_t other = IMMEDIATE_INIT(0);

static int stop;

__attribute__((noinline)) static int read_one(void)
{
	return immediate_read(&one);
}

__attribute__((noinline)) static long read_other(void)
{
	return immediate_read(&other);
}

__attribute__((noinline)) static int is_set(void)
{
	immediate_if (&one)
		return 1;
	return 0;
}

static int set_both(int x)
{
	immediate_batch_begin();
	immediate_batch_set(&one, x);
	immediate_batch_set(&other, x);
	return immediate_batch_commit();
}

static int are_both(int x)
{
	return read_one() == x && read_other() == x && is_set() == !!x;
}

static void *set(void *arg)
{
	long *sets = arg;

	for (; !__atomic_load_n(&stop, __ATOMIC_RELAXED); ++*sets)
		if (set_both((int)(*sets & 0xffff)))
			return arg;
	return NULL;
}

/* 0: all is well. */
static int child(void)
{
	const int found = _immediate_read(&one);

	alarm(CHILD_SECONDS);
	if (!are_both(found))
		return 1;
	if (set_both(70000) || !are_both(70000))
		return 2;
	return set_both(0) || !are_both(0) ? 3 : 0;
}

static int fork_one(void)
{
	int status = -1;
	pid_t pid = fork();

	if (!pid)
		_exit(child());
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		return -1;
	return status;
}

static void test_patcher(int patcher, const char *name)
{
	void *failed = NULL;
	pthread_t thread;
	long sets = 0;
	int i, good = 0, bad = 0;

	if (immediate_patcher_select(patcher)) {
		tap_skip("%s: %s", name, immediate_reason());
		return;
	}
	__atomic_store_n(&stop, 0, __ATOMIC_RELAXED);
	pthread_create(&thread, NULL, set, &sets);
	for (i = 0; i < NR_FORKS; i++) {
		const int status = fork_one();

		good += !status;
		if (status)
			bad = status;
	}
	__atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
	pthread_join(thread, &failed);
	tap_ok(good == NR_FORKS, "%s: all children are well (%d; %#x)", name,
	       good, bad);
	tap_ok(!failed, "%s: %ld batches", name, sets);
}

int main(void)
{
	alarm(HANG_SECONDS);
	test_patcher(IMMEDIATE_PATCHER_FLIP, "flip");
	test_patcher(IMMEDIATE_PATCHER_BREAKPOINT, "breakpoint");
	return tap_done();
}
