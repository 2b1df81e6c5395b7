/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/destroy.c: `tracectl destroy`: ends a session; its trace
 * stays.
 */
#include "tools/tracectl/command.h"
#include "tools/tracectl/options.h"
#include "tools/tracectl/session.h"

static int destroy_force;

static const struct poptOption destroy_options[] = {
	{ "force", '\0', POPT_ARG_NONE, &destroy_force, 0,
	  "give up what cannot be written to the trace", NULL },
	TCTL_COMMON_OPTIONS,
	POPT_TABLEEND
};

static void destroy_complete(json_t *request)
{
	if (destroy_force)
		json_object_set_new(request, "force", json_true());
}

static int destroy_report(json_t *answer)
{
	json_t *totals = tctl_session_answer_totals(answer);

	if (!tctl_common.json && !tctl_common.quiet)
		tctl_session_print_totals(totals, stdout);
	return destroy_force ? TCTL_EXIT_OK :
			       tctl_session_report_writing(totals);
}

int tctl_destroy_run(const struct tctl_command *command, int argc,
		     const char **argv)
{
	return tctl_session_run(command, argc, argv, destroy_options,
				destroy_complete, destroy_report);
}
