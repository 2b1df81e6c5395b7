/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/export.c: `tracectl export`: options and arguments; the work
 * is done through babeltrace2.
 */
#include "tools/tracectl/command.h"
#include "tools/tracectl/options.h"
#include "tools/tracectl/report_graph.h"

static struct tctl_report_param params[] = {
	{ "begin", NULL }, { "end", NULL }, { "cpu", NULL }, { "pid", NULL },
	{ "tid", NULL }, { "comm", NULL }, { "format", NULL },
	{ "output", NULL },
};
#define NR_PARAMS	(sizeof(params) / sizeof(params[0]))
enum { BEGIN, END, CPU, PID, TID, COMM, FORMAT, OUTPUT };

#define OPTION(number, name, letter, help, what) \
	{ name, letter, POPT_ARG_STRING, &params[number].value, 0, help, what }

static const struct poptOption export_options[] = {
	OPTION(FORMAT, "format", 'f',
	       "perfetto, chrome, folded, speedscope or csv", "FORMAT"),
	OPTION(OUTPUT, "output", 'o',
	       "write to this file (default: the standard output)", "FILE"),
	OPTION(BEGIN, "begin", '\0', "from here on: +SECONDS after the first "
	       "event, SECONDS since the epoch, or HH:MM:SS", "TIME"),
	OPTION(END, "end", '\0', "until before this time", "TIME"),
	OPTION(CPU, "cpu", '\0', "these CPUs only", "N,..."),
	OPTION(PID, "pid", '\0', "these processes only", "PID,..."),
	OPTION(TID, "tid", '\0', "these threads only", "TID,..."),
	OPTION(COMM, "comm", '\0', "tasks with such a name only", "PATTERN"),
	TCTL_COMMON_OPTIONS,
	POPT_TABLEEND
};

static int export_run(const struct tctl_command *command,
		      const char *const *arguments)
{
	struct tctl_report_param given[NR_PARAMS];
	size_t i, nr = 0;

	if (!params[FORMAT].value)
		return tctl_usage_error(command, "no format: --format is "
				"perfetto, chrome, folded, speedscope or csv");
	if (!*arguments)
		return tctl_usage_error(command, "no trace: name a directory");
	for (i = 0; i < NR_PARAMS; i++)
		if (params[i].value)
			given[nr++] = params[i];
	return tctl_report_traces("export", arguments, given, nr);
}

int tctl_export_run(const struct tctl_command *command, int argc,
		    const char **argv)
{
	struct tctl_options options;
	int status;

	if (tctl_options_read(&options, command, export_options, argc, argv, 0,
			      -1))
		status = export_run(command, options.arguments);
	else
		status = options.exit;
	tctl_options_release(&options);
	return status;
}
