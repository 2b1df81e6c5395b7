/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/process.h: processes that own counted regions: notices when
 * one is dead (or became another program), so that what it recorded last is
 * taken and its regions go. A process may live on without a connection.
 * Main thread.
 */
#ifndef TRACECTLD_PROCESS_H
#define TRACECTLD_PROCESS_H

#include "tools/tracectld/app.h"

struct tctl_process {
	struct tctl_watch watch;	/* a pidfd */
	TAILQ_ENTRY(tctl_process) link;
	struct tctl_daemon *daemon;
	uint32_t pid;
	uint64_t start_ns;
};

/* An application introduced itself: watch its process. */
void tctl_process_seen(struct tctl_app *app);
/* A region of a predecessor names this process; it may be dead. */
void tctl_process_adopt(struct tctl_daemon *daemon, uint32_t pid,
			uint64_t start_ns);
/* A pidfd of a connection's peer, whose pid the kernel said; of a process that
   had this pid at seen_ns (CLOCK_MONOTONIC). -errno: there is none. */
int tctl_process_peer(int socket_fd, uint32_t pid);
int tctl_process_open(uint32_t pid, uint64_t seen_ns);
void tctl_processes_release(struct tctl_daemon *daemon);

#endif
