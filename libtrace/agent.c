/* SPDX-License-Identifier: MIT */
/*
 * libtrace/agent.c: the agent thread and its life: start, sleep, work, end.
 *
 * Locks, in this order: agent_lifecycle_lock (start, park, resume), then
 * agent_work_lock (held by the agent whenever it does anything but sleep, and
 * by whoever forks), then those of gates and objects. Ordering: doc/ordering.md.
 */
#include <errno.h>
#include <limits.h>
#include <link.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "libtrace/agent.h"
#include "libtrace/connection.h"
#include "libtrace/event.h"
#include "libtrace/lock.h"
#include "libtrace/object.h"
#include "libtrace/outlive.h"
#include "libtrace/page.h"
#include "libtrace/patcher.h"
#include "libtrace/self.h"
#include "libtrace/thread.h"

#define AGENT_STACK		(128 * 1024)	/* beside thread-local storage */
#define AGENT_PAGE_RETRY_MS	1000		/* doubled each time */
#define AGENT_PAGE_RETRY_MAX_MS	64000
#define AGENT_OUTLIVE_MS	20
#define AGENT_GONE_MS		1000
#define AGENT_PATIENCE		20	/* times what silence is waited for */
#define AGENT_EVENTS_PER_MS	50	/* that a busy daemon gets through */

static struct tctl_lock agent_lifecycle_lock = TCTL_LOCK_INIT;
static struct tctl_lock agent_work_lock = TCTL_LOCK_INIT;

/* Under agent_lifecycle_lock. */
static pthread_t agent_thread;
static int agent_up;
static int agent_wanted;	/* was started once */
static unsigned int agent_parked;

static pid_t agent_tid;
/* Whose thread it is: the pid tells the child of a vfork from its parent, the
   number one in another memory with the same pid in its namespace. */
static pid_t agent_pid;
static uint32_t agent_process;
static uint32_t agent_stop;
static uint32_t agent_outlive;		/* and share descriptors */
static sigset_t agent_callers_mask;	/* of whoever started it */

/* What the agent was asked to take notice of, and up to where it has. */
static uint32_t agent_asked;
static uint32_t agent_answered;		/* futex */

/* The agent's own. */
static struct tctl_connection agent_connections[TCTL_DAEMON_KINDS] = {
	{ .kind = TCTL_DAEMON_USER, .socket.fd = -1 },
	{ .kind = TCTL_DAEMON_ROOT, .socket.fd = -1 },
};
static int agent_shared;		/* descriptor table */
static unsigned int agent_page_retry_ms;
static uint64_t agent_page_retry_at_ms;
static unsigned long long agent_loads;	/* objects loaded and unloaded so far */

static uint64_t agent_now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* ms < 0: no limit. */
static void agent_futex_wait(uint32_t *word, uint32_t value, int ms,
			     uint32_t bits)
{
	struct timespec end;
	uint64_t end_ms = agent_now_ms() + (uint64_t)(ms < 0 ? 0 : ms);

	end.tv_sec = (time_t)(end_ms / 1000);
	end.tv_nsec = (long)(end_ms % 1000) * 1000000;
	syscall(SYS_futex, word, FUTEX_WAIT_BITSET, value,
		ms < 0 ? NULL : &end, NULL, bits);
}

static int agent_count_loads(struct dl_phdr_info *info, size_t size, void *arg)
{
	(void)size;
	*(unsigned long long *)arg = info->dlpi_adds + info->dlpi_subs;
	return 1;
}

/* Objects may come without telling: those loaded before the library by a dlopen
   that keeps its symbols to itself can't see the library's. */
static void agent_look_for_objects(void)
{
	unsigned long long loads = 0;

	dl_iterate_phdr(agent_count_loads, &loads);
	if (loads == agent_loads)
		return;
	agent_loads = loads;
	tctl_object_scan_ahead();
}

