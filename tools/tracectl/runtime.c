/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/runtime.c: where the daemon's sockets are, and where this
 * package's own programs and libraries are.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "tools/tracectl/command.h"
#include "tools/tracectl/message.h"
#include "tools/tracectl/runtime.h"

#define RUNTIME_NAMES	10	/* tracectl-UID, tracectl-UID.1 .. .9 */

static char *runtime_chosen(const char *given)
{
	char *path = realpath(given, NULL);

	if (path)
		return path;
	if (given[0] == '/' || errno != ENOENT)
		return tctl_memory(strdup(given));
	path = tctl_memory(getcwd(NULL, 0));
	given = tctl_text("%s/%s", path, given);
	free(path);
	return (char *)given;
}

/* The first name that is ours or free: others may have squatted the first. */
static char *runtime_default(void)
{
	struct stat st;
	char *path;
	int i;

	for (i = 0; i < RUNTIME_NAMES; i++) {
		path = i ? tctl_text("/dev/shm/tracectl-%u.%d", geteuid(), i) :
			   tctl_text("/dev/shm/tracectl-%u", geteuid());
		if (lstat(path, &st) ||
		    (S_ISDIR(st.st_mode) && st.st_uid == geteuid()))
			return path;
		free(path);
	}
	tctl_error("cannot find a runtime directory: all names from "
		   "/dev/shm/tracectl-%u on belong to others (remove them, or "
		   "set TRACECTL_RUNTIME_DIR)", geteuid());
	return NULL;
}

char *tctl_runtime_directory(void)
{
	const char *given = tctl_common.runtime_dir;
	char *path;

	if (!given)
		given = getenv("TRACECTL_RUNTIME_DIR");
	if (!given || !*given)
		return runtime_default();
	path = runtime_chosen(given);
	setenv("TRACECTL_RUNTIME_DIR", path, 1);
	return path;
}

pid_t tctl_runtime_daemon_pid(const char *directory)
{
	char *path = tctl_text("%s/daemon.pid", directory);
	FILE *file = fopen(path, "re");
	int pid = 0;

	free(path);
	if (!file)
		return 0;
	if (fscanf(file, "%d", &pid) != 1)
		pid = 0;
	fclose(file);
	return pid;
}

/* The directory of this command's own binary; in a build tree the binary may
   be in .libs below it. */
static char *runtime_own_directory(void)
{
	char path[4096];
	ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
	char *slash;

	if (length < 0)
		return NULL;
	path[length] = '\0';
	slash = strrchr(path, '/');
	*slash = '\0';
	slash = strrchr(path, '/');
	if (slash && !strcmp(slash, "/.libs"))
		*slash = '\0';
	return tctl_memory(strdup(path));
}

/* Takes path when it names a file with that access, else frees it. */
static char *runtime_usable(char *path, int mode)
{
	struct stat st;

	if (!stat(path, &st) && S_ISREG(st.st_mode) && !access(path, mode))
		return path;
	free(path);
	return NULL;
}

char *tctl_runtime_program(const char *name)
{
	static const char *const installed[] = { BINDIR, SBINDIR, LIBEXECDIR };
	char *own = runtime_own_directory(), *path = NULL;
	size_t i;

	if (own)
		path = runtime_usable(tctl_text("%s/%s", own, name), X_OK);
	free(own);
	for (i = 0; !path && i < sizeof(installed) / sizeof(*installed); i++)
		path = runtime_usable(tctl_text("%s/%s", installed[i], name),
				      X_OK);
	if (!path && tctl_runtime_search(name, &path))
		return NULL;
	return path;
}

char *tctl_runtime_library(const char *name)
{
	static const char *const beside[] = {
		".libs", "../lib", "../lib/tracectl",
	};
	static const char *const installed[] = { LIBDIR, PKGLIBDIR };
	char *own = runtime_own_directory(), *path = NULL;
	size_t i;

	for (i = 0; own && !path && i < sizeof(beside) / sizeof(*beside); i++)
		path = runtime_usable(tctl_text("%s/%s/%s", own, beside[i],
						name), R_OK);
	free(own);
	for (i = 0; !path && i < sizeof(installed) / sizeof(*installed); i++)
		path = runtime_usable(tctl_text("%s/%s", installed[i], name),
				      R_OK);
	return path;
}

/* 0, or why path can't be executed. */
static int runtime_executable(const char *path)
{
	struct stat st;

	if (stat(path, &st))
		return -errno;
	if (!S_ISREG(st.st_mode))
		return -EACCES;
	return access(path, X_OK) ? -errno : 0;
}

int tctl_runtime_search(const char *name, char **ret_path)
{
	const char *from = getenv("PATH"), *end;
	int error, found = -ENOENT;
	char *path;

	if (strchr(name, '/')) {
		error = runtime_executable(name);
		if (!error)
			*ret_path = tctl_memory(strdup(name));
		return error;
	}
	for (from = from ? from : "/bin:/usr/bin"; *name; from = end + 1) {
		end = strchrnul(from, ':');
		path = tctl_text("%.*s%s%s", (int)(end - from), from,
				 end > from ? "/" : "", name);
		error = runtime_executable(path);
		if (!error) {
			*ret_path = path;
			return 0;
		}
		free(path);
		if (error == -EACCES)
			found = error;
		if (!*end)
			break;
	}
	return found;
}
