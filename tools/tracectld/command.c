// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * command.c: see command.h. Commands that applications have a part in become
 * operations (operation.h), whose finish functions are next to them here.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "tools/tracectld/attach.h"
#include "tools/tracectld/command.h"
#include "tools/tracectld/kernel.h"
#include "tools/tracectld/operation.h"
#include "tools/tracectld/owner.h"
#include "tools/tracectld/snapshot.h"

typedef void command_fn(struct tctl_client *client, json_t *request);

void tctl_command_refuse(struct tctl_client *client, int err,
			 const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	tctl_client_refuse(client, err, text);
}

struct tctl_session *tctl_command_session(struct tctl_client *client,
					  json_t *request, const char *verb)
{
	const char *name = json_string_value(json_object_get(request,
							     "session"));
	struct tctl_session *session;

	if (!name) {
		tctl_command_refuse(client, -EINVAL,
		       "cannot %s a session: \"session\" is missing", verb);
		return NULL;
	}
	session = tctl_session_find(&client->daemon->sessions, name);
	if (!session)
		tctl_command_refuse(client, -ENOENT,
		       "cannot %s session %.80s: there is no such session (tracectl list shows those there are)",
		       verb, name);
	else if (session->busy)
		tctl_command_refuse(client, -EBUSY,
		       "cannot %s session %s: another command is at work on it (try again in a moment)",
		       verb, name);
	return session && !session->busy ? session : NULL;
}

struct tctl_operation *
tctl_command_begin(struct tctl_daemon *daemon, struct tctl_client *client,
		   struct tctl_session *session, json_t *request,
		   void (*finish)(struct tctl_operation *operation))
{
	struct tctl_operation *operation;

	operation = tctl_operation_new(daemon, client, session, request,
				       finish);
	if (!operation && client)
		tctl_client_refuse(client, -ENOMEM, "out of memory");
	return operation;
}

void tctl_command_update(struct tctl_operation *operation)
{
	struct tctl_daemon *daemon = operation->daemon;
	struct tctl_app *app;

	tctl_kernel_update(operation->session, operation->answer);
	TAILQ_FOREACH(app, &daemon->apps, link) {
		if (!tctl_attach_matches(app, operation->session))
			continue;
		tctl_operation_wait(operation, app,
				    tctl_attach_update(app, 0));
	}
	tctl_drain_wake(&daemon->drain);
}

void tctl_command_finished(struct tctl_operation *operation)
{
	(void)operation;
}

static int allowed_output(const struct tctl_daemon *daemon, const char *output)
{
	const char *root = daemon->options.output_root;
	size_t length = root ? strlen(root) : 0;

	return !root || (output && !strncmp(output, root, length) &&
			 (output[length] == '/' || !output[length]) &&
			 !strstr(output, "/../"));
}

static void command_create(struct tctl_client *client, json_t *request)
{
	const char *output = json_string_value(json_object_get(request,
							       "output"));
	struct tctl_session *session;
	char error[1024] = "out of memory";
	json_t *answer;
	int err;

	if (!allowed_output(client->daemon, output)) {
		tctl_command_refuse(client, -EPERM,
		       "cannot create a session: the daemon writes below %s only (choose an output folder there)",
		       client->daemon->options.output_root);
		return;
	}
	err = tctl_session_create(&client->daemon->sessions, request, &session,
				  error, sizeof(error));
	if (err) {
		tctl_client_refuse(client, err, error);
		return;
	}
	if (json_is_true(json_object_get(request, "owner")))
		tctl_owner_set(session, client);
	answer = json_pack("{s:b, s:s, s:s}", "ok", 1, "session",
			   session->name, "output", session->output);
	tctl_client_answer(client, answer);
	json_decref(answer);
}

static void command_add_channel(struct tctl_client *client, json_t *request)
{
	struct tctl_session *session = tctl_command_session(client, request,
						     "add a channel to");
	char error[1024] = "out of memory";
	json_t *answer;
	int err;

	if (!session)
		return;
	err = tctl_session_add_channel(session,
				       json_object_get(request, "channel"),
				       error, sizeof(error));
	if (err) {
		tctl_client_refuse(client, err, error);
		return;
	}
	answer = json_pack("{s:b}", "ok", 1);
	tctl_client_answer(client, answer);
	json_decref(answer);
}

