// SPDX-License-Identifier: GPL-2.0-or-later
/* command_select.c: which events a session records: enable and disable
   (command.h). */
#include <errno.h>
#include <string.h>
#include "tools/tracectld/attach.h"
#include "tools/tracectld/command.h"
#include "tools/tracectld/event_class.h"
#include "tools/tracectld/kernel.h"
#include "tools/tracectld/operation.h"

#define NAMES_SHOWN	4096u	/* to clients who look for one */

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

static struct tctl_channel *first_kernel(const struct tctl_session *session)
{
	struct tctl_channel *channel;

	TAILQ_FOREACH(channel, &session->channels, link)
		if (channel->kernel)
			return channel;
	return NULL;
}

/* The session's first channel of the kernel, made if there is none; NULL: the
   client was told why not. */
static struct tctl_channel *kernel_channel(struct tctl_client *client,
					   struct tctl_session *session)
{
	struct tctl_channel *channel = first_kernel(session);
	char error[1024];
	json_t *wanted;
	int err;

	if (channel)
		return channel;
	wanted = json_pack("{s:s}", "domain", "kernel");
	err = tctl_session_add_channel(session, wanted, error, sizeof(error));
	json_decref(wanted);
	if (err)
		tctl_client_refuse(client, err, error);
	return first_kernel(session);
}

/* -1: the client was told what is wrong. */
static int parse_selection(struct tctl_client *client, json_t *request,
			   struct tctl_session *session, struct selection *sel)
{
	const char *channel = NULL, *domain = NULL;

	memset(sel, 0, sizeof(*sel));
	sel->level = -1;
	if (json_unpack(request, "{s:o, s?o, s?i, s?b, s?s, s?s}", "patterns",
			&sel->patterns, "exclude", &sel->exclude, "level",
			&sel->level, "level_only", &sel->level_only,
			"channel", &channel, "domain", &domain) ||
	    !json_array_size(sel->patterns) || !all_strings(sel->patterns) ||
	    (sel->exclude && (!json_is_array(sel->exclude) ||
			      !all_strings(sel->exclude))) ||
	    sel->level < -1 || sel->level > 14) {
		tctl_command_refuse(client, -EINVAL,
		       "cannot select events for session %s: give \"patterns\" (and \"exclude\") as lists of texts, \"level\" as 0 to 14",
		       session->name);
		return -1;
	}
	sel->channel = channel ? tctl_session_channel(session, channel) :
		       domain && !strcmp(domain, "kernel") ?
		       kernel_channel(client, session) :
		       tctl_channel_first_user(session);
	if (!sel->channel && !channel)
		return -1;
	if (!sel->channel) {
		tctl_command_refuse(client, -ENOENT,
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
	json_t *names, *seen, *value;
	const char *name;
	size_t n;

	if (sel->channel->kernel) {
		n = tctl_kernel_matches(sel->patterns, sel->exclude);
		json_object_set_new(operation->answer, "matched",
				    json_integer((json_int_t)n));
		return;
	}
	names = event_names(operation->daemon, operation->session, sel);
	n = json_object_size(names);
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

	session = tctl_command_session(client, request, enable ? "enable events in" :
							  "disable events in");
	if (!session || parse_selection(client, request, session, &sel))
		return;
	if (add_rules(&sel, enable)) {
		tctl_client_refuse(client, -ENOMEM, "out of memory");
		return;
	}
	operation = tctl_command_begin(client->daemon, client, session, request,
			  tctl_command_finished);
	if (!operation)
		return;
	add_matches(operation, &sel);
	tctl_command_update(operation);
	tctl_operation_begin(operation);
}

void tctl_command_enable(struct tctl_client *client, json_t *request)
{
	select_events(client, request, 1);
}

void tctl_command_disable(struct tctl_client *client, json_t *request)
{
	select_events(client, request, 0);
}
