/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/snapshot.c: `tracectl snapshot`: writes out what the overwrite
 * channels of a session hold now.
 */
#include <stdlib.h>
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

static void snapshot_complete(json_t *request)
{
	char *output;

	if (!snapshot_output)
		return;
	output = tctl_session_output(snapshot_output, NULL);
	json_object_set_new(request, "output", json_string(output));
	free(output);
}

static int snapshot_report(json_t *answer)
{
	json_t *totals = tctl_session_answer_totals(answer);

	if (tctl_common.json || tctl_common.quiet)
		return TCTL_EXIT_OK;
	/* the snapshot's place, not the session's */
	json_object_set(totals, "output", json_object_get(answer, "output"));
	tctl_session_print_totals(totals, stdout);
	return TCTL_EXIT_OK;
}

int tctl_snapshot_run(const struct tctl_command *command, int argc,
		      const char **argv)
{
	return tctl_session_run(command, argc, argv, snapshot_options,
				snapshot_complete, snapshot_report);
}
