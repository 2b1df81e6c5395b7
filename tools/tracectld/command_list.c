// SPDX-License-Identifier: GPL-2.0-or-later
/* command_list.c: commands that only look (command.h). */
#include <errno.h>
#include <unistd.h>
#include "tools/tracectld/app.h"
#include "tools/tracectld/command.h"
#include "tools/tracectld/kernel.h"
#include "tools/tracectld/trace.h"

static const char *kind_name(const struct tctl_daemon *daemon)
{
	return daemon->kind == TCTL_DAEMON_ROOT ? "root" : "user";
}

static void answer_with(struct tctl_client *client, json_t *answer)
{
	json_object_set_new(answer, "ok", json_true());
	tctl_client_answer(client, answer);
	json_decref(answer);
}

void tctl_command_ping(struct tctl_client *client, json_t *request)
{
	(void)request;
	answer_with(client, json_pack("{s:s, s:i, s:s, s:s}",
				      "version", PACKAGE_VERSION,
				      "pid", (int)getpid(),
				      "kind", kind_name(client->daemon),
				      "runtime", client->daemon->runtime.path));
}

static json_t *rule_texts(const struct tctl_channel *channel)
{
	json_t *list = json_array();
	struct tctl_rule *rule;

	TAILQ_FOREACH(rule, &channel->rules, link)
		if (rule->enable)
			json_array_append_new(list, json_string(rule->pattern));
	return list;
}

/* Events that were enabled in at least one application. */
static uint32_t events_enabled(const struct tctl_channel *channel)
{
	struct tctl_stream *stream;
	struct tctl_trace *trace;
	uint32_t n = 0;

	TAILQ_FOREACH(trace, &channel->session->traces, link)
		TAILQ_FOREACH(stream, &trace->streams, link)
			if (stream->channel == channel)
				n += stream->events.nr;
	return n;
}

static json_t *channel_list(const struct tctl_session *session)
{
	struct tctl_channel *channel;
	json_t *list = json_array(), *item;

	TAILQ_FOREACH(channel, &session->channels, link) {
		item = tctl_channel_json(channel);
		json_object_set_new(item, "patterns", rule_texts(channel));
		json_object_set_new(item, "events_enabled",
				    json_integer(events_enabled(channel)));
		json_array_append_new(list, item);
	}
	return list;
}

void tctl_command_list(struct tctl_client *client, json_t *request)
{
	json_t *sessions = json_array();
	struct tctl_session *session;

	(void)request;
	TAILQ_FOREACH(session, &client->daemon->sessions.list, link)
		json_array_append_new(sessions, json_pack(
			"{s:s, s:s, s:s, s:s, s:o, s:o}",
			"name", session->name,
			"state", tctl_session_state_name(session),
			"output", session->output,
			"created", session->created,
			"channels", channel_list(session),
			"totals", tctl_session_totals_json(session)));
	answer_with(client, json_pack("{s:o}", "sessions", sessions));
}

json_t *tctl_command_fields(const struct tctl_event_text *decl)
{
	json_t *list = json_array();
	char type[TCTL_KIND_TEXT_MAX];
	uint32_t i;

	for (i = 0; i < decl->nr_fields; i++) {
		tctl_event_kind_print(decl->fields[i].kind, type, sizeof(type));
		json_array_append_new(list, json_pack("{s:s, s:s}", "name",
						      decl->fields[i].name,
						      "type", type));
	}
	return list;
}

static json_t *event_json(const struct tctl_app_event *event)
{
	struct tctl_event_text decl;
	json_t *item;

	if (tctl_event_text_parse(&decl, event->text, event->text_size,
				  event->kinds, event->nr_fields))
		return NULL;
	item = json_pack("{s:s, s:i, s:s, s:i, s:i, s:o}", "name",
			 decl.full_name, "level", event->level, "file",
			 decl.file, "line", (int)decl.line, "sites",
			 (int)event->nr_sites, "fields", tctl_command_fields(&decl));
	tctl_event_text_release(&decl);
	return item;
}

static json_t *event_list(const struct tctl_app *app)
{
	json_t *list = json_array(), *item;
	uint32_t i;

	for (i = 0; i < app->nr_events; i++) {
		if (!app->events[i].text)
			continue;
		item = event_json(&app->events[i]);
		if (item)
			json_array_append_new(list, item);
	}
	return list;
}

