/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/session.c: which session is meant, and what the daemon's
 * answers say to people.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "tools/tracectl/command.h"
#include "tools/tracectl/message.h"
#include "tools/tracectl/options.h"
#include "tools/tracectl/session.h"
#include "tools/tracectl/table.h"

static char *session_names(json_t *sessions)
{
	char *names = tctl_memory(strdup("")), *longer;
	json_t *session;
	size_t i;

	json_array_foreach(sessions, i, session) {
		longer = tctl_text("%s%s%s", names, i ? ", " : "",
			json_string_value(json_object_get(session, "name")));
		free(names);
		names = longer;
	}
	return names;
}

static int session_ambiguous(json_t *sessions)
{
	char *names;

	if (!json_array_size(sessions)) {
		tctl_error("cannot choose a session: there is none (make one: "
			   "tracectl create NAME)");
		return TCTL_EXIT_FAILED;
	}
	names = session_names(sessions);
	tctl_error("cannot choose a session: there are several (name one of: "
		   "%s)", names);
	free(names);
	return TCTL_EXIT_USAGE;
}

int tctl_session_choose(struct tctl_client *client, const char *given,
			char **ret_name)
{
	json_t *answer, *sessions;
	const char *name;
	int status;

	if (given) {
		*ret_name = tctl_memory(strdup(given));
		return TCTL_EXIT_OK;
	}
	status = tctl_client_call(client, TCTL_CLIENT_JOIN,
				  json_pack("{ss}", "cmd", "list"), &answer);
	if (status != TCTL_EXIT_OK)
		return status;
	sessions = json_object_get(answer, "sessions");
	name = json_string_value(json_object_get(json_array_get(sessions, 0),
						 "name"));
	if (json_array_size(sessions) == 1 && name)
		*ret_name = tctl_memory(strdup(name));
	else
		status = session_ambiguous(sessions);
	json_decref(answer);
	return status;
}

static int session_call(struct tctl_client *client, const char *cmd,
			const char *given, void (*complete)(json_t *request),
			json_t **ret_answer)
{
	json_t *request;
	char *name;
	int status = tctl_session_choose(client, given, &name);

	if (status != TCTL_EXIT_OK)
		return status;
	request = json_pack("{ssss}", "cmd", cmd, "session", name);
	free(name);
	if (complete)
		complete(request);
	return tctl_client_call(client, TCTL_CLIENT_JOIN, request, ret_answer);
}

int tctl_session_run(const struct tctl_command *command, int argc,
		     const char **argv, const struct poptOption *table,
		     void (*complete)(json_t *request),
		     int (*report)(json_t *answer))
{
	struct tctl_options options;
	struct tctl_client client;
	json_t *answer = NULL;
	int status;

	if (!tctl_options_read(&options, command, table, argc, argv, 0, 1)) {
		status = options.exit;
		goto out;
	}
	status = tctl_client_open(&client, TCTL_CLIENT_JOIN);
	if (status == TCTL_EXIT_OK)
		status = session_call(&client, command->name,
				      options.arguments[0], complete, &answer);
	if (answer && tctl_common.json)
		tctl_session_print_json(answer, stdout);
	if (answer)
		status = report(answer);
	json_decref(answer);
	tctl_client_release(&client);
out:
	tctl_options_release(&options);
	return status;
}

char *tctl_session_output(const char *given, const char *name)
{
	time_t now = time(NULL);
	char stamp[32], *directory, *path;

	if (given && given[0] == '/')
		return tctl_memory(strdup(given));
	directory = tctl_memory(getcwd(NULL, 0));
	strftime(stamp, sizeof(stamp), "%Y%m%d-%H%M%S", localtime(&now));
	path = given ? tctl_text("%s/%s", directory, given) :
		       tctl_text("%s/tracectl-%s-%s", directory, name, stamp);
	free(directory);
	return path;
}

int tctl_session_report_applications(json_t *answer)
{
	json_t *pending = json_object_get(answer, "pending");
	json_t *failed = json_object_get(answer, "failed"), *entry;
	size_t i;

	json_array_foreach(failed, i, entry) {
		const char *why = json_string_value(json_object_get(entry,
								    "error"));

		tctl_warning("process %lld cannot be recorded: %s",
			     json_integer_value(json_object_get(entry, "pid")),
			     why ? why : "it gave no reason");
	}
	json_array_foreach(pending, i, entry)
		tctl_warning("process %lld has not answered yet: it follows as "
			     "soon as it runs (is it stopped?)",
			     json_integer_value(entry));
	return json_array_size(pending) ? TCTL_EXIT_TIMEOUT : TCTL_EXIT_OK;
}

int tctl_session_report_kernel(json_t *answer)
{
	json_t *kernel = json_object_get(answer, "kernel"), *entry;
	const char *error = json_string_value(json_object_get(kernel,
							      "error"));
	size_t i;

	json_array_foreach(json_object_get(kernel, "failed"), i, entry)
		tctl_warning("kernel event %s cannot be recorded: %s",
			     json_string_value(json_object_get(entry, "event")),
			     json_string_value(json_object_get(entry,
							       "error")));
	if (!error)
		return TCTL_EXIT_OK;
	tctl_error("%s", error);
	return TCTL_EXIT_FAILED;
}

json_t *tctl_session_answer_totals(json_t *answer)
{
	json_t *totals = json_object_get(answer, "totals");

	return totals ? totals : answer;
}

static uint64_t session_total(json_t *totals, const char *key)
{
	return json_integer_value(json_object_get(totals, key));
}

uint64_t tctl_session_own_events(json_t *totals)
{
	return session_total(totals, "events") -
	       session_total(totals, "statedump");
}

void tctl_session_print_totals(json_t *totals, FILE *stream)
{
	uint64_t statedump = session_total(totals, "statedump");
	char number[TCTL_NUMBER_SIZE], size[TCTL_NUMBER_SIZE];
	const char *output = json_string_value(json_object_get(totals,
							       "output"));
	uint64_t lost = session_total(totals, "lost");

	fprintf(stream, "events  %s",
		tctl_number_count(tctl_session_own_events(totals), number));
	if (statedump)
		fprintf(stream, "  (and %s of the statedump)",
			tctl_number_count(statedump, number));
	fputc('\n', stream);
	if (lost)
		fprintf(stream, "lost    %s  (the trace is not complete: more "
			"or larger sub-buffers, or fewer events, help)\n",
			tctl_number_count(lost, number));
	else
		fprintf(stream, "lost    0\n");
	fprintf(stream, "size    %s\n",
		tctl_number_bytes(session_total(totals, "bytes"), size));
	if (output)
		fprintf(stream, "trace   %s\n", output);
}

int tctl_session_report_writing(json_t *totals)
{
	const char *error = json_string_value(json_object_get(totals,
							      "error"));

	if (!error)
		return TCTL_EXIT_OK;
	tctl_error("%s", error);
	return TCTL_EXIT_FAILED;
}

void tctl_session_print_json(json_t *answer, FILE *stream)
{
	json_object_del(answer, "ok");
	json_dumpf(answer, stream, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
	fputc('\n', stream);
}
