// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * page_watch.c: see page_watch.h. Two kinds of directories are watched: the one
 * in which users' directories appear, and those of them that have no page yet
 * (page.c adds and removes these).
 */
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <unistd.h>
#include "tools/tracectld/page_watch.h"

static int concerns_us(const struct inotify_event *event)
{
	if (event->mask & IN_Q_OVERFLOW)
		return 1;
	return event->len && (!strcmp(event->name, "page") ||
			      !strncmp(event->name, TCTL_PAGES_PREFIX,
				       strlen(TCTL_PAGES_PREFIX)));
}

static void something_new(struct tctl_watch *watch, uint32_t events)
{
	struct tctl_page_watch *self = (void *)((char *)watch -
			offsetof(struct tctl_page_watch, watch));
	char bytes[4096] __attribute__((aligned(8)));
	ssize_t n = read(watch->fd, bytes, sizeof(bytes)), at = 0;
	int look = 0;

	(void)events;
	while (at < n) {
		struct inotify_event *event = (void *)(bytes + at);

		look |= concerns_us(event);
		at += (ssize_t)(sizeof(*event) + event->len);
	}
	if (look)
		tctl_pages_refresh(self->pages);
}

void tctl_page_watch_start(struct tctl_page_watch *watch,
			   struct tctl_pages *pages, struct tctl_loop *loop)
{
	watch->watch.fd = -1;
	if (!pages->everybody)
		return;
	watch->pages = pages;
	watch->loop = loop;
	watch->watch.ready = something_new;
	watch->watch.fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	if (watch->watch.fd < 0)
		return;
	if (inotify_add_watch(watch->watch.fd, TCTL_PAGES_DIR,
			      IN_CREATE | IN_MOVED_TO | IN_ONLYDIR) < 0 ||
	    tctl_loop_add(loop, &watch->watch, EPOLLIN)) {
		close(watch->watch.fd);
		watch->watch.fd = -1;
		return;
	}
	pages->inotify_fd = watch->watch.fd;
	tctl_pages_refresh(pages);
}

void tctl_page_watch_end(struct tctl_page_watch *watch)
{
	if (watch->watch.fd < 0)
		return;
	watch->pages->inotify_fd = -1;
	tctl_loop_remove(watch->loop, &watch->watch);
}
