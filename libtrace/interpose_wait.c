/* SPDX-License-Identifier: MIT */
/*
 * libtrace/interpose_wait.c: calls that wait with a signal mask of their own. A
 * handler that interrupts one runs with that mask: with the patcher `breakpoint`
 * SIGTRAP is not in it, for a handler may meet a site.
 */
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <time.h>

#include "libtrace/interpose.h"
#include "libtrace/patcher.h"

#ifdef PIC

/* Older C libraries don't have it. */
int epoll_pwait2(int set, struct epoll_event *events, int max,
		 const struct timespec *timeout, const sigset_t *mask);

static int (*next_sigsuspend)(const sigset_t *mask);
static int (*next_ppoll)(struct pollfd *fds, nfds_t nr,
			 const struct timespec *timeout, const sigset_t *mask);
static int (*next_pselect)(int nr, fd_set *reads, fd_set *writes,
			   fd_set *exceptions, const struct timespec *timeout,
			   const sigset_t *mask);
static int (*next_epoll_pwait)(int set, struct epoll_event *events, int max,
			       int timeout, const sigset_t *mask);
static int (*next_epoll_pwait2)(int set, struct epoll_event *events, int max,
				const struct timespec *timeout,
				const sigset_t *mask);

__attribute__((constructor(101)))
static void wait_find(void)
{
	TCTL_INTERPOSE_FIND(next_sigsuspend, "sigsuspend");
	TCTL_INTERPOSE_FIND(next_ppoll, "ppoll");
	TCTL_INTERPOSE_FIND(next_pselect, "pselect");
	TCTL_INTERPOSE_FIND(next_epoll_pwait, "epoll_pwait");
	TCTL_INTERPOSE_FIND(next_epoll_pwait2, "epoll_pwait2");
}

TCTL_INTERPOSED int sigsuspend(const sigset_t *mask)
{
	sigset_t room;

	TCTL_INTERPOSE_FIND(next_sigsuspend, "sigsuspend");
	return next_sigsuspend(tctl_patcher_mask(mask, &room));
}

TCTL_INTERPOSED int ppoll(struct pollfd *fds, nfds_t nr,
			  const struct timespec *timeout, const sigset_t *mask)
{
	sigset_t room;

	TCTL_INTERPOSE_FIND(next_ppoll, "ppoll");
	return next_ppoll(fds, nr, timeout, tctl_patcher_mask(mask, &room));
}

TCTL_INTERPOSED int pselect(int nr, fd_set *reads, fd_set *writes,
			    fd_set *exceptions, const struct timespec *timeout,
			    const sigset_t *mask)
{
	sigset_t room;

	TCTL_INTERPOSE_FIND(next_pselect, "pselect");
	return next_pselect(nr, reads, writes, exceptions, timeout,
			    tctl_patcher_mask(mask, &room));
}

TCTL_INTERPOSED int epoll_pwait(int set, struct epoll_event *events, int max,
				int timeout, const sigset_t *mask)
{
	sigset_t room;

	TCTL_INTERPOSE_FIND(next_epoll_pwait, "epoll_pwait");
	return next_epoll_pwait(set, events, max, timeout,
				tctl_patcher_mask(mask, &room));
}

TCTL_INTERPOSED int epoll_pwait2(int set, struct epoll_event *events, int max,
				 const struct timespec *timeout,
				 const sigset_t *mask)
{
	sigset_t room;

	TCTL_INTERPOSE_FIND(next_epoll_pwait2, "epoll_pwait2");
	return next_epoll_pwait2(set, events, max, timeout,
				 tctl_patcher_mask(mask, &room));
}

#endif
