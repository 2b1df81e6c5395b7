/* SPDX-License-Identifier: MIT */
/*
 * libtrace/outlive.c: see outlive.h. No locks, no memory allocated.
 *
 * The C library destroys thread-specific data when a thread ends, however it
 * does, but not when the process exits.
 */
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "libtrace/agent.h"
#include "libtrace/outlive.h"

static pthread_key_t outlive_key;
static int outlive_keyed;

static void outlive_main_ends(void *value)
{
	(void)value;
	tctl_agent_outlive();
}

void tctl_outlive_init(void)
{
	if (!outlive_keyed)
		outlive_keyed = !pthread_key_create(&outlive_key,
						    outlive_main_ends);
	if (outlive_keyed && (pid_t)syscall(SYS_gettid) == getpid())
		pthread_setspecific(outlive_key, &outlive_key);
}

/* Neither the main thread, nor we, nor "." and "..". */
static int outlive_is_other(const char *name)
{
	int tid = atoi(name);

	return tid && tid != getpid() && tid != (int)syscall(SYS_gettid);
}

static int outlive_any_other(int dir)
{
	char buf[2048] __attribute__((aligned(8)));
	const struct dirent64 *entry;
	long size, at;

	while ((size = syscall(SYS_getdents64, dir, buf, sizeof(buf))) > 0) {
		for (at = 0; at < size; at += entry->d_reclen) {
			entry = (const void *)(buf + at);
			if (outlive_is_other(entry->d_name))
				return 1;
		}
	}
	return size < 0;
}

static int outlive_main_ended(void)
{
	char path[64], stat[512];
	const char *state;
	ssize_t size = -1;
	int fd;

	snprintf(path, sizeof(path), "/proc/self/task/%d/stat", getpid());
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		size = read(fd, stat, sizeof(stat) - 1);
		close(fd);
	}
	stat[size > 0 ? size : 0] = 0;
	state = strrchr(stat, ')');
	return state && state[1] == ' ' && state[2] == 'Z';
}

int tctl_outlive_alone(void)
{
	int dir, any;

	if (!outlive_main_ended())
		return 0;
	dir = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dir < 0)
		return 0;
	any = outlive_any_other(dir);
	close(dir);
	return !any;
}
