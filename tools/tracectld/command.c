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
#include "tools/tracectld/event_class.h"
#include "tools/tracectld/operation.h"
#include "tools/tracectld/owner.h"
#include "tools/tracectld/snapshot.h"

#define NAMES_SHOWN	4096u	/* to clients who look for one */

typedef void command_fn(struct tctl_client *client, json_t *request);

__attribute__((format(printf, 3, 4)))
static void refuse(struct tctl_client *client, int err, const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	tctl_client_refuse(client, err, text);
}

/* The session that the request names; NULL: the client was told why not. */
static struct tctl_session *named_session(struct tctl_client *client,
					  json_t *request, const char *verb)
{
	const char *name = json_string_value(json_object_get(request,
							     "session"));
	struct tctl_session *session;

	if (!name) {
		refuse(client, -EINVAL,
		       "cannot %s a session: \"session\" is missing", verb);
		return NULL;
	}
	session = tctl_session_find(&client->daemon->sessions, name);
	if (!session)
		refuse(client, -ENOENT,
		       "cannot %s session %.80s: there is no such session (tracectl list shows those there are)",
		       verb, name);
	else if (session->busy)
		refuse(client, -EBUSY,
		       "cannot %s session %s: another command is at work on it (try again in a moment)",
		       verb, name);
	return session && !session->busy ? session : NULL;
}

