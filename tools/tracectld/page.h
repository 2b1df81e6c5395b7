/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/page.h: the daemon's side of the control pages (abi/app.h):
 * says in them that a daemon is there and rings their doorbells. A user's
 * daemon has one page; root's writes into the pages of all users as well.
 * Pages are written with pwrite; the mapping serves FUTEX_WAKE only and is
 * never loaded from, so a page that its user cuts short harms nobody.
 * Main thread only.
 */
#ifndef TRACECTLD_PAGE_H
#define TRACECTLD_PAGE_H

#include <stdint.h>
#include "tools/tracectld/runtime.h"

#define TCTL_PAGES_DIR		"/dev/shm"
#define TCTL_PAGES_PREFIX	"tracectl-"

struct tctl_page_file {
	struct tctl_page_file *next;
	char *path;
	int fd;
	void *map;
	uint64_t device, inode;
	uint32_t uid;			/* whose it is */
};

struct tctl_pages {
	struct tctl_page_file *list;
	struct tctl_runtime *runtime;
	unsigned int kind;		/* TCTL_DAEMON_* */
	int everybody;			/* look for other users' pages */
	int inotify_fd;			/* tells of them; -1: poll; page_watch.h */
};

/* Open or make the own page and take note of the others. Nothing is announced
   yet. */
int tctl_pages_init(struct tctl_pages *pages, struct tctl_runtime *runtime,
		    unsigned int kind);
/* Say in all pages that this daemon runs, and wake everybody. */
void tctl_pages_announce(struct tctl_pages *pages);
/* Whether other users' pages are only found by looking for them. */
int tctl_pages_unwatched(const struct tctl_pages *pages);
/* Look for pages made meanwhile (root's daemon; cheap) and announce there.
   Watches the directories that have none yet. */
void tctl_pages_refresh(struct tctl_pages *pages);
/* Something was sent to applications of this user: wake their agents. mask: of
   FUTEX_WAIT_BITSET bits, see abi/app.h. */
void tctl_pages_ring(struct tctl_pages *pages, uint32_t uid, uint32_t mask);
/* Say in all pages that this daemon ended in order. */
void tctl_pages_retire(struct tctl_pages *pages);
void tctl_pages_release(struct tctl_pages *pages);

#endif
