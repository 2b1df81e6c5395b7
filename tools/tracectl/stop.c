/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/stop.c: `tracectl stop`: stops recording and completes the
 * trace.
 */
#include "tools/tracectl/command.h"
#include "tools/tracectl/options.h"
#include "tools/tracectl/session.h"

static const struct poptOption stop_options[] = {
	TCTL_COMMON_OPTIONS,
	POPT_TABLEEND
};

static int stop_report(json_t *answer)
{
	json_t *totals = tctl_session_answer_totals(answer);

	if (!tctl_common.json && !tctl_common.quiet)
		tctl_session_print_totals(totals, stdout);
	return tctl_session_report_writing(totals);
}

int tctl_stop_run(const struct tctl_command *command, int argc,
		  const char **argv)
{
	return tctl_session_run(command, argc, argv, stop_options, NULL,
				stop_report);
}