/* client NULL: nobody waits for the answer. */
static struct tctl_operation *
begin(struct tctl_daemon *daemon, struct tctl_client *client,
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

/* Bring all applications that the session records to where they should be. */
static void update_apps(struct tctl_operation *operation)
{
	struct tctl_daemon *daemon = operation->daemon;
	struct tctl_app *app;

	TAILQ_FOREACH(app, &daemon->apps, link) {
		if (!tctl_attach_matches(app, operation->session))
			continue;
		tctl_operation_wait(operation, app,
				    tctl_attach_update(app, 0));
	}
	tctl_drain_wake(&daemon->drain);
}

static void finish_nothing(struct tctl_operation *operation)
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
		refuse(client, -EPERM,
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
	struct tctl_session *session = named_session(client, request,
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

/* What an enable or disable says. */
struct selection {
	struct tctl_channel *channel;
	json_t *patterns, *exclude;
	int level, level_only;
};

static int all_strings(json_t *list)
{
	json_t *item;
	size_t i;

	json_array_foreach(list, i, item)
		if (!json_is_string(item) || !*json_string_value(item))
			return 0;
	return 1;
}

/* -1: the client was told what is wrong. */
static int parse_selection(struct tctl_client *client, json_t *request,
			   struct tctl_session *session, struct selection *sel)
{
	const char *channel = NULL;

	memset(sel, 0, sizeof(*sel));
	sel->level = -1;
	if (json_unpack(request, "{s:o, s?o, s?i, s?b, s?s}", "patterns",
			&sel->patterns, "exclude", &sel->exclude, "level",
			&sel->level, "level_only", &sel->level_only,
			"channel", &channel) ||
	    !json_array_size(sel->patterns) || !all_strings(sel->patterns) ||
	    (sel->exclude && (!json_is_array(sel->exclude) ||
			      !all_strings(sel->exclude))) ||
	    sel->level < -1 || sel->level > 14) {
		refuse(client, -EINVAL,
		       "cannot select events for session %s: give \"patterns\" (and \"exclude\") as lists of texts, \"level\" as 0 to 14",
		       session->name);
		return -1;
	}
	sel->channel = channel ? tctl_session_channel(session, channel) :
				 TAILQ_FIRST(&session->channels);
	if (!sel->channel) {
		refuse(client, -ENOENT,
		       "cannot select events for channel %.80s of session %s: there is no such channel (tracectl list shows those there are)",
		       channel, session->name);
		return -1;
	}
	return 0;
}

static int selects(const struct selection *sel, const char *name,
		   unsigned int level)
{
	struct tctl_rule rule = {
		.exclude = sel->exclude, .level = sel->level,
		.level_only = sel->level_only,
	};
	json_t *item;
	size_t i;

	json_array_foreach(sel->patterns, i, item) {
		rule.pattern = (char *)json_string_value(item);
		if (tctl_rule_matches(&rule, name, level))
			return 1;
	}
	return 0;
}

/* Distinct names of the live applications' events: selected ones, or (sel NULL)
   some that are no statedump. */
static json_t *event_names(struct tctl_daemon *daemon,
			   const struct tctl_session *session,
			   const struct selection *sel)
{
	json_t *names = json_object();
	const struct tctl_app_event *event;
	struct tctl_app *app;
	uint32_t i;

	TAILQ_FOREACH(app, &daemon->apps, link) {
		if (!tctl_attach_matches(app, session))
			continue;
		for (i = 0; i < app->nr_events; i++) {
			event = &app->events[i];
			if (!event->text)
				continue;
			if (sel ? selects(sel, event->name, event->level) :
			    !tctl_event_is_statedump(event->name) &&
			    json_object_size(names) < NAMES_SHOWN)
				json_object_set_new(names, event->name,
						    json_null());
		}
	}
	return names;
}

/* How many events were selected; if none, what else there is. */
static void add_matches(struct tctl_operation *operation,
			const struct selection *sel)
{
	json_t *names = event_names(operation->daemon, operation->session, sel);
	size_t n = json_object_size(names);
	json_t *seen;
	const char *name;
	json_t *value;

	json_object_set_new(operation->answer, "matched",
			    json_integer((json_int_t)n));
	json_decref(names);
	if (n)
		return;
	names = event_names(operation->daemon, operation->session, NULL);
	seen = json_array();
	json_object_foreach(names, name, value)
		json_array_append_new(seen, json_string(name));
	json_object_set_new(operation->answer, "seen", seen);
	json_decref(names);
}

static int add_rules(const struct selection *sel, int enable)
{
	json_t *item;
	size_t i;
	int err = 0;

	json_array_foreach(sel->patterns, i, item)
		if (!err)
			err = tctl_channel_rule(sel->channel, enable,
						json_string_value(item),
						sel->exclude, sel->level,
						sel->level_only);
	sel->channel->session->all->dirty = 1;
	return err;
}

static void select_events(struct tctl_client *client, json_t *request,
			  int enable)
{
	struct tctl_session *session;
	struct tctl_operation *operation;
	struct selection sel;

	session = named_session(client, request, enable ? "enable events in" :
							  "disable events in");
	if (!session || parse_selection(client, request, session, &sel))
		return;
	if (add_rules(&sel, enable)) {
		tctl_client_refuse(client, -ENOMEM, "out of memory");
		return;
	}
	operation = begin(client->daemon, client, session, request,
			  finish_nothing);
	if (!operation)
		return;
	add_matches(operation, &sel);
	update_apps(operation);
	tctl_operation_begin(operation);
}

static void command_enable(struct tctl_client *client, json_t *request)
{
	select_events(client, request, 1);
}

static void command_disable(struct tctl_client *client, json_t *request)
{
	select_events(client, request, 0);
}

static void command_start(struct tctl_client *client, json_t *request)
{
	struct tctl_session *session = named_session(client, request, "start");
	struct tctl_operation *operation;

	if (!session)
		return;
	if (session->state == TCTL_SESSION_RUNNING) {
		refuse(client, -EALREADY,
		       "cannot start session %s: it is running already",
		       session->name);
		return;
	}
	operation = begin(client->daemon, client, session, request,
			  finish_nothing);
	if (!operation)
		return;
	tctl_sessions_lock(session->all);
	session->state = TCTL_SESSION_RUNNING;
	session->all->dirty = 1;
	tctl_sessions_unlock(session->all);
	update_apps(operation);
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
	struct tctl_operation *operation = begin(daemon, client, session,
						 request, finish);

	if (!operation)
		return;
	tctl_sessions_lock(session->all);
	session->busy = operation;
	session->state = TCTL_SESSION_STOPPED;
	session->all->dirty = 1;
	tctl_sessions_unlock(session->all);
	update_apps(operation);
	json_object_set_new(operation->answer, "session",
			    json_string(session->name));
	tctl_operation_begin(operation);
}

static void command_stop(struct tctl_client *client, json_t *request)
{
	struct tctl_session *session = named_session(client, request, "stop");

	if (!session)
		return;
	if (session->state == TCTL_SESSION_CREATED) {
		refuse(client, -EINVAL,
		       "cannot stop session %s: it was not started",
		       session->name);
		return;
	}
	halt(client->daemon, client, request, session, finish_stop);
}

static void command_destroy(struct tctl_client *client, json_t *request)
{
	struct tctl_session *session = named_session(client, request,
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
	if (!err)
		return;
	json_object_set_new(operation->answer, "ok", json_false());
	json_object_set_new(operation->answer, "errno",
			    json_string(strerrorname_np(-err)));
	json_object_set_new(operation->answer, "error", json_string(error));
}

static void command_snapshot(struct tctl_client *client, json_t *request)
{
	struct tctl_session *session = named_session(client, request,
						     "take a snapshot of");
	const char *output = json_string_value(json_object_get(request,
							       "output"));
	struct tctl_operation *operation;
	struct tctl_app *app;

	if (!session)
		return;
	if (output && !allowed_output(client->daemon, output)) {
		refuse(client, -EPERM,
		       "cannot take a snapshot: the daemon writes below %s only",
		       client->daemon->options.output_root);
		return;
	}
	operation = begin(client->daemon, client, session, request,
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

static void command_stats(struct tctl_client *client, json_t *request)
{
	struct tctl_session *session = named_session(client, request,
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
	{ "enable", command_enable },
	{ "disable", command_disable },
	{ "start", command_start },
	{ "stop", command_stop },
	{ "destroy", command_destroy },
	{ "snapshot", command_snapshot },
	{ "list", tctl_command_list },
	{ "probes", tctl_command_probes },
	{ "status", tctl_command_status },
	{ "stats", command_stats },
	{ "shutdown", command_shutdown },
};

void tctl_command_apply(struct tctl_client *client, json_t *request)
{
	const char *name = json_string_value(json_object_get(request, "cmd"));
	size_t i;

	if (client->daemon->ending) {
		refuse(client, -ESHUTDOWN,
		       "cannot do \"%.60s\": the daemon is ending (try again in a moment)",
		       name ? name : "");
		return;
	}
	for (i = 0; name && i < sizeof(commands) / sizeof(commands[0]); i++)
		if (!strcmp(name, commands[i].name)) {
			commands[i].apply(client, request);
			return;
		}
	refuse(client, -ENOSYS,
	       "cannot do \"%.60s\": there is no such command (is the daemon of another version?)",
	       name ? name : "");
}
