/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/session.h: the sessions of a runtime directory: what is to be
 * recorded, and where to. The daemon and `tracectl recover` hold one
 * tctl_sessions each.
 *
 * Locking: the main thread alone changes anything below a session. lock
 * protects what the drain thread uses, too: the lists of traces, streams and
 * region files, readers, stream files, event classes, metadata, counts and
 * write errors. The main thread takes it to change those and to use readers
 * and files; it may read the lists without. No other lock is taken inside.
 */
#ifndef TRACECTLD_SESSION_H
#define TRACECTLD_SESSION_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/queue.h>
#include <jansson.h>
#include "tools/tracectld/channel.h"
#include "tools/tracectld/clock.h"

#define TCTL_SESSION_CREATED	0
#define TCTL_SESSION_RUNNING	1
#define TCTL_SESSION_STOPPED	2

#define TCTL_SESSION_SEEN	32	/* names */

struct tctl_operation;

struct tctl_totals {
	uint64_t events, lost, bytes, packets;
	uint64_t statedump;		/* of events */
};

struct tctl_sessions {
	TAILQ_HEAD(, tctl_session) list;
	const char *runtime;		/* path of the runtime directory */
	int dir_fd;			/* of it, borrowed */
	uint32_t next_region;		/* serial of the next region file */
	int dirty;			/* the state file is older than this */
	uint32_t *leavings;		/* serials of region files that go once
					   the state file names them no more */
	size_t nr_leavings;
	unsigned int nr_cpus;		/* possible ones */
	struct tctl_clock_state clock;	/* under lock */
	uint64_t clock_ns;		/* when it was refreshed; under lock */
	pthread_mutex_t lock;
	int wanted;			/* main thread waits for the lock: the
					   drain thread lets it go first */
	char *buffer;			/* for one packet, under lock */
	size_t buffer_size;
};

struct tctl_session {
	TAILQ_ENTRY(tctl_session) link;
	struct tctl_sessions *all;
	char name[TCTL_NAME_MAX + 1];
	char *output;			/* absolute */
	uint64_t token;			/* only applications with it; 0: all */
	int state;			/* TCTL_SESSION_* */
	int statedump;
	int own_name;			/* traces say tracectl, not lttng-* */
	uint64_t clock_offset_ns;	/* CLOCK_REALTIME at monotonic 0 */
	char created[32];		/* ISO 8601 */
	uint32_t owner_pid;		/* ends with this process; 0: nobody's */
	uint64_t owner_start_ns;	/* when it was seen, see owner.h */
	int orphan;			/* the owner is gone: to be ended */
	uint32_t next_snapshot;
	uint32_t applications;		/* that ever took part */
	json_t *failed;			/* {pid, error}: applications that can't
					   be recorded as they should */
	json_t *seen;			/* object: names of events that they
					   have, enabled or not; a few */
	TAILQ_HEAD(, tctl_channel) channels;
	TAILQ_HEAD(, tctl_trace) traces;
	struct tctl_operation *busy;	/* stop, destroy or snapshot under way */
	int error;			/* -errno: last write failed; under lock */
	char error_text[512];
	uint64_t retry_ns;		/* not to be tried again before */
};

int tctl_sessions_init(struct tctl_sessions *all, const char *runtime,
		       int dir_fd);
/* Forget everything; files stay. */
void tctl_sessions_release(struct tctl_sessions *all);

/* Main thread. */
void tctl_sessions_lock(struct tctl_sessions *all);
void tctl_sessions_unlock(struct tctl_sessions *all);

/* Refresh the clock's conversion when that was about a second ago: 1 then. The
   lock is held. */
int tctl_sessions_refresh_clock(struct tctl_sessions *all);

struct tctl_session *tctl_session_find(struct tctl_sessions *all,
				       const char *name);

/*
 * Make a session; makes the output directory, which must not exist or be
 * empty. wanted as in the client protocol's "create". On failure -errno and
 * error says why and what to do.
 */
int tctl_session_create(struct tctl_sessions *all, json_t *wanted,
			struct tctl_session **ret_session, char *error,
			size_t error_size);
/* A session without output and channels, for the state file's reader. */
struct tctl_session *tctl_session_new(struct tctl_sessions *all,
				      const char *name);
void tctl_session_free(struct tctl_session *session);

/* wanted NULL: the default channel. Fails with -EEXIST, -EBUSY (has data). */
int tctl_session_add_channel(struct tctl_session *session, json_t *wanted,
			     char *error, size_t error_size);
struct tctl_channel *tctl_session_channel(struct tctl_session *session,
					  const char *name);

/* Sum over all traces; takes the lock. */
void tctl_session_totals(struct tctl_session *session,
			 struct tctl_totals *ret_totals);
/* The same of one channel (NULL: all); the lock is held. */
void tctl_session_sum(struct tctl_session *session,
		      const struct tctl_channel *channel,
		      struct tctl_totals *ret_totals);
/* As in the client protocol; takes the lock. */
json_t *tctl_session_totals_json(struct tctl_session *session);

/* Takes note in session->failed; no more than some. */
void tctl_session_note_failure(struct tctl_session *session, uint32_t pid,
			       const char *error);

/* A write failed; the lock is held. */
void tctl_session_fail(struct tctl_session *session, const char *path, int err);

const char *tctl_session_state_name(const struct tctl_session *session);

#endif
