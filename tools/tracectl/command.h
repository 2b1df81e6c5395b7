/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/command.h: what a subcommand is, what it returns, and the
 * options that all of them share.
 */
#ifndef TRACECTL_COMMAND_H
#define TRACECTL_COMMAND_H

/* Exit codes, as documented in tracectl(1). `record` passes on the status of
   the command that it ran: 128 + signal where a signal ended it. */
enum tctl_exit {
	TCTL_EXIT_OK = 0,
	TCTL_EXIT_FAILED = 1,
	TCTL_EXIT_USAGE = 2,
	TCTL_EXIT_NO_DAEMON = 3,
	TCTL_EXIT_TIMEOUT = 4,
	TCTL_EXIT_NO_MATCH = 5,
	TCTL_EXIT_NOT_EXECUTABLE = 126,
	TCTL_EXIT_NOT_FOUND = 127,
	TCTL_EXIT_SIGNAL = 128,
};

/* Set once, while options are read. */
struct tctl_common {
	char *runtime_dir;
	int json;
	int quiet;
};
extern struct tctl_common tctl_common;

struct tctl_command {
	const char *name;
	const char *arguments;		/* as the usage line shows them */
	const char *summary;		/* one line */
	const char *description;	/* a few lines for --help */
	int (*run)(const struct tctl_command *command, int argc,
		   const char **argv);
};

int tctl_record_run(const struct tctl_command *, int, const char **);
int tctl_create_run(const struct tctl_command *, int, const char **);
int tctl_destroy_run(const struct tctl_command *, int, const char **);
int tctl_enable_run(const struct tctl_command *, int, const char **);
int tctl_disable_run(const struct tctl_command *, int, const char **);
int tctl_start_run(const struct tctl_command *, int, const char **);
int tctl_stop_run(const struct tctl_command *, int, const char **);
int tctl_snapshot_run(const struct tctl_command *, int, const char **);
int tctl_list_run(const struct tctl_command *, int, const char **);
int tctl_status_run(const struct tctl_command *, int, const char **);
int tctl_view_run(const struct tctl_command *, int, const char **);
int tctl_report_run(const struct tctl_command *, int, const char **);
int tctl_export_run(const struct tctl_command *, int, const char **);
int tctl_check_run(const struct tctl_command *, int, const char **);
int tctl_recover_run(const struct tctl_command *, int, const char **);

#endif
