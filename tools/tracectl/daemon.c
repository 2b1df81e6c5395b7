/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/daemon.c: starts a daemon of the user's own. It ends by itself
 * when nothing is left to do.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "tools/tracectl/client.h"
#include "tools/tracectl/command.h"
#include "tools/tracectl/message.h"
#include "tools/tracectl/runtime.h"

#define DAEMON_START_MS		10000
#define DAEMON_IDLE		"--exit-when-idle=10"	/* seconds */

/* In the child. The daemon must outlive this command and not be traced by it:
   its stderr is a memory file, for what it says when it can't start. */
static void daemon_exec(const char *path, int report)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	sigset_t none;

	unsetenv("LD_PRELOAD");
	unsetenv("TRACECTL_TOKEN");
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	dup2(null, 0);
	dup2(null, 1);
	dup2(report, 2);
	closefrom(3);	/* whoever waits for the end of a pipe of ours */
	execl(path, "tracectld", "--daemonize", DAEMON_IDLE, NULL);
	_exit(TCTL_EXIT_NOT_EXECUTABLE);
}

/* Waits for the daemon's first process, which ends when the daemon is ready.
   Returns its wait status, or -1. */
static int daemon_wait(pid_t pid)
{
	int status, waited_ms;

	for (waited_ms = 0; waited_ms < DAEMON_START_MS; waited_ms += 5) {
		pid_t ended = waitpid(pid, &status, WNOHANG);

		if (ended == pid)
			return status;
		if (ended < 0 && errno != EINTR)
			return -1;
		poll(NULL, 0, 5);
	}
	kill(pid, SIGTERM);
	waitpid(pid, &status, 0);
	return -1;
}

static char *daemon_failure(const char *path, int report)
{
	char text[1024] = "";
	ssize_t length = pread(report, text, sizeof(text) - 1, 0);
	size_t skip = 0;

	if (length > 0)
		text[strcspn(text, "\n")] = '\0';
	if (!strncmp(text, "tracectld: ", 11))
		skip = 11;
	return tctl_text("cannot start the daemon %s: %s", path,
			 text[skip] ? text + skip :
			 "it ended without a word (run it by hand)");
}

char *tctl_daemon_start(const char *directory)
{
	char *path = tctl_runtime_program("tracectld"), *failure = NULL;
	int report, status;
	pid_t pid;

	if (!path)
		return tctl_text("no daemon is running at %s, and tracectld is "
				 "not found beside this command or in PATH "
				 "(install it)", directory);
	report = memfd_create("tracectld", MFD_CLOEXEC);
	pid = fork();
	if (!pid)
		daemon_exec(path, report);
	status = pid < 0 ? -1 : daemon_wait(pid);
	if (status != 0)
		failure = daemon_failure(path, report);
	close(report);
	free(path);
	return failure;
}
