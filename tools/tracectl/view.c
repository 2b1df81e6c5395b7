/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/view.c: `tracectl view`: prints a trace with babeltrace2.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tools/tracectl/client.h"
#include "tools/tracectl/command.h"
#include "tools/tracectl/message.h"
#include "tools/tracectl/options.h"
#include "tools/tracectl/runtime.h"
#include "tools/tracectl/view.h"
#include "tools/tracectl/view_errno.h"

extern char **environ;

static const struct poptOption view_options[] = {
	TCTL_COMMON_OPTIONS,
	POPT_TABLEEND
};

/* BABELTRACE2 in the environment chooses another than the one in PATH. */
static char *view_program(void)
{
	const char *name = getenv("BABELTRACE2");
	char *path;

	if (!name || !*name)
		name = "babeltrace2";
	return tctl_runtime_search(name, &path) ? NULL : path;
}

static int view_wait(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return TCTL_EXIT_FAILED;
	return WIFEXITED(status) ? WEXITSTATUS(status) :
				   TCTL_EXIT_SIGNAL + WTERMSIG(status);
}

/* Whether there are system calls, whose results have names. */
static int view_has_kernel(const char *path)
{
	char *metadata = tctl_text("%s/kernel/metadata", path);
	int has = !access(metadata, F_OK);

	free(metadata);
	return has;
}

/* Run the words with their output on *ret_output; NULL: where ours goes. */
static int view_spawn(const char **words, FILE **ret_output, pid_t *ret_pid)
{
	posix_spawn_file_actions_t actions;
	int ends[2], error;

	if (!ret_output)
		return posix_spawn(ret_pid, words[0], NULL, NULL,
				   (char **)words, environ);
	if (pipe2(ends, O_CLOEXEC))
		return errno;
	if (isatty(STDOUT_FILENO))
		setenv("BABELTRACE_TERM_COLOR", "always", 0);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	error = posix_spawn(ret_pid, words[0], &actions, NULL, (char **)words,
			    environ);
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	*ret_output = error ? NULL : fdopen(ends[0], "r");
	if (!*ret_output)
		close(ends[0]);
	return error;
}

int tctl_view_trace(const char *path, const char *const *options)
{
	int error, named = view_has_kernel(path);
	char *program = view_program();
	FILE *output = NULL;
	const char **words;
	size_t nr = 0, i;
	pid_t pid;

	if (!program) {
		tctl_error("cannot print the trace: babeltrace2 is not "
			   "installed (install the package babeltrace2; any "
			   "CTF 1.8 reader opens %s)", path);
		return TCTL_EXIT_FAILED;
	}
	while (options && options[nr])
		nr++;
	words = tctl_memory(calloc(nr + 3, sizeof(*words)));
	words[0] = program;
	for (i = 0; i < nr; i++)
		words[i + 1] = options[i];
	words[nr + 1] = path;
	fflush(stdout);
	error = view_spawn(words, named ? &output : NULL, &pid);
	if (error)
		tctl_error("cannot run %s: %s (reinstall babeltrace2)", program,
			   strerror(error));
	if (output) {
		tctl_view_errno(output, stdout);
		fclose(output);
		fflush(stdout);
	}
	free(words);
	free(program);
	return error ? TCTL_EXIT_FAILED : view_wait(pid);
}

/* The newest directory here that a recording made; NULL: none. */
static char *view_newest_here(void)
{
	struct dirent *entry;
	struct timespec newest = { 0 };
	char *found = NULL;
	DIR *here = opendir(".");
	struct stat st;

	while (here && (entry = readdir(here))) {
		if (strncmp(entry->d_name, "tracectl-", 9) ||
		    stat(entry->d_name, &st) || !S_ISDIR(st.st_mode))
			continue;
		if (found && (st.st_mtim.tv_sec < newest.tv_sec ||
			      (st.st_mtim.tv_sec == newest.tv_sec &&
			       st.st_mtim.tv_nsec < newest.tv_nsec)))
			continue;
		free(found);
		found = tctl_memory(strdup(entry->d_name));
		newest = st.st_mtim;
	}
	if (here)
		closedir(here);
	return found;
}

static int view_daemon_runs(void)
{
	char *directory = tctl_runtime_directory();
	pid_t pid = directory ? tctl_runtime_daemon_pid(directory) : 0;

	free(directory);
	return pid && (!kill(pid, 0) || errno == EPERM);
}

/* The place of the one session there is; NULL: none or several. */
static char *view_session_output(void)
{
	struct tctl_client client;
	json_t *answer = NULL, *sessions;
	const char *output;
	char *path = NULL;

	if (!view_daemon_runs())
		return NULL;
	if (tctl_client_open(&client, TCTL_CLIENT_JOIN) == TCTL_EXIT_OK)
		tctl_client_call(&client, TCTL_CLIENT_JOIN,
				 json_pack("{ss}", "cmd", "list"), &answer);
	sessions = json_object_get(answer, "sessions");
	output = json_string_value(json_object_get(json_array_get(sessions, 0),
						   "output"));
	if (json_array_size(sessions) == 1 && output)
		path = tctl_memory(strdup(output));
	json_decref(answer);
	tctl_client_release(&client);
	return path;
}

/* The given directory, checked, or one that is likely meant. */
static int view_choose(const char *given, char **ret_path)
{
	struct stat st;
	char *path;

	if (given) {
		if (stat(given, &st)) {
			tctl_error("cannot print %s: %s (name a trace "
				   "directory)", given, strerror(errno));
			return TCTL_EXIT_FAILED;
		}
		*ret_path = tctl_memory(strdup(given));
		return TCTL_EXIT_OK;
	}
	path = view_session_output();
	if (!path)
		path = view_newest_here();
	if (!path) {
		tctl_error("cannot choose a trace: no session and no "
			   "tracectl-* directory here (name a directory)");
		return TCTL_EXIT_USAGE;
	}
	*ret_path = path;
	return TCTL_EXIT_OK;
}

int tctl_view_run(const struct tctl_command *command, int argc,
		  const char **argv)
{
	const char *const *rest = NULL;
	struct tctl_options options;
	int own = 0, status;
	char *path = NULL;

	/* what follows "--" is babeltrace2's, whatever it looks like */
	while (own < argc && strcmp(argv[own], "--"))
		own++;
	if (own < argc)
		rest = argv + own + 1;
	if (tctl_options_read(&options, command, view_options, own, argv, 0,
			      1))
		status = view_choose(options.arguments[0], &path);
	else
		status = options.exit;
	if (path)
		status = tctl_view_trace(path, rest);
	free(path);
	tctl_options_release(&options);
	return status;
}
