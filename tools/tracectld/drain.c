// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * drain.c: see drain.h. The thread looks at all regions of the running
 * sessions, sleeps 1 to 50 ms depending on how fast the rings fill, and for
 * ever while no session runs. About once a second it also refreshes the clock
 * conversion in the regions.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include "tools/tracectld/drain.h"
#include "tools/tracectld/loop.h"
#include "tools/tracectld/region_file.h"
#include "tools/tracectld/trace.h"

#define SHORTEST_MS	1
#define LONGEST_MS	50
#define BUSY_PERCENT	12	/* of a ring: look again sooner */
#define FLOOD_PERCENT	50	/* look again at once */

typedef void region_fn(struct tctl_region_file *region, void *argument);

/* fn may free the region. */
static void for_regions(struct tctl_session *session, region_fn *fn,
			void *argument)
{
	struct tctl_region_file *region, *next;
	struct tctl_stream *stream;
	struct tctl_trace *trace;

	TAILQ_FOREACH(trace, &session->traces, link)
		TAILQ_FOREACH(stream, &trace->streams, link)
			for (region = TAILQ_FIRST(&stream->regions); region;
			     region = next) {
				next = TAILQ_NEXT(region, link);
				fn(region, argument);
			}
}

/* A dead process's region is still here when it could not be written out, or
   (overwrite) for a snapshot. */
static void take_ready(struct tctl_region_file *region, void *argument)
{
	int rest = region->dead && !tctl_region_file_overwrites(region);
	int percent = tctl_region_file_drain(region, rest ? TCTL_TAKE_DEAD :
							    TCTL_TAKE_READY);
	int *most = argument;

	if (percent > *most)
		*most = percent;
}

/* Returns how full the fullest ring was, -1: the session rests. */
static int pass_session(struct tctl_session *session)
{
	struct tctl_trace *trace;
	int most = 0, err = 0;

	if (session->state != TCTL_SESSION_RUNNING && !session->busy)
		return -1;
	if (session->error) {
		if (tctl_loop_now_ns() < session->retry_ns)
			return 0;
		session->error = 0;
	}
	TAILQ_FOREACH(trace, &session->traces, link)
		if (!err)
			err = tctl_trace_write_metadata(trace);
	if (!err)
		for_regions(session, take_ready, &most);
	return most;
}

static int pass(struct tctl_sessions *all)
{
	struct tctl_session *session;
	int most = -1, n;

	/* Relaxed: only courtesy, the lock itself orders. */
	while (__atomic_load_n(&all->wanted, __ATOMIC_RELAXED))
		usleep(100);
	pthread_mutex_lock(&all->lock);
	TAILQ_FOREACH(session, &all->list, link) {
		n = pass_session(session);
		if (n > most)
			most = n;
	}
	pthread_mutex_unlock(&all->lock);
	return most;
}

static void publish(struct tctl_region_file *region, void *argument)
{
	if (!tctl_region_file_is_kernel(region))
		tctl_clock_publish(argument, region->fd,
				   region->reader.foreign);
}

/* A clock that a new region needed is published in the others, too. */
static void publish_clock(struct tctl_drain *drain)
{
	struct tctl_sessions *all = drain->all;
	struct tctl_session *session;

	pthread_mutex_lock(&all->lock);
	tctl_sessions_refresh_clock(all);
	if (drain->published_ns != all->clock_ns)
		TAILQ_FOREACH(session, &all->list, link)
			if (session->state == TCTL_SESSION_RUNNING)
				for_regions(session, publish, &all->clock);
	drain->published_ns = all->clock_ns;
	pthread_mutex_unlock(&all->lock);
}

static int next_sleep_ms(int sleep_ms, int percent)
{
	if (percent < 0)
		return -1;
	if (percent >= FLOOD_PERCENT)
		return 0;
	if (sleep_ms < SHORTEST_MS)
		sleep_ms = SHORTEST_MS;
	sleep_ms = percent >= BUSY_PERCENT ? sleep_ms / 2 : sleep_ms * 2;
	if (sleep_ms < SHORTEST_MS)
		return SHORTEST_MS;
	return sleep_ms > LONGEST_MS ? LONGEST_MS : sleep_ms;
}

static void rest(struct tctl_drain *drain, int sleep_ms)
{
	struct pollfd wait = { .fd = drain->event_fd, .events = POLLIN };
	uint64_t value;

	if (!sleep_ms) {
		usleep(50);	/* let a waiting main thread have the lock */
		return;
	}
	if (poll(&wait, 1, sleep_ms) > 0 &&
	    read(drain->event_fd, &value, sizeof(value)) < 0)
		return;
}