static const char *protocol_name(const struct tctl_app *app)
{
	return app->flags & TCTL_HELLO_RSEQ && app->word_size == 64 ?
	       "whole" : "counted";
}

static const char *patcher_name(const struct tctl_app *app)
{
	switch (TCTL_HELLO_PATCHER(app->flags)) {
	case 1:
		return app->flags & TCTL_HELLO_SYNC_CORE ? "flip" :
		       "flip, gates only";
	case 2:
		return "breakpoint";
	default:
		return "generic";
	}
}

static json_t *app_json(const struct tctl_app *app)
{
	json_t *item = json_pack("{s:I, s:I, s:s, s:s, s:I, s:I, s:s, s:s, s:o}",
				 "pid", (json_int_t)app->pid,
				 "vpid", (json_int_t)app->vpid,
				 "procname", app->procname,
				 "exe", app->exe,
				 "uid", (json_int_t)app->uid,
				 "word_size", (json_int_t)app->word_size,
				 "protocol", protocol_name(app),
				 "patcher", patcher_name(app),
				 "events", event_list(app));

	if (app->error[0])
		json_object_set_new(item, "error", json_string(app->error));
	return item;
}

void tctl_command_probes(struct tctl_client *client, json_t *request)
{
	json_t *list = json_array();
	struct tctl_app *app;

	(void)request;
	TAILQ_FOREACH(app, &client->daemon->apps, link)
		if (app->readies)
			json_array_append_new(list, app_json(app));
	answer_with(client, json_pack("{s:o}", "applications", list));
}

void tctl_command_kernel(struct tctl_client *client, json_t *request)
{
	char error[1024] = "out of memory";
	json_t *answer = tctl_kernel_list(error, sizeof(error));

	(void)request;
	if (answer)
		answer_with(client, answer);
	else
		tctl_client_refuse(client, -EIO, error);
}

static json_t *clock_json(struct tctl_sessions *all)
{
	json_t *item;

	tctl_sessions_lock(all);
	item = json_pack("{s:s, s:i, s:I}",
			 "source", all->clock.source == TCTL_CLOCK_TSC ?
			 "tsc" : "system", "epoch", (int)all->clock.epoch,
			 "error_ns", (json_int_t)all->clock.error_ns);
	tctl_sessions_unlock(all);
	return item;
}

static int count_apps(const struct tctl_daemon *daemon)
{
	struct tctl_app *app;
	int n = 0;

	TAILQ_FOREACH(app, &daemon->apps, link)
		n += app->readies > 0;
	return n;
}

/* How many applications change their code in which way. */
static json_t *patchers_json(const struct tctl_daemon *daemon)
{
	json_t *counts = json_object();
	struct tctl_app *app;
	const char *name;

	TAILQ_FOREACH(app, &daemon->apps, link) {
		if (!app->readies)
			continue;
		name = patcher_name(app);
		json_object_set_new(counts, name, json_integer(1 +
			json_integer_value(json_object_get(counts, name))));
	}
	return counts;
}

static int count_sessions(const struct tctl_daemon *daemon)
{
	struct tctl_session *session;
	int n = 0;

	TAILQ_FOREACH(session, &daemon->sessions.list, link)
		n++;
	return n;
}

void tctl_command_status(struct tctl_client *client, json_t *request)
{
	struct tctl_daemon *daemon = client->daemon;

	(void)request;
	answer_with(client, json_pack(
		"{s:s, s:i, s:s, s:I, s:o, s:[{s:s, s:s}, o], s:i, s:o, s:i, s:i, s:s}",
		"version", PACKAGE_VERSION,
		"pid", (int)getpid(),
		"kind", kind_name(daemon),
		"uptime_ns", (json_int_t)(tctl_loop_now_ns() -
					  daemon->start_ns),
		"clock", clock_json(&daemon->sessions),
		"backends", "name", "app", "state", "ready",
		tctl_kernel_status(&daemon->sessions),
		"applications", count_apps(daemon),
		"patchers", patchers_json(daemon),
		"sessions", count_sessions(daemon),
		"squatted", (int)daemon->runtime.squatted,
		"runtime", daemon->runtime.path));
}
