// SPDX-License-Identifier: GPL-2.0-or-later
/* options.c: see options.h. */
#include <popt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tools/tracectld/options.h"

#define FOREGROUND	1
#define VERSION		2
#define SYNOPSIS	"[OPTION...]\nThe daemon of tracectl: takes what applications record and writes traces. See tracectld(8)."

static int fail(poptContext context, const char *what, const char *cause)
{
	fprintf(stderr, "tracectld: cannot use %s: %s (see tracectld --help)\n",
		what, cause);
	poptFreeContext(context);
	return 2;
}

int tctl_options_parse(struct tctl_options *options, int argc,
		       const char **argv)
{
	struct poptOption table[] = {
		{ "runtime-dir", 'r', POPT_ARG_STRING, &options->runtime_dir,
		  0, "sockets, regions and state live here", "DIR" },
		{ "output-root", 'o', POPT_ARG_STRING, &options->output_root,
		  0, "sessions may write their traces below this folder only",
		  "DIR" },
		{ "foreground", 'f', POPT_ARG_NONE, NULL, FOREGROUND,
		  "stay in the foreground (default)", NULL },
		{ "daemonize", 'd', POPT_ARG_NONE, &options->daemonize, 0,
		  "return once the daemon is ready, which goes on in the background",
		  NULL },
		{ "exit-when-idle", 0, POPT_ARG_INT,
		  &options->exit_when_idle_s, 0,
		  "end after so many seconds without a session and a client",
		  "SECONDS" },
		{ "verbose", 'v', POPT_ARG_NONE, &options->verbose, 0,
		  "say on stderr what happens", NULL },
		{ "version", 'V', POPT_ARG_NONE, NULL, VERSION,
		  "print the version", NULL },
		POPT_AUTOHELP
		POPT_TABLEEND
	};
	poptContext context;
	int n;

	memset(options, 0, sizeof(*options));
	context = poptGetContext("tracectld", argc, argv, table, 0);
	poptSetOtherOptionHelp(context, SYNOPSIS);
	while ((n = poptGetNextOpt(context)) > 0) {
		if (n == FOREGROUND)
			options->daemonize = 0;
		if (n != VERSION)
			continue;
		printf("tracectld %s\n", PACKAGE_VERSION);
		poptFreeContext(context);
		return 0;
	}
	if (n < -1)
		return fail(context, poptBadOption(context, 0),
			    poptStrerror(n));
	if (poptPeekArg(context))
		return fail(context, poptPeekArg(context),
			    "no arguments are expected");
	if (options->output_root && options->output_root[0] != '/')
		return fail(context, options->output_root,
			    "--output-root wants an absolute path");
	poptFreeContext(context);
	return -1;
}