static void *run(void *argument)
{
	struct tctl_drain *drain = argument;
	int sleep_ms = SHORTEST_MS;

	pthread_setname_np(pthread_self(), "drain");
	/* (D-A) pairs with tctl_drain_end(). */
	while (!__atomic_load_n(&drain->ending, __ATOMIC_ACQUIRE)) {
		sleep_ms = next_sleep_ms(sleep_ms, pass(drain->all));
		if (sleep_ms >= 0)
			publish_clock(drain);
		rest(drain, sleep_ms);
	}
	return NULL;
}

int tctl_drain_start(struct tctl_drain *drain, struct tctl_sessions *all)
{
	sigset_t blocked, old;
	int err;

	drain->all = all;
	drain->ending = 0;
	drain->event_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (drain->event_fd < 0)
		return -errno;
	sigfillset(&blocked);
	pthread_sigmask(SIG_SETMASK, &blocked, &old);
	err = pthread_create(&drain->thread, NULL, run, drain);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (err)
		close(drain->event_fd);
	return -err;
}

void tctl_drain_wake(struct tctl_drain *drain)
{
	uint64_t one = 1;
	ssize_t n = write(drain->event_fd, &one, sizeof(one));

	(void)n;	/* full: it is awake already */
}

void tctl_drain_end(struct tctl_drain *drain)
{
	/* (D-A) pairs with (D-A) in run(). */
	__atomic_store_n(&drain->ending, 1, __ATOMIC_RELEASE);
	tctl_drain_wake(drain);
	pthread_join(drain->thread, NULL);
	close(drain->event_fd);
}

struct take_all {
	int dead;
	int err;
};

static void take_all(struct tctl_region_file *region, void *argument)
{
	struct take_all *all = argument;
	enum tctl_take take = TCTL_TAKE_ALL;
	int n;

	if (all->dead && region->protocol == TCTL_PROTOCOL_COUNTED &&
	    !tctl_region_file_is_kernel(region))
		take = TCTL_TAKE_DEAD;
	n = tctl_region_file_drain(region, take);
	if (n < 0 && !all->err)
		all->err = n;
}

int tctl_drain_session(struct tctl_session *session, int dead)
{
	struct take_all all = { .dead = dead };
	struct tctl_trace *trace;

	tctl_sessions_lock(session->all);
	session->error = 0;
	TAILQ_FOREACH(trace, &session->traces, link)
		if (!all.err)
			all.err = tctl_trace_write_metadata(trace);
	if (!all.err)
		for_regions(session, take_all, &all);
	tctl_sessions_unlock(session->all);
	return all.err;
}

static void drop_counted(struct tctl_region_file *region, void *argument)
{
	(void)argument;
	if (region->protocol == TCTL_PROTOCOL_COUNTED &&
	    !tctl_region_file_is_kernel(region))
		tctl_region_file_free(region, 1);
}

static void drop(struct tctl_region_file *region, void *argument)
{
	(void)argument;
	tctl_region_file_free(region, 1);
}

void tctl_drain_drop_counted(struct tctl_session *session)
{
	tctl_sessions_lock(session->all);
	for_regions(session, drop_counted, NULL);
	tctl_sessions_unlock(session->all);
}

void tctl_drain_drop_all(struct tctl_session *session)
{
	tctl_sessions_lock(session->all);
	for_regions(session, drop, NULL);
	tctl_sessions_unlock(session->all);
}

struct bury {
	uint32_t pid;
	uint64_t start_ns;
};

/* What an overwrite region of a dead process holds waits for a snapshot. */
static void bury(struct tctl_region_file *region, void *argument)
{
	const struct bury *dead = argument;

	if (region->protocol != TCTL_PROTOCOL_COUNTED ||
	    region->owner_pid != dead->pid ||
	    region->owner_start_ns != dead->start_ns)
		return;
	region->dead = 1;
	if (tctl_region_file_overwrites(region) &&
	    tctl_region_file_waiting(region))
		return;
	if (tctl_region_file_drain(region, TCTL_TAKE_DEAD) >= 0)
		tctl_region_file_free(region, 1);
}

void tctl_drain_bury(struct tctl_sessions *all, uint32_t pid,
		     uint64_t start_ns)
{
	struct bury dead = { .pid = pid, .start_ns = start_ns };
	struct tctl_session *session;

	tctl_sessions_lock(all);
	TAILQ_FOREACH(session, &all->list, link)
		for_regions(session, bury, &dead);
	tctl_sessions_unlock(all);
}
