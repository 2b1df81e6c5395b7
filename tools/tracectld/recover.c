// SPDX-License-Identifier: GPL-2.0-or-later
/* recover.c: see recover.h. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "tools/tracectld/drain.h"
#include "tools/tracectld/recover.h"
#include "tools/tracectld/runtime.h"
#include "tools/tracectld/session.h"
#include "tools/tracectld/state.h"

static json_t *report(struct tctl_session *session)
{
	json_t *item = tctl_session_totals_json(session);

	json_object_set_new(item, "name", json_string(session->name));
	return item;
}

/* Applications that still live may go on writing into what is removed here:
   without a daemon nobody would ever read it. */
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

int tctl_recover(const char *runtime_dir, json_t **ret_sessions, char *error,
		 size_t error_size)
{
	struct tctl_runtime runtime;
	struct tctl_sessions all;
	json_t *list = json_array();
	int err = access(runtime_dir, F_OK) ? -errno : 0;

	if (err) {
		snprintf(error, error_size, "cannot recover from %.300s: %s (name the runtime directory of the daemon that was killed)",
			 runtime_dir, strerror(-err));
		goto no_runtime;
	}
	err = tctl_runtime_open(&runtime, runtime_dir, error, error_size);

	if (err)
		goto no_runtime;
	err = tctl_runtime_lock(&runtime, error, error_size);
	if (err)
		goto release_runtime;
	tctl_sessions_init(&all, runtime.path, runtime.dir_fd);
	err = tctl_state_load(&all, error, error_size);
	if (!err)
		err = recover_all(&all, list, error, error_size);
	tctl_sessions_release(&all);
release_runtime:
	tctl_runtime_release(&runtime);
no_runtime:
	*ret_sessions = list;
	return err;
}
