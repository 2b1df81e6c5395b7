/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/options.c: reading a subcommand's options with popt.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tools/tracectl/message.h"
#include "tools/tracectl/options.h"

#define OPTION_HELP	0x7001

struct tctl_common tctl_common;

struct poptOption tctl_common_options[] = {
	{ "runtime-dir", '\0', POPT_ARG_STRING, &tctl_common.runtime_dir, 0,
	  "where the daemon's sockets are", "DIR" },
	{ "json", '\0', POPT_ARG_NONE, &tctl_common.json, 0,
	  "print JSON for programs", NULL },
	{ "quiet", 'q', POPT_ARG_NONE, &tctl_common.quiet, 0,
	  "print errors and results only", NULL },
	{ "help", 'h', POPT_ARG_NONE, NULL, OPTION_HELP,
	  "show this help", NULL },
	POPT_TABLEEND
};

int tctl_usage_error(const struct tctl_command *command, const char *format,
		     ...)
{
	va_list args;

	fprintf(stderr, "tracectl %s: ", command->name);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, " (see tracectl %s --help)\n", command->name);
	return TCTL_EXIT_USAGE;
}

static void options_help(poptContext popt, const struct tctl_command *command)
{
	char *usage = tctl_text("%s\n\n%s\n", command->arguments,
				command->description);

	poptSetOtherOptionHelp(popt, usage);
	poptPrintHelp(popt, stdout, 0);
	free(usage);
}

static int options_count(const char **arguments)
{
	int nr = 0;

	while (arguments[nr])
		nr++;
	return nr;
}

static int options_stop(struct tctl_options *options, int status)
{
	options->exit = status;
	return 0;
}

int tctl_options_read(struct tctl_options *options,
		      const struct tctl_command *command,
		      const struct poptOption *table, int argc,
		      const char **argv, unsigned int flags,
		      int max_arguments)
{
	static const char *nothing[] = { NULL };
	int option;

	memset(options, 0, sizeof(*options));
	options->name = tctl_text("tracectl %s", command->name);
	options->words = tctl_memory(calloc(argc + 1, sizeof(*argv)));
	memcpy(options->words, argv, argc * sizeof(*argv));
	options->words[0] = options->name;
	options->popt = poptGetContext(NULL, argc, options->words, table,
			flags & TCTL_OPTIONS_STOP_AT_WORD ?
			POPT_CONTEXT_POSIXMEHARDER : 0);
	tctl_memory(options->popt);
	option = poptGetNextOpt(options->popt);
	if (option == OPTION_HELP) {
		options_help(options->popt, command);
		return options_stop(options, TCTL_EXIT_OK);
	}
	if (option < -1)
		return options_stop(options, tctl_usage_error(command,
			"option %s: %s",
			poptBadOption(options->popt, POPT_BADOPTION_NOALIAS),
			poptStrerror(option)));
	options->arguments = poptGetArgs(options->popt);
	if (!options->arguments)
		options->arguments = nothing;
	options->nr_arguments = options_count(options->arguments);
	if (max_arguments >= 0 && options->nr_arguments > max_arguments)
		return options_stop(options, tctl_usage_error(command,
			"unexpected argument '%s'",
			options->arguments[max_arguments]));
	return 1;
}

void tctl_options_release(struct tctl_options *options)
{
	poptFreeContext(options->popt);
	free(options->words);
	free(options->name);
}
