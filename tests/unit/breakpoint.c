/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The patcher `breakpoint` in an application that has linked the library: its
 * SIGTRAP handlers, whenever they are installed, are called for its own traps
 * and for nothing else; SIGTRAP stays unblocked; who blocks it nevertheless is
 * named; foreign breakpoints are left alone.
 */
#define TRACECTL_LINKED
#include <errno.h>
#include <grp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <tracectl/immediate.h>
#include <tests/lib/tap.h>

static immediate_int_t value = IMMEDIATE_INIT(1);

static volatile sig_atomic_t first_calls, second_calls;

__attribute__((noinline)) static int read_value(void)
{
	return immediate_read(&value);
}

static void first_handler(int number)
{
	(void)number;
	first_calls++;
}

static void second_handler(int number, siginfo_t *info, void *context)
{
	(void)number;
	(void)info;
	(void)context;
	second_calls++;
	/* Sites may be met here as anywhere. */
	if (read_value() != _immediate_read(&value))
		second_calls = 1000;
}

static void trap(void)
{
	__asm__ __volatile__ ("int3");
}

static int change(int x)
{
	int err = immediate_set(&value, x);

	return err ? err : read_value();
}

static void test_choice(void)
{
	tap_is(immediate_patcher_select(IMMEDIATE_PATCHER_FLIP), 0,
	       "choose flip");
	tap_is(immediate_patcher_select(77), -EINVAL, "no such patcher");
	tap_is(immediate_patcher_select(IMMEDIATE_PATCHER_NONE), -EINVAL,
	       "none can't be chosen");
	tap_is(immediate_patcher(), IMMEDIATE_PATCHER_FLIP, "nothing changed");
	tap_is(immediate_patcher_select(IMMEDIATE_PATCHER_BREAKPOINT), 0,
	       "choose breakpoint");
	tap_is(immediate_patcher(), IMMEDIATE_PATCHER_BREAKPOINT, "it is used");
	tap_is(change(2), 2, "a change");
}

static void test_handlers(void)
{
	struct sigaction action = {
		.sa_sigaction = second_handler, .sa_flags = SA_SIGINFO,
	}, former;

	trap();
	tap_is(first_calls, 1, "a handler from before is called for a trap");
	tap_is(change(3), 3, "a change");
	tap_is(first_calls, 1, "and for no other");
	sigaction(SIGTRAP, NULL, &former);
	tap_ok(former.sa_handler == first_handler, "it can be asked for");
	sigfillset(&action.sa_mask);
	sigaction(SIGTRAP, &action, &former);
	tap_ok(former.sa_handler == first_handler, "replaced");
	tap_is(change(4), 4, "a change after that");
	trap();
	tap_ok(first_calls == 1 && second_calls == 1, "the new one is called");
	raise(SIGTRAP);
	tap_is(second_calls, 2, "for a sent signal, too");
	tap_ok((void *)signal(SIGTRAP, SIG_IGN) == (void *)second_handler,
	       "signal() gives it back");
	raise(SIGTRAP);
	tap_is(change(5), 5, "SIG_IGN ignores what was sent, and sites work");
	signal(SIGTRAP, first_handler);
}

/* A child's status after it has set what may as well stand in sa_sigaction. */
static int status_with(sighandler_t handler, int flags, void (*hit)(void))
{
	struct sigaction action = { .sa_flags = flags };
	int status = 0;
	pid_t pid = fork();

	if (!pid) {
		action.sa_handler = handler;
		sigaction(SIGTRAP, &action, NULL);
		change(7);
		hit();
		_exit(77);
	}
	waitpid(pid, &status, 0);
	return status;
}

static int is_end_by(int status, int number)
{
	return WIFSIGNALED(status) && WTERMSIG(status) == number;
}

static void send_trap(void)
{
	raise(SIGTRAP);
}

static void test_default(void)
{
	tap_ok(is_end_by(status_with(SIG_DFL, 0, trap), SIGTRAP),
	       "with SIG_DFL a trap of the application's own ends it");
	tap_ok(is_end_by(status_with(SIG_DFL, SA_SIGINFO, trap), SIGTRAP),
	       "with SA_SIGINFO, too");
	tap_ok(is_end_by(status_with(SIG_IGN, SA_SIGINFO, trap), SIGTRAP),
	       "nor can it be ignored");
	tap_is(WEXITSTATUS(status_with(SIG_IGN, SA_SIGINFO, send_trap)), 77,
	       "but what is sent can");
}

static int blocked_now(void)
{
	unsigned long mask = 0;

	syscall(SYS_rt_sigprocmask, SIG_BLOCK, NULL, &mask, 8ul);
	return !!(mask & 1ul << (SIGTRAP - 1));
}

