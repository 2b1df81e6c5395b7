/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/options.h: reading a subcommand's options with popt. Each
 * subcommand has a table of its own; the common options (--json, --quiet,
 * --runtime-dir, --help) are added here, so they work before and after the
 * subcommand's name.
 */
#ifndef TRACECTL_OPTIONS_H
#define TRACECTL_OPTIONS_H

#include <popt.h>
#include "tools/tracectl/command.h"

/* Include in a table, before POPT_TABLEEND. */
extern struct poptOption tctl_common_options[];
#define TCTL_COMMON_OPTIONS \
	{ NULL, '\0', POPT_ARG_INCLUDE_TABLE, tctl_common_options, 0, \
	  "Common options:", NULL }

struct tctl_options {
	poptContext popt;
	char *name;		/* "tracectl COMMAND", for the usage line */
	const char **words;	/* the command line, with that name */
	const char **arguments;	/* what is left, NULL-terminated, never NULL */
	int nr_arguments;
	int exit;		/* when tctl_options_read() returned 0 */
};

/* Until the first word that is no option, for commands that take a command. */
#define TCTL_OPTIONS_STOP_AT_WORD	1u

/* 1: go on; 0: help was printed or the usage was wrong: return .exit after
   tctl_options_release(). max_arguments < 0: any number. */
int tctl_options_read(struct tctl_options *options,
		      const struct tctl_command *command,
		      const struct poptOption *table, int argc,
		      const char **argv, unsigned int flags,
		      int max_arguments);
void tctl_options_release(struct tctl_options *options);

/* "tracectl NAME: ... (see tracectl NAME --help)"; returns TCTL_EXIT_USAGE. */
int tctl_usage_error(const struct tctl_command *command, const char *format,
		     ...) __attribute__((format(printf, 2, 3)));

#endif
