/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/snapshot.c: `tracectl snapshot`: writes out what the overwrite
 * channels of a session hold now.
 */
#include <stdio.h>
#include <stdlib.h>
#include "tools/tracectl/client.h"
#include "tools/tracectl/command.h"
#include "tools/tracectl/options.h"
#include "tools/tracectl/session.h"

static char *snapshot_output;

static const struct poptOption snapshot_options[] = {
	{ "output", 'o', POPT_ARG_STRING, &snapshot_output, 0,
	  "where the snapshot goes (snapshot-NUMBER below the session's own)",
	  "DIR" },
	TCTL_COMMON_OPTIONS,
	POPT_TABLEEND
};

static json_t *snapshot_request(const char *session)
{
	json_t *request = json_pack("{ss ss}", "cmd", "snapshot",
				    "session", session);
	char *output;

	if (snapshot_output) {
		output = tctl_session_output(snapshot_output, session);
		json_object_set_new(request, "output", json_string(output));
		free(output);
	}
	return request;
}

static void snapshot_report(json_t *answer)
{
	json_t *totals = tctl_session_totals(answer);

	if (tctl_common.json) {
		tctl_session_print_json(answer, stdout);
	} else if (!tctl_common.quiet) {
		/* the snapshot's place, not the session's */
		json_object_set(totals, "output",
				json_object_get(answer, "output"));
		tctl_session_print_totals(totals, stdout);
	}
}

static int snapshot_take(const char *given)
{
	struct tctl_client client;
	json_t *answer = NULL;
	char *session = NULL;
	int status = tctl_client_open(&client, TCTL_CLIENT_JOIN);

	if (status == TCTL_EXIT_OK)
		status = tctl_session_choose(&client, given, &session);
	if (status == TCTL_EXIT_OK)
		status = tctl_client_call(&client, TCTL_CLIENT_JOIN,
					  snapshot_request(session), &answer);
	if (answer)
		snapshot_report(answer);
	json_decref(answer);
	free(session);
	tctl_client_release(&client);
	return status;
}

int tctl_snapshot_run(const struct tctl_command *command, int argc,
		      const char **argv)
{
	struct tctl_options options;
	int status;

	if (tctl_options_read(&options, command, snapshot_options, argc, argv,
			      0, 1))
		status = snapshot_take(options.arguments[0]);
	else
		status = options.exit;
	tctl_options_release(&options);
	return status;
}
