/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/start.c: `tracectl start`: starts recording.
 */
#include "tools/tracectl/command.h"
#include "tools/tracectl/options.h"
#include "tools/tracectl/session.h"

static const struct poptOption start_options[] = {
	TCTL_COMMON_OPTIONS,
	POPT_TABLEEND
};

static int start_report(json_t *answer)
{
	int status = tctl_session_report_kernel(answer);

	return status ? status : tctl_session_report_applications(answer);
}

int tctl_start_run(const struct tctl_command *command, int argc,
		   const char **argv)
{
	return tctl_session_run(command, argc, argv, start_options, NULL,
				start_report);
}