static void command_start(struct tctl_client *client, json_t *request)
{
	struct tctl_session *session = tctl_command_session(client, request, "start");
	struct tctl_operation *operation;

	if (!session)
		return;
	if (session->state == TCTL_SESSION_RUNNING) {
		tctl_command_refuse(client, -EALREADY,
		       "cannot start session %s: it is running already",
		       session->name);
		return;
	}
	operation = tctl_command_begin(client->daemon, client, session, request,
			  tctl_command_finished);
	if (!operation)
		return;
	tctl_sessions_lock(session->all);
	session->state = TCTL_SESSION_RUNNING;
	session->all->dirty = 1;
	tctl_sessions_unlock(session->all);
	tctl_command_update(operation);
	tctl_operation_begin(operation);
}

/* Everything is in the files, or the answer says what is not. */
static void add_totals(struct tctl_operation *operation)
{
	json_t *totals = tctl_session_totals_json(operation->session);

	json_object_update(operation->answer, totals);
	json_decref(totals);
}

/* The drain thread looks whether somebody is at work, too. */
static void set_busy(struct tctl_session *session,
		     struct tctl_operation *operation)
{
	tctl_sessions_lock(session->all);
	session->busy = operation;
	tctl_sessions_unlock(session->all);
}

/* The applications let go: take what is there. */
static int finish_session(struct tctl_operation *operation)
{
	struct tctl_session *session = operation->session;
	int err = tctl_drain_session(session, 1);

	set_busy(session, NULL);
	session->all->dirty = 1;
	if (!err)
		tctl_drain_drop_counted(session);
	return err;
}

/* What could not be written stays, whatever becomes of the session's owner. */
static void finish_stop(struct tctl_operation *operation)
{
	if (finish_session(operation))
		tctl_owner_drop(operation->daemon, operation->session);
	add_totals(operation);
}

static void fail_destroy(struct tctl_operation *operation, int err)
{
	struct tctl_session *session = operation->session;
	char text[1024];

	snprintf(text, sizeof(text),
		 "cannot destroy session %s: %s (make room or give permission there and destroy it again; --force gives up what is not written)",
		 session->name, session->error ? session->error_text :
		 strerror(-err));
	add_totals(operation);
	json_object_set_new(operation->answer, "ok", json_false());
	json_object_set_new(operation->answer, "errno",
			    json_string(strerrorname_np(-err)));
	json_object_set_new(operation->answer, "error", json_string(text));
}

static void finish_destroy(struct tctl_operation *operation)
{
	int force = json_is_true(json_object_get(operation->request, "force"));
	int err = finish_session(operation);

	if (err && !force) {
		fail_destroy(operation, err);
		return;
	}
	add_totals(operation);
	tctl_owner_drop(operation->daemon, operation->session);
	tctl_drain_drop_all(operation->session);
	tctl_session_free(operation->session);
	operation->session = NULL;
}

/* Other commands on the session may still wait for applications; what they
   wait for is overtaken. */
static void halt(struct tctl_daemon *daemon, struct tctl_client *client,
		 json_t *request, struct tctl_session *session,
		 void (*finish)(struct tctl_operation *operation))
{
	struct tctl_operation *operation = tctl_command_begin(daemon, client, session,
						 request, finish);

	if (!operation)
		return;
	tctl_sessions_lock(session->all);
	session->busy = operation;
	session->state = TCTL_SESSION_STOPPED;
	session->all->dirty = 1;
	tctl_sessions_unlock(session->all);
	tctl_command_update(operation);
	json_object_set_new(operation->answer, "session",
			    json_string(session->name));
	tctl_operation_begin(operation);
}

static void command_stop(struct tctl_client *client, json_t *request)
{
	struct tctl_session *session = tctl_command_session(client, request, "stop");

	if (!session)
		return;
	if (session->state == TCTL_SESSION_CREATED) {
		tctl_command_refuse(client, -EINVAL,
		       "cannot stop session %s: it was not started",
		       session->name);
		return;
	}
	halt(client->daemon, client, request, session, finish_stop);
}

static void command_destroy(struct tctl_client *client, json_t *request)
{
	struct tctl_session *session = tctl_command_session(client, request,
						     "destroy");

	if (session)
		halt(client->daemon, client, request, session, finish_destroy);
}

static struct tctl_session *find_orphan(struct tctl_daemon *daemon)
{
	struct tctl_session *session;

	TAILQ_FOREACH(session, &daemon->sessions.list, link)
		if (session->orphan && !session->busy)
			return session;
	return NULL;
}

void tctl_command_end_orphans(struct tctl_daemon *daemon)
{
	struct tctl_session *session;

	while ((session = find_orphan(daemon))) {
		tctl_daemon_note(daemon, "session %s: process %u, its owner, is gone",
				 session->name, session->owner_pid);
		tctl_owner_drop(daemon, session);
		halt(daemon, NULL, NULL, session, finish_destroy);
	}
}