static void test_masks(void)
{
	sigset_t all, former;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &former);
	tap_ok(!blocked_now(), "SIGTRAP stays unblocked");
	tap_is(change(8), 8, "with all else blocked sites can be changed");
	pthread_sigmask(SIG_SETMASK, &former, NULL);
	sigprocmask(SIG_BLOCK, &all, NULL);
	tap_ok(!blocked_now(), "by sigprocmask(), too");
	sigprocmask(SIG_SETMASK, &former, NULL);
}

static volatile sig_atomic_t was_blocked;

static void look(int number)
{
	(void)number;
	was_blocked = blocked_now();
}

static struct sigaction look_masked(void)
{
	struct sigaction action = { .sa_handler = look };

	sigfillset(&action.sa_mask);
	return action;
}

/* Before breakpoints are chosen. */
static void prepare_former_handler(void)
{
	struct sigaction action = look_masked();

	sigaction(SIGUSR2, &action, NULL);
}

static void test_former_handler(void)
{
	was_blocked = 2;
	raise(SIGUSR2);
	tap_is(was_blocked, 0, "a handler from before runs with it unblocked");
}

static void wait_suspended(const sigset_t *mask)
{
	sigsuspend(mask);
}

static void wait_in_ppoll(const sigset_t *mask)
{
	ppoll(NULL, 0, NULL, mask);
}

static void wait_in_pselect(const sigset_t *mask)
{
	pselect(0, NULL, NULL, NULL, NULL, mask);
}

static void wait_in_epoll(const sigset_t *mask)
{
	struct epoll_event event;
	int set = epoll_create1(EPOLL_CLOEXEC);

	epoll_pwait(set, &event, 1, -1, mask);
	close(set);
}

/* A handler that interrupts a call with a mask of its own runs with that. */
static void test_wait(void (*wait)(const sigset_t *mask), const char *name)
{
	struct sigaction action = { .sa_handler = look };
	sigset_t former, mask;

	sigaction(SIGUSR2, &action, NULL);
	sigemptyset(&mask);
	sigaddset(&mask, SIGUSR2);
	sigprocmask(SIG_BLOCK, &mask, &former);
	raise(SIGUSR2);
	was_blocked = 2;
	sigfillset(&mask);
	sigdelset(&mask, SIGUSR2);
	wait(&mask);
	tap_ok(was_blocked == 0, "%s leaves it unblocked", name);
	sigprocmask(SIG_SETMASK, &former, NULL);
}

static void test_waits(void)
{
	test_wait(wait_suspended, "sigsuspend()");
	test_wait(wait_in_ppoll, "ppoll()");
	test_wait(wait_in_pselect, "pselect()");
	test_wait(wait_in_epoll, "epoll_pwait()");
}

static pthread_barrier_t meet;

/* By the system call: as somebody does whom nobody stands in front of. */
static void *block(void *arg)
{
	const unsigned long trap_only = 1ul << (SIGTRAP - 1);

	(void)arg;
	pthread_setname_np(pthread_self(), "stubborn");
	syscall(SYS_rt_sigprocmask, SIG_BLOCK, &trap_only, NULL, 8ul);
	pthread_barrier_wait(&meet);
	pthread_barrier_wait(&meet);
	return NULL;
}

static void test_blocker(void)
{
	pthread_t thread;

	pthread_barrier_init(&meet, NULL, 2);
	pthread_create(&thread, NULL, block, NULL);
	pthread_barrier_wait(&meet);
	tap_is(immediate_set(&value, 9), -EPERM,
	       "while a thread blocks SIGTRAP a set fails");
	tap_ok(strstr(immediate_reason(), "(stubborn) blocks SIGTRAP") != NULL,
	       "and says who: %s", immediate_reason());
	tap_is(read_value(), 8, "the site keeps its value");
	tap_is(immediate_patcher_select(IMMEDIATE_PATCHER_FLIP), 0,
	       "flip needs no signal");
	tap_is(change(10), 10, "and works");
	tap_is(immediate_patcher_select(IMMEDIATE_PATCHER_BREAKPOINT), -EPERM,
	       "breakpoint can't be chosen");
	tap_is(immediate_patcher(), IMMEDIATE_PATCHER_FLIP, "flip stays");
	pthread_barrier_wait(&meet);
	pthread_join(thread, NULL);
	tap_is(immediate_patcher_select(IMMEDIATE_PATCHER_BREAKPOINT), 0,
	       "when the thread has ended it can");
	tap_is(change(11), 11, "and works");
}

/* The kernel tells about groups in front of the mask. */
static int blocker_with_groups(void)
{
	static gid_t groups[3000];
	pthread_t thread;
	int i;

	for (i = 0; i < 3000; i++)
		groups[i] = 1000000u + (gid_t)i;
	if (setgroups(3000, groups))
		return 2;
	pthread_barrier_init(&meet, NULL, 2);
	pthread_create(&thread, NULL, block, NULL);
	pthread_barrier_wait(&meet);
	return immediate_set(&value, 13) == -EPERM;
}

