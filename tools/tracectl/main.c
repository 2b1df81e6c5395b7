/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/main.c: the table of subcommands, and the options in front of
 * a subcommand's name.
 */
#include <popt.h>
#include <stdio.h>
#include <string.h>
#include "tools/tracectl/command.h"
#include "tools/tracectl/message.h"
#include "tools/tracectl/options.h"

#define OPTION_VERSION	0x7100

static const struct tctl_command commands[] = {
	{ "record", "[OPTION...] [-- COMMAND [ARGUMENT...]]",
	  "run a command and record it into a trace",
	  "Runs COMMAND and records its events until it ends. Without COMMAND\n"
	  "records all applications of the user until Ctrl-C or --duration.\n"
	  "The exit status is COMMAND's own; 128 + signal if a signal ended it.",
	  tctl_record_run },
	{ "create", "[OPTION...] [SESSION]",
	  "make a recording session",
	  "Makes a session with one channel. Then: enable, start, stop, destroy.",
	  tctl_create_run },
	{ "enable", "[OPTION...] PATTERN...",
	  "choose events to record",
	  "PATTERN is provider:name with * anywhere, e.g. 'myapp:*'; '*' alone\n"
	  "means every event. It stays in force for applications started later.",
	  tctl_enable_run },
	{ "disable", "[OPTION...] PATTERN...",
	  "stop recording some events",
	  "PATTERN as in tracectl enable.",
	  tctl_disable_run },
	{ "start", "[OPTION...] [SESSION]",
	  "start recording",
	  "Starts recording what is enabled. SESSION may be left out when there\n"
	  "is one session only.",
	  tctl_start_run },
	{ "stop", "[OPTION...] [SESSION]",
	  "stop recording, complete the trace",
	  "Stops recording and writes out all that was recorded. The session\n"
	  "stays and can be started again.",
	  tctl_stop_run },
	{ "destroy", "[OPTION...] [SESSION]",
	  "end a session, keep its trace",
	  "Ends the session (it is stopped first); the trace stays on disk.",
	  tctl_destroy_run },
	{ "snapshot", "[OPTION...] [SESSION]",
	  "write out what overwrite channels hold now",
	  "Writes the latest events of the session's overwrite channels to a\n"
	  "trace of their own, while recording goes on.",
	  tctl_snapshot_run },
	{ "list", "[OPTION...]",
	  "list sessions, or probes of applications or files",
	  "Lists sessions; with --probes the probes of live applications, with\n"
	  "--file those of a program or library, which need not run.",
	  tctl_list_run },
	{ "status", "[OPTION...]",
	  "show what the daemon does and uses",
	  "Shows the daemon's version, clock, applications and sessions.",
	  tctl_status_run },
	{ "view", "[OPTION...] [DIR] [-- BABELTRACE2-OPTION...]",
	  "print a trace with babeltrace2",
	  "Prints the trace in DIR; without DIR the trace of the one session\n"
	  "there is, or the newest tracectl-* directory here.",
	  tctl_view_run },
	{ "report", "[OPTION...] [REPORT] DIR...",
	  "say what a trace tells about the system",
	  "Reports on all traces at or below each DIR. REPORT is summary (as\n"
	  "without it), cpu, events, files, html, io, irq, locks, memory, off-cpu,\n"
	  "profile, sched or syscalls; summary says which of them the trace has\n"
	  "the events for. html is a page with pictures.",
	  tctl_report_run },
	{ "export", "--format FORMAT [OPTION...] DIR...",
	  "write a trace in the format of another viewer",
	  "Writes all traces at or below each DIR as FORMAT: perfetto (for\n"
	  "ui.perfetto.dev), chrome (trace events in JSON), folded (stacks for\n"
	  "flame graphs), speedscope or csv (a row for each event).",
	  tctl_export_run },
	{ "check", "[OPTION...] DIR...",
	  "check a trace against the rules of CTF 1.8",
	  "Decodes each trace below DIR and says which packet or event breaks\n"
	  "which rule.",
	  tctl_check_run },
	{ "recover", "[OPTION...] [RUNTIME-DIR]",
	  "complete the traces of a daemon that died",
	  "Writes out what applications recorded before and after the daemon\n"
	  "died. A new daemon does this by itself: use this where none is to\n"
	  "be started.",
	  tctl_recover_run },
};

#define NR_COMMANDS	(sizeof(commands) / sizeof(commands[0]))

static const struct poptOption main_options[] = {
	{ "version", '\0', POPT_ARG_NONE, NULL, OPTION_VERSION,
	  "print the version", NULL },
	TCTL_COMMON_OPTIONS,
	POPT_TABLEEND
};

static void main_list_commands(FILE *stream)
{
	size_t i;

	fputs("\nCommands (each has --help):\n", stream);
	for (i = 0; i < NR_COMMANDS; i++)
		fprintf(stream, "  %-10s %s\n", commands[i].name,
			commands[i].summary);
}

static const struct tctl_command *main_find(const char *name)
{
	size_t i;

	for (i = 0; i < NR_COMMANDS; i++)
		if (!strcmp(commands[i].name, name))
			return &commands[i];
	return NULL;
}

static int main_no_command(const char *name)
{
	if (!name) {
		fputs("Usage: tracectl [OPTION...] COMMAND [ARGUMENT...]\n",
		      stderr);
		main_list_commands(stderr);
	} else {
		tctl_error("no command '%s' (see tracectl --help)", name);
	}
	return TCTL_EXIT_USAGE;
}

static void main_help(poptContext popt)
{
	poptSetOtherOptionHelp(popt, "[OPTION...] COMMAND [ARGUMENT...]");
	poptPrintHelp(popt, stdout, 0);
	main_list_commands(stdout);
}

/* Options before the subcommand. Returns an exit code, or -1 to go on. */
static int main_read_options(poptContext popt)
{
	int option = poptGetNextOpt(popt);

	if (option == -1)
		return -1;
	if (option == OPTION_VERSION) {
		puts("tracectl " PACKAGE_VERSION);
		return TCTL_EXIT_OK;
	}
	if (option > 0) {
		main_help(popt);
		return TCTL_EXIT_OK;
	}
	tctl_error("option %s: %s (see tracectl --help)",
		   poptBadOption(popt, POPT_BADOPTION_NOALIAS),
		   poptStrerror(option));
	return TCTL_EXIT_USAGE;
}

/* A reader that went away or a full disk must not look like success. */
static int main_flush(int status)
{
	if ((fflush(stdout) || ferror(stdout)) && status == TCTL_EXIT_OK) {
		tctl_error("cannot write the output: %m");
		return TCTL_EXIT_FAILED;
	}
	return status;
}

static int main_run(poptContext popt)
{
	const struct tctl_command *command;
	int status = main_read_options(popt), nr = 0;
	const char **rest;

	if (status >= 0)
		return status;
	rest = poptGetArgs(popt);
	if (!rest || !rest[0])
		return main_no_command(NULL);
	command = main_find(rest[0]);
	if (!command)
		return main_no_command(rest[0]);
	while (rest[nr])
		nr++;
	/* popt drops a "--" only in front of the subcommand's name: what
	   follows is the subcommand's to read */
	return command->run(command, nr, rest);
}

int main(int argc, const char **argv)
{
	poptContext popt = poptGetContext("tracectl", argc, argv, main_options,
					  POPT_CONTEXT_POSIXMEHARDER);
	int status = main_run(popt);

	poptFreeContext(popt);
	return main_flush(status);
}
