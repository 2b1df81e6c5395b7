/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/daemon.h: everything that one daemon holds. Main thread only,
 * but for what session.h says the drain thread shares.
 */
#ifndef TRACECTLD_DAEMON_H
#define TRACECTLD_DAEMON_H

#include <stdint.h>
#include <sys/queue.h>
#include "tools/tracectld/drain.h"
#include "tools/tracectld/loop.h"
#include "tools/tracectld/options.h"
#include "tools/tracectld/page.h"
#include "tools/tracectld/page_watch.h"
#include "tools/tracectld/runtime.h"
#include "tools/tracectld/session.h"

struct tctl_daemon {
	struct tctl_options options;
	struct tctl_loop loop;
	struct tctl_runtime runtime;
	struct tctl_pages pages;
	struct tctl_page_watch page_watch;
	struct tctl_sessions sessions;
	struct tctl_drain drain;
	unsigned int kind;		/* TCTL_DAEMON_* */
	uint64_t start_ns;
	uint64_t idle_since_ns;		/* 0: it is not */
	uint64_t serial;		/* of the last SYNC */
	int ending;
	int kernel_ms;			/* after which to look at the kernel's
					   channels again; 0: not at all */
	TAILQ_HEAD(, tctl_app) apps;
	TAILQ_HEAD(, tctl_process) processes;
	TAILQ_HEAD(, tctl_client) clients;
	TAILQ_HEAD(, tctl_operation) operations;
	TAILQ_HEAD(, tctl_owner) owners;
	struct tctl_watch app_listener;
	struct tctl_watch client_listener;
	struct tctl_watch signals;
};

/* One line to stderr when the user asked for them. */
__attribute__((format(printf, 2, 3)))
void tctl_daemon_note(const struct tctl_daemon *daemon, const char *format,
		      ...);

#endif
