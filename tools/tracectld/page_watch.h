/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/page_watch.h: tells root's daemon at once when a user's first
 * application has made a control page. Where there is no inotify left, page.h
 * is asked to look once a second instead. Main thread only.
 */
#ifndef TRACECTLD_PAGE_WATCH_H
#define TRACECTLD_PAGE_WATCH_H

#include "tools/tracectld/loop.h"
#include "tools/tracectld/page.h"

struct tctl_page_watch {
	struct tctl_watch watch;
	struct tctl_pages *pages;
	struct tctl_loop *loop;
};

/* Does nothing for a daemon that serves its own user only. */
void tctl_page_watch_start(struct tctl_page_watch *watch,
			   struct tctl_pages *pages, struct tctl_loop *loop);
void tctl_page_watch_end(struct tctl_page_watch *watch);

#endif
