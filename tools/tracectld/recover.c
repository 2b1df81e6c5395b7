// SPDX-License-Identifier: GPL-2.0-or-later
/* recover.c: see recover.h. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <tracectl/abi/app.h>
#include "tools/tracectld/drain.h"
#include "tools/tracectld/page.h"
#include "tools/tracectld/recover.h"
#include "tools/tracectld/runtime.h"
#include "tools/tracectld/session.h"
#include "tools/tracectld/state.h"

#define DISMISS_NS	100000000

static json_t *report(struct tctl_session *session)
{
	json_t *item = tctl_session_totals_json(session);

	json_object_set_new(item, "name", json_string(session->name));
	return item;
}

static int recover_session(struct tctl_session *session, json_t *list)
{
	int err;

	tctl_sessions_lock(session->all);
	session->state = TCTL_SESSION_STOPPED;
	session->all->dirty = 1;
	tctl_sessions_unlock(session->all);
	err = tctl_drain_session(session, 1);
	json_array_append_new(list, report(session));
	if (err)
		return err;
	tctl_drain_drop_all(session);
	tctl_session_free(session);
	return 0;
}

static int recover_all(struct tctl_sessions *all, json_t *list, char *error,
		       size_t error_size)
{
	struct tctl_session *session, *next;
	int first = 0, err;

	for (session = TAILQ_FIRST(&all->list); session; session = next) {
		next = TAILQ_NEXT(session, link);
		err = recover_session(session, list);
		if (!err || first)
			continue;
		first = err;
		snprintf(error, error_size, "%s", session->error ?
			 session->error_text : strerror(-err));
	}
	err = tctl_state_save(all);
	if (err && !first)
		snprintf(error, error_size, "cannot write %s/state.json: %s",
			 all->runtime, strerror(-err));
	return first ? first : err;
}

/* Applications that still live would go on writing into what nobody will ever
   read: they are told that their daemon is gone, and have a moment to let go. */
static int dismiss_applications(struct tctl_runtime *runtime, char *error,
				size_t error_size)
{
	const struct timespec moment = { .tv_nsec = DISMISS_NS };
	struct tctl_pages pages;
	int err = tctl_pages_init(&pages, runtime, geteuid() ?
				  TCTL_DAEMON_USER : TCTL_DAEMON_ROOT);

	if (err)
		snprintf(error, error_size, "cannot use the control page in %s: %s",
			 runtime->path, strerror(-err));
	else
		tctl_pages_retire(&pages);
	tctl_pages_release(&pages);
	if (!err)
		nanosleep(&moment, NULL);
	return err;
}

static int recover_runtime(struct tctl_runtime *runtime, json_t *list,
			   char *error, size_t error_size)
{
	struct tctl_sessions all;
	int err = tctl_runtime_lock(runtime, error, error_size);

	if (!err)
		err = dismiss_applications(runtime, error, error_size);
	if (err)
		return err;
	tctl_sessions_init(&all, runtime->path, runtime->dir_fd);
	err = tctl_state_load(&all, error, error_size);
	if (!err)
		err = recover_all(&all, list, error, error_size);
	tctl_sessions_release(&all);
	return err;
}

int tctl_recover(const char *runtime_dir, json_t **ret_sessions, char *error,
		 size_t error_size)
{
	struct tctl_runtime runtime;
	int err;

	*ret_sessions = json_array();
	if (access(runtime_dir, F_OK)) {
		err = -errno;
		snprintf(error, error_size, "cannot recover from %.300s: %s (name the runtime directory of the daemon that was killed)",
			 runtime_dir, strerror(-err));
		return err;
	}
	err = tctl_runtime_open(&runtime, runtime_dir, error, error_size);
	if (err)
		return err;
	err = recover_runtime(&runtime, *ret_sessions, error, error_size);
	tctl_runtime_release(&runtime);
	return err;
}