static void test_blocker_with_groups(void)
{
	int status = 0;
	pid_t pid = fork();

	if (!pid)
		_exit(blocker_with_groups());
	waitpid(pid, &status, 0);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 2)
		tap_skip("thousands of groups: it takes root to have them");
	else
		tap_is(status, 1 << 8, "found in a process of 3000 groups");
}

static int changes;	/* atomic: by the thread below */

/* Until it may stop: the child of a vfork, for which the main thread waits. */
static void *change_on(void *arg)
{
	int i;

	for (i = 0; i < 200; i++) {
		if (change(i & 1) != (i & 1))
			return arg;
		__atomic_fetch_add(&changes, 1, __ATOMIC_RELEASE);
	}
	return NULL;
}

/* What a child may do to the signals that it shares with nobody. */
static int child_of_vfork(void)
{
	struct sigaction none = { .sa_handler = SIG_DFL };
	sigset_t all;
	int now;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	sigaction(SIGTRAP, &none, NULL);
	do {
		now = read_value();
		if (now != 0 && now != 1)
			return 1;
	} while (__atomic_load_n(&changes, __ATOMIC_ACQUIRE) < 200);
	return 0;
}

static void test_vfork(void)
{
	struct sigaction now;
	void *failed = NULL;
	pthread_t thread;
	int status = -1;
	pid_t pid;

	change(0);
	pthread_create(&thread, NULL, change_on, &changes);
	pid = vfork();
	if (!pid)
		_exit(child_of_vfork());
	waitpid(pid, &status, 0);
	pthread_join(thread, &failed);
	tap_is(status, 0, "the child of a vfork goes through changing code");
	tap_ok(!failed && !blocked_now(), "its mask is its own");
	sigaction(SIGTRAP, NULL, &now);
	tap_ok(now.sa_handler == first_handler, "and its handler");
}

static int late_choice, late_began;

static void *choose_late(void *arg)
{
	while (!__atomic_load_n(&late_began, __ATOMIC_ACQUIRE))
		;
	if (immediate_patcher_select(IMMEDIATE_PATCHER_BREAKPOINT) == -EBUSY)
		late_choice = strstr(immediate_reason(), "vfork") != NULL;
	immediate_set(&value, 5);
	return arg;
}

/* In a process where breakpoints were never chosen. */
static int late_vfork(void)
{
	pthread_t thread;
	int status = -1;
	pid_t pid;

	immediate_set(&value, 0);
	pthread_create(&thread, NULL, choose_late, NULL);
	pid = vfork();
	if (!pid) {
		__atomic_store_n(&late_began, 1, __ATOMIC_RELEASE);
		while (read_value() != 5)
			;
		_exit(0);
	}
	waitpid(pid, &status, 0);
	pthread_join(thread, NULL);
	if (status || late_choice != 1)
		return 1;
	if (immediate_patcher_select(IMMEDIATE_PATCHER_BREAKPOINT))
		return 2;
	return change(6) == 6 ? 0 : 3;
}

static void test_late_vfork(void)
{
	int status = 0;
	pid_t pid;

	if (immediate_patcher() == IMMEDIATE_PATCHER_BREAKPOINT) {
		tap_skip("children of before the choice: it is made already");
		return;
	}
	pid = fork();

	if (!pid)
		_exit(late_vfork());
	waitpid(pid, &status, 0);
	tap_is(status, 0, "no breakpoints while a vfork child has no handler");
}

static void *last(void *arg)
{
	*(int *)arg = change(12);
	return NULL;
}

static void *do_nothing(void *arg)
{
	return arg;
}

static void test_threads(void)
{
	pthread_t thread;
	int i, got = 0, good = 0;

	for (i = 0; i < 100; i++) {
		pthread_create(&thread, NULL, do_nothing, NULL);
		good += change(i) == i;
		pthread_join(thread, NULL);
	}
	tap_is(good, 100, "changes while threads come and go");
	pthread_create(&thread, NULL, last, &got);
	pthread_join(thread, NULL);
	tap_is(got, 12, "by another thread");
}

int main(void)
{
	if (immediate_patcher() == IMMEDIATE_PATCHER_NONE) {
		tap_skip("breakpoints: this library patches no code");
		return tap_done();
	}
	signal(SIGTRAP, first_handler);
	prepare_former_handler();
	change(0);
	test_late_vfork();
	test_choice();
	test_former_handler();
	test_handlers();
	test_default();
	test_masks();
	test_waits();
	test_blocker();
	test_blocker_with_groups();
	test_threads();
	test_vfork();
	return tap_done();
}