static void finish_snapshot(struct tctl_operation *operation)
{
	char error[1024];
	int err;

	set_busy(operation->session, NULL);
	err = tctl_snapshot_take(operation->session, operation->request,
				 operation->answer, error, sizeof(error));
	if (!err) {
		tctl_kernel_snapshot(operation->session, json_string_value(
			json_object_get(operation->answer, "output")));
		return;
	}
	json_object_set_new(operation->answer, "ok", json_false());
	json_object_set_new(operation->answer, "errno",
			    json_string(strerrorname_np(-err)));
	json_object_set_new(operation->answer, "error", json_string(error));
}

static void command_snapshot(struct tctl_client *client, json_t *request)
{
	struct tctl_session *session = tctl_command_session(client, request,
						     "take a snapshot of");
	const char *output = json_string_value(json_object_get(request,
							       "output"));
	struct tctl_operation *operation;
	struct tctl_app *app;

	if (!session)
		return;
	if (output && !allowed_output(client->daemon, output)) {
		tctl_command_refuse(client, -EPERM,
		       "cannot take a snapshot: the daemon writes below %s only",
		       client->daemon->options.output_root);
		return;
	}
	operation = tctl_command_begin(client->daemon, client, session, request,
			  finish_snapshot);
	if (!operation)
		return;
	set_busy(session, operation);
	TAILQ_FOREACH(app, &client->daemon->apps, link)
		if (tctl_attach_matches(app, session))
			tctl_operation_wait(operation, app,
					    tctl_attach_flush(app, session));
	tctl_operation_begin(operation);
}

/* A process whose kernel events are recorded, and its children's to come. */
static void command_follow(struct tctl_client *client, json_t *request)
{
	struct tctl_session *session = tctl_command_session(client, request,
							    "follow a process in");
	json_int_t pid = json_integer_value(json_object_get(request, "pid"));
	char error[512];
	json_t *answer;
	int err;

	if (!session)
		return;
	if (pid <= 0 || pid > INT32_MAX) {
		tctl_command_refuse(client, -EINVAL,
			"cannot follow a process: \"pid\" is missing or none");
		return;
	}
	err = tctl_kernel_follow(session, (uint32_t)pid, error, sizeof(error));
	if (err) {
		tctl_client_refuse(client, err, error);
		return;
	}
	answer = json_pack("{s:b}", "ok", 1);
	tctl_client_answer(client, answer);
	json_decref(answer);
}

static void command_stats(struct tctl_client *client, json_t *request)
{
	struct tctl_session *session = tctl_command_session(client, request,
						     "show the totals of");
	json_t *answer;

	if (!session)
		return;
	answer = tctl_session_totals_json(session);
	json_object_set_new(answer, "ok", json_true());
	json_object_set_new(answer, "session", json_string(session->name));
	json_object_set_new(answer, "state",
			    json_string(tctl_session_state_name(session)));
	tctl_client_answer(client, answer);
	json_decref(answer);
}

static void command_shutdown(struct tctl_client *client, json_t *request)
{
	json_t *answer = json_pack("{s:b}", "ok", 1);

	(void)request;
	client->daemon->ending = 1;
	tctl_client_answer(client, answer);
	json_decref(answer);
}

static const struct {
	const char *name;
	command_fn *apply;
} commands[] = {
	{ "ping", tctl_command_ping },
	{ "create", command_create },
	{ "add-channel", command_add_channel },
	{ "enable", tctl_command_enable },
	{ "disable", tctl_command_disable },
	{ "follow", command_follow },
	{ "start", command_start },
	{ "stop", command_stop },
	{ "destroy", command_destroy },
	{ "snapshot", command_snapshot },
	{ "list", tctl_command_list },
	{ "probes", tctl_command_probes },
	{ "kernel", tctl_command_kernel },
	{ "status", tctl_command_status },
	{ "stats", command_stats },
	{ "shutdown", command_shutdown },
};

void tctl_command_apply(struct tctl_client *client, json_t *request)
{
	const char *name = json_string_value(json_object_get(request, "cmd"));
	size_t i;

	if (client->daemon->ending) {
		tctl_command_refuse(client, -ESHUTDOWN,
		       "cannot do \"%.60s\": the daemon is ending (try again in a moment)",
		       name ? name : "");
		return;
	}
	for (i = 0; name && i < sizeof(commands) / sizeof(commands[0]); i++)
		if (!strcmp(name, commands[i].name)) {
			commands[i].apply(client, request);
			return;
		}
	tctl_command_refuse(client, -ENOSYS,
	       "cannot do \"%.60s\": there is no such command (is the daemon of another version?)",
	       name ? name : "");
}
