/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/loop.h: the daemon's one epoll loop. Everything that waits
 * for a descriptor embeds a tctl_watch; everything that waits for time is asked
 * by its deadline in main.c. Main thread only, no locks.
 */
#ifndef TRACECTLD_LOOP_H
#define TRACECTLD_LOOP_H

#include <stdint.h>

struct tctl_watch {
	int fd;				/* owned; -1: not watched */
	void (*ready)(struct tctl_watch *watch, uint32_t events);
};

struct tctl_loop {
	int epoll_fd;
};

int tctl_loop_init(struct tctl_loop *loop);
void tctl_loop_release(struct tctl_loop *loop);

/* Watch watch->fd for the EPOLL* events (level triggered). 0 or -errno. */
int tctl_loop_add(struct tctl_loop *loop, struct tctl_watch *watch,
		  uint32_t events);
int tctl_loop_change(struct tctl_loop *loop, struct tctl_watch *watch,
		     uint32_t events);
/* Stop watching and close the descriptor; accepts one that isn't watched. */
void tctl_loop_remove(struct tctl_loop *loop, struct tctl_watch *watch);

/* Wait at most timeout_ms (-1: for ever) and serve at most one descriptor, so
   a handler may free any other watch. 1: served one, 0: timeout, -errno. */
int tctl_loop_once(struct tctl_loop *loop, int timeout_ms);

/* CLOCK_MONOTONIC. */
uint64_t tctl_loop_now_ns(void);

#endif
