/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/list.c: `tracectl list`: sessions, probes of live applications,
 * probes of a file.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tools/tracectl/client.h"
#include "tools/tracectl/command.h"
#include "tools/tracectl/list_file.h"
#include "tools/tracectl/lttng.h"
#include "tools/tracectl/message.h"
#include "tools/tracectl/options.h"
#include "tools/tracectl/pattern.h"
#include "tools/tracectl/session.h"
#include "tools/tracectl/table.h"

static int list_probes;
static int list_kernel;
static char *list_file;

static const struct poptOption list_options[] = {
	{ "probes", 'p', POPT_ARG_NONE, &list_probes, 0,
	  "the probes of live applications", NULL },
	{ "kernel", 'k', POPT_ARG_NONE, &list_kernel, 0,
	  "the events that this kernel has", NULL },
	{ "file", 'f', POPT_ARG_STRING, &list_file, 0,
	  "the probes in a program or shared library", "FILE" },
	TCTL_COMMON_OPTIONS,
	POPT_TABLEEND
};

static const char *list_text(json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "-";
}

static long long list_number(json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

static void list_add_session(struct tctl_table *table, json_t *session)
{
	char events[TCTL_NUMBER_SIZE], lost[TCTL_NUMBER_SIZE];
	char bytes[TCTL_NUMBER_SIZE];
	json_t *totals = json_object_get(session, "totals");
	const char *const row[] = {
		list_text(session, "name"), list_text(session, "state"),
		tctl_number_count(tctl_session_own_events(totals), events),
		tctl_number_count(list_number(totals, "lost"), lost),
		tctl_number_bytes(list_number(totals, "bytes"), bytes),
		list_text(session, "output"),
	};

	tctl_table_add(table, row);
}

static void list_print_channel(json_t *channel)
{
	char size[TCTL_NUMBER_SIZE];
	json_t *pattern;
	size_t i;

	printf("  %s: %s, %lld sub-buffers of %s per CPU, %lld events enabled",
	       list_text(channel, "name"), list_text(channel, "mode"),
	       list_number(channel, "nr_subbufs"),
	       tctl_number_bytes(list_number(channel, "subbuf_size"), size),
	       list_number(channel, "events_enabled"));
	json_array_foreach(json_object_get(channel, "patterns"), i, pattern)
		printf("%s%s", i ? ", " : " by ",
		       json_is_string(pattern) ? json_string_value(pattern) :
						 list_text(pattern, "pattern"));
	putchar('\n');
}

static void list_print_sessions(json_t *answer)
{
	static const char *const headings[] = {
		"SESSION", "STATE", ">EVENTS", ">LOST", ">SIZE", "TRACE",
	};
	json_t *sessions = json_object_get(answer, "sessions");
	json_t *session, *channel;
	struct tctl_table table;
	size_t i, j;

	if (!json_array_size(sessions)) {
		puts("no sessions (make one: tracectl create NAME)");
		return;
	}
	tctl_table_init(&table, 6, headings);
	json_array_foreach(sessions, i, session)
		list_add_session(&table, session);
	tctl_table_print(&table, stdout);
	tctl_table_release(&table);
	json_array_foreach(sessions, i, session) {
		printf("\n%s\n", list_text(session, "name"));
		json_array_foreach(json_object_get(session, "channels"), j,
				   channel)
			list_print_channel(channel);
	}
}

/* "id u32, path string" */
static char *list_fields(json_t *event)
{
	char *text = tctl_memory(strdup("")), *longer;
	json_t *field;
	size_t i;

	json_array_foreach(json_object_get(event, "fields"), i, field) {
		longer = tctl_text("%s%s%s %s", text, i ? ", " : "",
				   list_text(field, "name"),
				   list_text(field, "type"));
		free(text);
		text = longer;
	}
	return text;
}

static void list_add_event(struct tctl_table *table, json_t *event)
{
	char *place = tctl_text("%s:%lld", list_text(event, "file"),
				list_number(event, "line"));
	char *fields = list_fields(event);
	const char *const row[] = {
		list_text(event, "name"),
		tctl_level_name((int)list_number(event, "level")),
		place, fields,
	};

	tctl_table_add(table, row);
	free(fields);
	free(place);
}

static void list_print_events(json_t *events)
{
	static const char *const headings[] = {
		"EVENT", "LEVEL", "PLACE", "FIELDS",
	};
	struct tctl_table table;
	json_t *event;
	size_t i;

	tctl_table_init(&table, 4, headings);
	json_array_foreach(events, i, event)
		list_add_event(&table, event);
	tctl_table_print(&table, stdout);
	tctl_table_release(&table);
}

static void list_print_lttng(json_t *application)
{
	pid_t pid = (pid_t)list_number(application, "pid");
	enum tctl_lttng state = tctl_lttng_of(pid);

	if (state != TCTL_LTTNG_NONE && state != TCTL_LTTNG_BRIDGED)
		printf("its LTTng-UST events are not seen: %s\n",
		       tctl_lttng_reason(state));
}

static void list_print_application(json_t *application)
{
	const char *error = json_string_value(json_object_get(application,
							      "error"));
	json_t *events = json_object_get(application, "events");

	printf("%lld %s  %s  (%lld bits, %s protocol, %s patcher)\n",
	       list_number(application, "pid"),
	       list_text(application, "procname"),
	       list_text(application, "exe"),
	       list_number(application, "word_size"),
	       list_text(application, "protocol"),
	       list_text(application, "patcher"));
	if (error)
		printf("cannot be recorded: %s\n", error);
	list_print_lttng(application);
	if (json_array_size(events))
		list_print_events(events);
	else
		puts("no probes");
}

static void list_print_applications(json_t *answer)
{
	json_t *applications = json_object_get(answer, "applications");
	json_t *application;
	size_t i;

	if (!json_array_size(applications))
		puts("no application with probes is running (programs that "
		     "only include <tracectl/probe.h> need libtracectl: "
		     "tracectl record -- PROGRAM)");
	json_array_foreach(applications, i, application) {
		if (i)
			putchar('\n');
		list_print_application(application);
	}
}

static void list_add_kernel_event(struct tctl_table *table, json_t *event)
{
	const char *missing = json_string_value(json_object_get(event,
								"missing"));
	char *fields = missing ? tctl_text("(%s)", missing) :
				 list_fields(event);
	const char *const row[] = {
		list_text(event, "name"), list_text(event, "pattern"), fields,
	};

	tctl_table_add(table, row);
	free(fields);
}

static void list_print_kernel(json_t *answer)
{
	static const char *const headings[] = { "EVENT", "PATTERN", "FIELDS" };
	const char *note = json_string_value(json_object_get(answer, "note"));
	struct tctl_table table;
	json_t *event;
	size_t i;

	tctl_table_init(&table, 3, headings);
	json_array_foreach(json_object_get(answer, "events"), i, event)
		list_add_kernel_event(&table, event);
	tctl_table_print(&table, stdout);
	tctl_table_release(&table);
	if (note)
		tctl_note("%s", note);
}

static int list_ask(const char *cmd, int start, void (*print)(json_t *answer))
{
	struct tctl_client client;
	json_t *answer = NULL;
	int status = tctl_client_open(&client, start);

	if (status == TCTL_EXIT_OK)
		status = tctl_client_call(&client, start,
					  json_pack("{ss}", "cmd", cmd),
					  &answer);
	if (answer && tctl_common.json)
		tctl_session_print_json(answer, stdout);
	else if (answer)
		print(answer);
	json_decref(answer);
	tctl_client_release(&client);
	return status;
}

static int list_events_of_file(const char *path)
{
	json_t *events;
	int status = tctl_list_file_read(path, &events);

	if (status != TCTL_EXIT_OK)
		return status;
	if (tctl_common.json)
		tctl_session_print_json(events, stdout);
	else if (json_array_size(events))
		list_print_events(events);
	else
		printf("%s: no probes\n", path);
	json_decref(events);
	return TCTL_EXIT_OK;
}

int tctl_list_run(const struct tctl_command *command, int argc,
		  const char **argv)
{
	struct tctl_options options;
	int status;

	if (!tctl_options_read(&options, command, list_options, argc, argv, 0,
			       0))
		status = options.exit;
	else if (list_probes + list_kernel + (list_file != NULL) > 1)
		status = tctl_usage_error(command, "--probes, --kernel and "
					  "--file exclude each other");
	else if (list_kernel)
		status = list_ask("kernel", TCTL_CLIENT_START,
				  list_print_kernel);
	else if (list_file)
		status = list_events_of_file(list_file);
	else if (list_probes)
		status = list_ask("probes", TCTL_CLIENT_START,
				  list_print_applications);
	else
		status = list_ask("list", TCTL_CLIENT_JOIN,
				  list_print_sessions);
	tctl_options_release(&options);
	return status;
}