static void agent_look_for_page(void)
{
	if (tctl_page_get() || agent_now_ms() < agent_page_retry_at_ms)
		return;
	if (!tctl_page_open())
		return;
	agent_page_retry_ms = agent_page_retry_ms ? agent_page_retry_ms * 2 :
			      AGENT_PAGE_RETRY_MS;
	if (agent_page_retry_ms > AGENT_PAGE_RETRY_MAX_MS)
		agent_page_retry_ms = AGENT_PAGE_RETRY_MAX_MS;
	agent_page_retry_at_ms = agent_now_ms() + agent_page_retry_ms;
}

static int agent_sooner(int a, int b)
{
	return a < 0 || (b >= 0 && b < a) ? b : a;
}

/* How long to sleep at most, -1: until the doorbell is rung. */
static int agent_timeout(void)
{
	uint64_t now = agent_now_ms();
	int ms = -1, kind;

	if (!tctl_page_get())
		ms = agent_page_retry_at_ms > now ?
		     (int)(agent_page_retry_at_ms - now) : 0;
	for (kind = 0; kind < TCTL_DAEMON_KINDS; kind++)
		ms = agent_sooner(ms, tctl_connection_timeout(
					      &agent_connections[kind]));
	if (agent_outlive)
		ms = agent_sooner(ms, AGENT_OUTLIVE_MS);
	return ms;
}

static int agent_settled(void)
{
	int kind;

	for (kind = 0; kind < TCTL_DAEMON_KINDS; kind++)
		if (!tctl_connection_settled(&agent_connections[kind]))
			return 0;
	return 1;
}

/*
 * Look after everything once. (agent:C) pairs with (agent:D) in agent_ask():
 * what was asked is read before the work begins, so an answer covers all that
 * was there when it was asked.
 */
