/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/drain.h: moves what the rings hold to the stream files: a
 * thread while the daemon runs, and complete passes for stop and recovery.
 */
#ifndef TRACECTLD_DRAIN_H
#define TRACECTLD_DRAIN_H

#include <pthread.h>
#include "tools/tracectld/session.h"

struct tctl_drain {
	struct tctl_sessions *all;
	pthread_t thread;
	int event_fd;		/* ends its sleep */
	int ending;
	uint64_t published_ns;	/* of the clock that regions have */
};

/* Start the thread. 0 or -errno. */
int tctl_drain_start(struct tctl_drain *drain, struct tctl_sessions *all);
/* End it; what was being taken is finished first. */
void tctl_drain_end(struct tctl_drain *drain);
/* There may be something to do after a time without. */
void tctl_drain_wake(struct tctl_drain *drain);

/*
 * Main thread: write all that a session's rings hold and its metadata. dead:
 * the counted regions' processes don't write any more. Takes the lock. 0 or
 * -errno: something could not be written and waits in the rings.
 */
int tctl_drain_session(struct tctl_session *session, int dead);

/* Remove the session's counted regions of processes; all its regions. The lock is taken. */
void tctl_drain_drop_counted(struct tctl_session *session);
void tctl_drain_drop_all(struct tctl_session *session);

/* A process is gone: finish and remove its counted regions in all sessions. */
void tctl_drain_bury(struct tctl_sessions *all, uint32_t pid,
		     uint64_t start_ns);

#endif
