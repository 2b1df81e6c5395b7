/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/report.c: `tracectl report`: options and arguments; the work is
 * done through babeltrace2.
 */
#include <stdlib.h>
#include <string.h>
#include "tools/tracectl/command.h"
#include "tools/tracectl/message.h"
#include "tools/tracectl/options.h"
#include "tools/tracectl/report_graph.h"

#define DEFAULT_REPORT	"summary"

static struct tctl_report_param params[] = {
	{ "begin", NULL }, { "end", NULL }, { "cpu", NULL }, { "pid", NULL },
	{ "tid", NULL }, { "comm", NULL }, { "top", NULL },
	{ "colour", NULL }, { "event", NULL }, { "field", NULL },
	{ "by", NULL }, { "from", NULL }, { "to", NULL }, { "key", NULL },
	{ "format", NULL }, { "output", NULL }, { "json", NULL },
};
#define NR_PARAMS	(sizeof(params) / sizeof(params[0]))
#define OPTION(number, name, help, what) \
	{ name, '\0', POPT_ARG_STRING, &params[number].value, 0, help, what }

static const struct poptOption report_options[] = {
	OPTION(0, "begin", "from here on: +SECONDS after the first event, "
	       "SECONDS since the epoch, or HH:MM:SS", "TIME"),
	OPTION(1, "end", "until before this time", "TIME"),
	OPTION(2, "cpu", "these CPUs only", "N,..."),
	OPTION(3, "pid", "these processes only", "PID,..."),
	OPTION(4, "tid", "these threads only", "TID,..."),
	OPTION(5, "comm", "tasks with such a name only", "PATTERN"),
	OPTION(6, "top", "rows of a table, 0: all (default: 10)", "N"),
	OPTION(7, "colour", "auto, always or never", "WHEN"),
	OPTION(8, "event", "events, profile: of which events", "PATTERN"),
	OPTION(9, "field", "events: the number to look at", "FIELD"),
	OPTION(10, "by", "events: a row for each value of this", "FIELD"),
	OPTION(11, "from", "events: the first event of a pair", "PATTERN"),
	OPTION(12, "to", "events: the last event of a pair", "PATTERN"),
	OPTION(13, "key", "events: what both of a pair have", "FIELD"),
	OPTION(14, "format", "profile, off-cpu: table, folded or svg", "FORM"),
	{ "output", 'o', POPT_ARG_STRING, &params[15].value, 0,
	  "html: write to this file (default: the standard output)", "FILE" },
	TCTL_COMMON_OPTIONS,
	POPT_TABLEEND
};

/* Options that were given move to the front; returns how many. */
static size_t report_given(struct tctl_report_param *given)
{
	size_t i, nr = 0;

	if (tctl_common.json)
		params[NR_PARAMS - 1].value = "yes";
	for (i = 0; i < NR_PARAMS; i++)
		if (params[i].value)
			given[nr++] = params[i];
	return nr;
}

static int report_run(const struct tctl_command *command,
		      const char *const *arguments)
{
	struct tctl_report_param given[NR_PARAMS];
	const char *name = DEFAULT_REPORT;
	size_t nr = report_given(given);

	if (!*arguments)
		return tctl_usage_error(command, "no trace: name a directory");
	/* a directory that is called as a report is ./NAME */
	if (arguments[1] || !strchr(*arguments, '/')) {
		if (tctl_report_known(*arguments))
			name = *arguments++;
	}
	if (!*arguments)
		return tctl_usage_error(command, "no trace for report %s: name "
					"a directory", name);
	return tctl_report_traces(name, arguments, given, nr);
}

int tctl_report_run(const struct tctl_command *command, int argc,
		    const char **argv)
{
	struct tctl_options options;
	int status;

	if (tctl_options_read(&options, command, report_options, argc, argv, 0,
			      -1))
		status = report_run(command, options.arguments);
	else
		status = options.exit;
	tctl_options_release(&options);
	return status;
}