static void agent_work(int rung)
{
	uint32_t asked = __atomic_load_n(&agent_asked, __ATOMIC_SEQ_CST);
	int kind;

	tctl_lock_take(&agent_work_lock);
	agent_look_for_page();
	agent_look_for_objects();
	for (kind = 0; kind < TCTL_DAEMON_KINDS; kind++)
		tctl_connection_run(&agent_connections[kind], rung,
				    agent_shared);
	tctl_lock_release(&agent_work_lock);
	if (agent_answered == asked || !agent_settled())
		return;
	__atomic_store_n(&agent_answered, asked, __ATOMIC_RELEASE);
	syscall(SYS_futex, &agent_answered, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

static int agent_must_end(void)
{
	return __atomic_load_n(&agent_stop, __ATOMIC_SEQ_CST) ||
	       (agent_outlive && tctl_outlive_alone());
}

/* (agent:A), (agent:B) of page.c: the doorbell is read first, then everything
   that ringing it may be about; what comes later makes the wait return. */
static void agent_loop(void)
{
	uint32_t *doorbell, *slept_on = NULL;
	uint32_t value, last = 0;

	while (!agent_must_end()) {
		doorbell = tctl_page_doorbell();
		value = __atomic_load_n(doorbell, __ATOMIC_SEQ_CST);
		if (__atomic_load_n(&agent_stop, __ATOMIC_SEQ_CST))
			break;
		agent_work(doorbell != slept_on || value != last);
		slept_on = doorbell;
		last = value;
		if (doorbell == tctl_page_doorbell())
			agent_futex_wait(doorbell, value, agent_timeout(),
					 tctl_page_bitset());
	}
}

static void agent_settle_in(void)
{
	prctl(PR_SET_NAME, "tracectl");
	agent_shared = agent_outlive || tctl_descriptors_isolate();
	/* Calls that need a file system context of the caller's own, like
	   setns() to another mount namespace, then work beside us. */
	if (!agent_outlive)
		syscall(SYS_unshare, CLONE_FS);
}

static void *agent_main(void *arg)
{
	int kind;

	(void)arg;
	__atomic_store_n(&agent_tid, (pid_t)syscall(SYS_gettid),
			 __ATOMIC_RELEASE);
	agent_settle_in();
	agent_loop();
	tctl_lock_take(&agent_work_lock);
	for (kind = 0; kind < TCTL_DAEMON_KINDS; kind++)
		tctl_connection_part(&agent_connections[kind]);
	tctl_lock_release(&agent_work_lock);
	/* The last thread runs the exit handlers of the application. */
	if (agent_outlive)
		pthread_sigmask(SIG_SETMASK, &agent_callers_mask, NULL);
	return NULL;
}

static int agent_add_tls(struct dl_phdr_info *info, size_t size, void *arg)
{
	size_t *total = arg;
	int i;

	(void)size;
	for (i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_TLS)
			*total += info->dlpi_phdr[i].p_memsz +
				  info->dlpi_phdr[i].p_align;
	return 0;
}

/* Asked once: in the child of a fork, one of its parent's threads may have held
   the dynamic linker's lock. */
static size_t agent_stack_size(void)
{
	static size_t stack;

	if (!stack) {
		stack = AGENT_STACK;
		dl_iterate_phdr(agent_add_tls, &stack);
		stack = (stack + 4095) & ~4095ul;
	}
	return stack;
}

static int agent_create(void)
{
	pthread_attr_t attr;
	int ret;

	ret = -pthread_attr_init(&attr);
	if (ret)
		return ret;
	/* The last thread's exit handlers need a stack of the usual size. */
	if (!agent_outlive)
		pthread_attr_setstacksize(&attr, agent_stack_size());
	ret = -pthread_create(&agent_thread, &attr, agent_main, NULL);
	pthread_attr_destroy(&attr);
	return ret;
}

static void agent_own(void)
{
	agent_pid = getpid();
	agent_process = tctl_thread_process();
}

/* The C library keeps the signals that it needs for itself out of this. */
static void agent_create_masked(void)
{
	sigset_t all;

	sigfillset(&all);
	if (tctl_patcher_traps())
		sigdelset(&all, SIGTRAP);
	pthread_sigmask(SIG_SETMASK, &all, &agent_callers_mask);
	agent_stop = 0;
	agent_tid = 0;
	agent_own();
	agent_up = !agent_create();
	pthread_sigmask(SIG_SETMASK, &agent_callers_mask, NULL);
}

static uint32_t agent_ask(void)
{
	/* (agent:D) pairs with (agent:C). */
	return __atomic_add_fetch(&agent_asked, 1, __ATOMIC_SEQ_CST);
}

/* Thousands of events take a while to be declared and ordered: the limit is for
   silence, and a larger one for all. */
static void agent_await(uint32_t asked, unsigned int wait_ms)
{
	uint64_t begin = agent_now_ms(), now = begin, end, moved;
	uint32_t answered;

	if (wait_ms)
		wait_ms += tctl_event_count() / AGENT_EVENTS_PER_MS;
	for (;; now = agent_now_ms()) {
		answered = __atomic_load_n(&agent_answered, __ATOMIC_ACQUIRE);
		moved = tctl_connection_moved_ms();
		end = (moved > begin ? moved : begin) + wait_ms;
		if (end > begin + wait_ms * AGENT_PATIENCE)
			end = begin + wait_ms * AGENT_PATIENCE;
		if ((int32_t)(answered - asked) >= 0 || now >= end)
			return;
		agent_futex_wait(&agent_answered, answered, (int)(end - now),
				 FUTEX_BITSET_MATCH_ANY);
	}
}

/* Returns whether there is an agent. */
static int agent_bring_up(void)
{
	if (!agent_up && !agent_parked && agent_wanted)
		agent_create_masked();
	return agent_up;
}

void tctl_agent_start(unsigned int wait_ms)
{
	uint32_t asked = agent_ask();
	int saved_errno = errno, up;

	if (!tctl_object_any_sites())
		return;
	tctl_lock_take(&agent_lifecycle_lock);
	agent_wanted = 1;
	up = agent_bring_up();
	tctl_lock_release(&agent_lifecycle_lock);
	if (up)
		agent_await(asked, wait_ms);
	errno = saved_errno;
}

void tctl_agent_notify(unsigned int wait_ms)
{
	int saved_errno = errno;
	uint32_t asked = agent_ask();

	if (tctl_agent_running()) {
		tctl_page_ring();
		agent_await(asked, wait_ms);
	}
	errno = saved_errno;
}

/* A joined thread may still be counted for a moment. */
static void agent_wait_gone(pid_t tid)
{
	const struct timespec pause = { .tv_nsec = 50000 };
	uint64_t end = agent_now_ms() + AGENT_GONE_MS;

	while (tid && !syscall(SYS_tgkill, getpid(), tid, 0) &&
	       agent_now_ms() < end)
		nanosleep(&pause, NULL);
}

static void agent_bring_down(void)
{
	if (!agent_up)
		return;
	__atomic_store_n(&agent_stop, 1, __ATOMIC_SEQ_CST);
	tctl_page_ring();
	pthread_join(agent_thread, NULL);
	agent_up = 0;
	agent_wait_gone(__atomic_load_n(&agent_tid, __ATOMIC_ACQUIRE));
}

void tctl_agent_park(void)
{
	int saved_errno = errno;

	tctl_lock_take(&agent_lifecycle_lock);
	agent_parked++;
	agent_bring_down();
	tctl_lock_release(&agent_lifecycle_lock);
	errno = saved_errno;
}

void tctl_agent_resume(unsigned int wait_ms)
{
	uint32_t asked = agent_ask();
	int saved_errno = errno, up;

	tctl_lock_take(&agent_lifecycle_lock);
	agent_parked--;
	up = agent_bring_up();
	tctl_lock_release(&agent_lifecycle_lock);
	if (up)
		agent_await(asked, wait_ms);
	errno = saved_errno;
}

pid_t tctl_agent_tid(void)
{
	return __atomic_load_n(&agent_tid, __ATOMIC_ACQUIRE);
}

int tctl_agent_is_self(void)
{
	return tctl_agent_tid() == (pid_t)syscall(SYS_gettid);
}

static int agent_is_ours(void)
{
	return agent_pid == getpid() &&
	       agent_process == tctl_thread_process();
}

int tctl_agent_running(void)
{
	return __atomic_load_n(&agent_up, __ATOMIC_RELAXED) && agent_is_ours();
}

int tctl_agent_wanted(void)
{
	return __atomic_load_n(&agent_wanted, __ATOMIC_RELAXED) &&
	       agent_is_ours();
}

int tctl_agent_freeze(unsigned int wait_ms)
{
	int ret = tctl_lock_take_for(&agent_lifecycle_lock, wait_ms);

	if (ret)
		return ret;
	ret = tctl_lock_take_for(&agent_work_lock, wait_ms);
	if (ret)
		tctl_lock_release(&agent_lifecycle_lock);
	return ret;
}

void tctl_agent_thaw(void)
{
	tctl_lock_release(&agent_work_lock);
	tctl_lock_release(&agent_lifecycle_lock);
}

void tctl_agent_orphan(int frozen)
{
	const struct tctl_lock fresh = TCTL_LOCK_INIT;
	int kind;

	agent_lifecycle_lock = fresh;
	agent_work_lock = fresh;
	agent_up = 0;
	agent_tid = 0;
	agent_outlive = 0;
	agent_parked = frozen ? 1 : 0;
	for (kind = 0; kind < TCTL_DAEMON_KINDS; kind++)
		tctl_connection_init(&agent_connections[kind],
				     (unsigned int)kind);
	tctl_self_fork();
}

void tctl_agent_disown(void)
{
	unsigned int kind;

	tctl_lock_take(&agent_work_lock);
	for (kind = 0; kind < TCTL_DAEMON_KINDS; kind++) {
		tctl_orders_forget(kind);
		tctl_connection_init(&agent_connections[kind], kind);
	}
	tctl_page_close();
	agent_page_retry_ms = 0;
	agent_page_retry_at_ms = 0;
	tctl_lock_release(&agent_work_lock);
}

void tctl_agent_outlive(void)
{
	tctl_lock_take(&agent_lifecycle_lock);
	if (!agent_up || agent_is_ours()) {
		agent_bring_down();
		agent_outlive = 1;
		agent_bring_up();
	}
	tctl_lock_release(&agent_lifecycle_lock);
}
