/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/recover.c: `tracectl recover`: completes the traces of a
 * daemon that died, without starting another.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "tools/tracectl/command.h"
#include "tools/tracectl/message.h"
#include "tools/tracectl/options.h"
#include "tools/tracectl/runtime.h"
#include "tools/tracectl/session.h"
#include "tools/tracectld/recover.h"

static const struct poptOption recover_options[] = {
	TCTL_COMMON_OPTIONS,
	POPT_TABLEEND
};

static void recover_print(json_t *sessions)
{
	json_t *session;
	size_t i;

	if (!json_array_size(sessions))
		puts("nothing to recover");
	json_array_foreach(sessions, i, session) {
		if (i)
			putchar('\n');
		tctl_session_print_totals(session, stdout);
	}
}

static int recover_directory(const char *directory)
{
	json_t *sessions = NULL;
	char error[1024] = "";
	struct stat st;
	int failed;

	if (stat(directory, &st)) {
		tctl_error("cannot recover: %s: %s (name the runtime directory "
			   "of the daemon that died)", directory,
			   strerror(errno));
		return TCTL_EXIT_FAILED;
	}
	failed = tctl_recover(directory, &sessions, error, sizeof(error));
	if (tctl_common.json)
		tctl_session_print_json(sessions, stdout);
	else if (!failed || json_array_size(sessions))
		recover_print(sessions);
	json_decref(sessions);
	if (failed)
		tctl_error("%s", error);
	return failed ? TCTL_EXIT_FAILED : TCTL_EXIT_OK;
}

int tctl_recover_run(const struct tctl_command *command, int argc,
		     const char **argv)
{
	struct tctl_options options;
	char *directory = NULL;
	int status;

	if (!tctl_options_read(&options, command, recover_options, argc, argv,
			       0, 1)) {
		status = options.exit;
		goto out;
	}
	if (options.arguments[0])
		tctl_common.runtime_dir = (char *)options.arguments[0];
	directory = tctl_runtime_directory();
	status = directory ? recover_directory(directory) : TCTL_EXIT_FAILED;
	free(directory);
out:
	tctl_options_release(&options);
	return status;
}
