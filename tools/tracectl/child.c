/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/child.c: runs the command to be recorded, with the library
 * preloaded and the token by which the daemon knows it and its children.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tools/tracectl/child.h"
#include "tools/tracectl/command.h"
#include "tools/tracectl/message.h"
#include "tools/tracectl/runtime.h"

static int child_exit_code(int error)
{
	return error == -ENOENT || error == -ENOTDIR ?
		TCTL_EXIT_NOT_FOUND : TCTL_EXIT_NOT_EXECUTABLE;
}

int tctl_child_find(struct tctl_child *child, char **argv)
{
	int error = tctl_runtime_search(argv[0], &child->path);

	child->argv = argv;
	if (!error)
		return TCTL_EXIT_OK;
	if (error == -ENOENT)
		tctl_error("cannot run '%s': command not found (check the name "
			   "and PATH)", argv[0]);
	else
		tctl_error("cannot run '%s': %s (is it a program, and "
			   "executable? chmod +x)", argv[0], strerror(-error));
	return child_exit_code(error);
}

/* A shared address sanitizer refuses to start behind a preloaded library, even
   one that touches none of what it wraps. */
static void child_calm_sanitizer(void)
{
	static const char option[] = "verify_asan_link_order";
	const char *before = getenv("ASAN_OPTIONS");

	if (!before || !*before)
		setenv("ASAN_OPTIONS", tctl_text("%s=0", option), 1);
	else if (!strstr(before, option))
		setenv("ASAN_OPTIONS", tctl_text("%s:%s=0", before, option), 1);
}

static void child_environment(const struct tctl_child *child)
{
	const char *before = getenv("LD_PRELOAD");

	if (child->token)
		setenv("TRACECTL_TOKEN", child->token, 1);
	else
		unsetenv("TRACECTL_TOKEN");
	if (!child->preload)
		return;
	child_calm_sanitizer();
	/* No daemon of LTTng is to be waited for, unless somebody says so. */
	if (child->lttng)
		setenv("LTTNG_UST_REGISTER_TIMEOUT", "0", 0);
	if (before && *before)
		setenv("LD_PRELOAD", tctl_text("%s:%s", before,
					       child->preload), 1);
	else
		setenv("LD_PRELOAD", child->preload, 1);
}

/* In the child: until the parent says so; without its word no further. */
static void child_wait(int go)
{
	char word;
	ssize_t n;

	do {
		n = read(go, &word, 1);
	} while (n < 0 && errno == EINTR);
	if (n != 1)
		_exit(TCTL_EXIT_FAILED);
}

/* In the child; tells why exec failed through the pipe. */
static void child_exec(const struct tctl_child *child, const sigset_t *mask,
		       int go, int report)
{
	ssize_t written;
	int error;

	child_wait(go);
	child_environment(child);
	sigprocmask(SIG_SETMASK, mask, NULL);
	execv(child->path, child->argv);
	error = -errno;
	written = write(report, &error, sizeof(error));
	_exit(written == sizeof(error) ? child_exit_code(error) :
					 TCTL_EXIT_NOT_EXECUTABLE);
}

/* The pipe is closed by a successful exec. Returns 0 or exec's -errno. */
static int child_exec_error(int report)
{
	int error = 0;
	ssize_t n;

	do {
		n = read(report, &error, sizeof(error));
	} while (n < 0 && errno == EINTR);
	return n == sizeof(error) ? error : 0;
}

static int child_failed(struct tctl_child *child, int error)
{
	if (child->pid > 0)
		waitpid(child->pid, NULL, 0);
	child->pid = 0;
	if (error == -ENOENT)
		tctl_error("cannot run '%s': the interpreter it names is not "
			   "there (see its first line, or file %s)",
			   child->argv[0], child->path);
	else
		tctl_error("cannot run '%s': %s (can this machine run it?)",
			   child->argv[0], strerror(-error));
	return child_exit_code(error);
}

/* Ends the child, which waits for the word that now never comes. */
static int child_give_up(struct tctl_child *child, int status)
{
	waitpid(child->pid, NULL, 0);
	child->pid = 0;
	return status;
}

int tctl_child_start(struct tctl_child *child, const sigset_t *mask,
		     int (*before)(void *argument), void *argument)
{
	int report[2], go[2], error, status;
	ssize_t n;

	if (pipe2(report, O_CLOEXEC))
		return child_failed(child, -errno);
	if (pipe2(go, O_CLOEXEC)) {
		error = -errno;
		close(report[0]);
		close(report[1]);
		return child_failed(child, error);
	}
	child->pid = fork();
	if (!child->pid) {
		close(go[1]);
		child_exec(child, mask, go[0], report[1]);
	}
	error = child->pid < 0 ? -errno : 0;
	close(report[1]);
	close(go[0]);
	status = error ? TCTL_EXIT_FAILED : before(argument);
	if (status == TCTL_EXIT_OK) {
		n = write(go[1], "g", 1);
		(void)n;	/* EPIPE: the child is gone, as is seen below */
	}
	close(go[1]);
	if (status == TCTL_EXIT_OK)
		error = child_exec_error(report[0]);
	close(report[0]);
	if (!error && status != TCTL_EXIT_OK)
		return child_give_up(child, status);
	return error ? child_failed(child, error) : TCTL_EXIT_OK;
}

int tctl_child_ended(struct tctl_child *child, int *ret_status)
{
	int status;

	if (!child->pid || waitpid(child->pid, &status, WNOHANG) <= 0)
		return 0;
	child->pid = 0;
	*ret_status = WIFEXITED(status) ? WEXITSTATUS(status) :
					  TCTL_EXIT_SIGNAL + WTERMSIG(status);
	return 1;
}

void tctl_child_release(struct tctl_child *child)
{
	free(child->path);
	free(child->preload);
	free(child->token);
}
