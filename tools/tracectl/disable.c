/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/disable.c: `tracectl disable`: stops recording some events.
 */
#include <stdio.h>
#include "tools/tracectl/enable.h"
#include "tools/tracectl/options.h"
#include "tools/tracectl/pattern.h"
#include "tools/tracectl/session.h"

static char *disable_session;
static char *disable_channel;
static int disable_kernel;

static const struct poptOption disable_options[] = {
	{ "kernel", 'k', POPT_ARG_NONE, &disable_kernel, 0,
	  "events of the kernel", NULL },
	{ "session", 's', POPT_ARG_STRING, &disable_session, 0,
	  "which session, when there are several", "NAME" },
	{ "channel", 'c', POPT_ARG_STRING, &disable_channel, 0,
	  "which channel, when there are several", "NAME" },
	TCTL_COMMON_OPTIONS,
	POPT_TABLEEND
};

static int disable_patterns(const char *const *patterns)
{
	json_t *request, *answer;
	int status;

	request = json_pack("{ss so}", "cmd", "disable", "patterns",
			    tctl_pattern_array(patterns));
	if (disable_kernel)
		json_object_set_new(request, "domain", json_string("kernel"));
	status = tctl_enable_ask(disable_session, disable_channel, request,
				 &answer);
	if (status != TCTL_EXIT_OK)
		return status;
	if (tctl_common.json)
		tctl_session_print_json(answer, stdout);
	status = tctl_session_report_applications(answer);
	json_decref(answer);
	return status;
}

int tctl_disable_run(const struct tctl_command *command, int argc,
		     const char **argv)
{
	struct tctl_options options;
	int status;

	if (!tctl_options_read(&options, command, disable_options, argc, argv,
			       0, -1))
		status = options.exit;
	else if (!options.nr_arguments)
		status = tctl_usage_error(command, "which events? name a "
					  "pattern, '*' for all");
	else if (disable_kernel)
		status = tctl_pattern_check_kernel(command, options.arguments);
	else
		status = tctl_pattern_check(command, options.arguments);
	if (status == TCTL_EXIT_OK && options.nr_arguments)
		status = disable_patterns(options.arguments);
	tctl_options_release(&options);
	return status;
}
