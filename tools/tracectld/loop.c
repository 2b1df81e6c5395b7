// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * loop.c: see loop.h. One descriptor is served per wait: what a handler frees
 * can then never be in a batch that is still to be walked.
 */
#include <errno.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>
#include "tools/tracectld/loop.h"

int tctl_loop_init(struct tctl_loop *loop)
{
	loop->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	return loop->epoll_fd < 0 ? -errno : 0;
}

void tctl_loop_release(struct tctl_loop *loop)
{
	if (loop->epoll_fd >= 0)
		close(loop->epoll_fd);
	loop->epoll_fd = -1;
}

static int control(struct tctl_loop *loop, int op, struct tctl_watch *watch,
		   uint32_t events)
{
	struct epoll_event event = { .events = events, .data.ptr = watch };

	return epoll_ctl(loop->epoll_fd, op, watch->fd, &event) ? -errno : 0;
}

int tctl_loop_add(struct tctl_loop *loop, struct tctl_watch *watch,
		  uint32_t events)
{
	return control(loop, EPOLL_CTL_ADD, watch, events);
}

int tctl_loop_change(struct tctl_loop *loop, struct tctl_watch *watch,
		     uint32_t events)
{
	return control(loop, EPOLL_CTL_MOD, watch, events);
}

void tctl_loop_remove(struct tctl_loop *loop, struct tctl_watch *watch)
{
	if (watch->fd < 0)
		return;
	control(loop, EPOLL_CTL_DEL, watch, 0);
	close(watch->fd);
	watch->fd = -1;
}

int tctl_loop_once(struct tctl_loop *loop, int timeout_ms)
{
	struct epoll_event event;
	struct tctl_watch *watch;
	int n = epoll_wait(loop->epoll_fd, &event, 1, timeout_ms);

	if (n < 0)
		return errno == EINTR ? 0 : -errno;
	if (!n)
		return 0;
	watch = event.data.ptr;
	watch->ready(watch, event.events);
	return 1;
}

uint64_t tctl_loop_now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
