/* SPDX-License-Identifier: MIT */
/* libtrace/signal_mask.c: see signal_mask.h. /proc/self/task/TID/status. */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <libtrace/signal_mask.h>

#define STATUS_SIZE	4096
#define LINE_SIZE	64	/* of the lines that are looked for */

/* As the kernel's getdents64() gives them. */
struct entry {
	uint64_t inode;
	int64_t offset;
	uint16_t size;
	uint8_t type;
	char name[];
};

/* The value of a line "Key:\tvalue"; NULL: there is none. */
static const char *line_of(const char *status, const char *key)
{
	const char *at = strstr(status, key);

	return at ? at + strlen(key) : NULL;
}

static int open_status(int tasks, const char *task)
{
	char path[32];

	snprintf(path, sizeof(path), "%s/status", task);
	return openat(tasks, path, O_RDONLY | O_CLOEXEC);
}

/* More of it, behind the first `kept` bytes. Returns whether there was more. */
static int read_status(int fd, char *status, size_t kept)
{
	ssize_t got = read(fd, status + kept, STATUS_SIZE - 1 - kept);

	status[kept + (got > 0 ? (size_t)got : 0)] = '\0';
	return got > 0;
}

/* The line is far behind when the process has thousands of groups. */
static int blocks(int fd, char *status, int number)
{
	const char *mask;
	size_t kept;

	while (!(mask = line_of(status, "\nSigBlk:\t")) ||
	       !strchr(mask, '\n')) {
		kept = strlen(status);
		if (kept > LINE_SIZE) {
			memmove(status, status + kept - LINE_SIZE, LINE_SIZE);
			kept = LINE_SIZE;
		}
		if (!read_status(fd, status, kept))
			return 0;
	}
	return strtoull(mask, NULL, 16) >> (number - 1) & 1;
}

/* 'Z' and 'X' have ended, and block everything. */
static int has_ended(const char *status)
{
	const char *state = line_of(status, "\nState:\t");

	return state && (*state == 'Z' || *state == 'X');
}

static void copy_name(const char *status, struct tctl_signal_blocker *ret)
{
	const char *name = line_of(status, "Name:\t");
	size_t length;

	if (!name)
		return;
	length = strcspn(name, "\n");
	if (length >= sizeof(ret->name))
		length = sizeof(ret->name) - 1;
	memcpy(ret->name, name, length);
	ret->name[length] = '\0';
}

/* Of a thread that has not ended. */
static void look_into(int fd, pid_t tid, int number,
		      struct tctl_signal_blocker *ret)
{
	struct tctl_signal_blocker this = { .tid = tid };
	char status[STATUS_SIZE];
	const char *tracer;

	if (!read_status(fd, status, 0) || has_ended(status))
		return;
	tracer = line_of(status, "\nTracerPid:\t");
	if (tracer && !ret->tracer)
		ret->tracer = (pid_t)strtol(tracer, NULL, 10);
	copy_name(status, &this);
	if (ret->tid || !blocks(fd, status, number))
		return;
	this.tracer = ret->tracer;
	*ret = this;
}

/* A thread that can't be asked has gone. */
static void look_at(int tasks, const char *task, int number,
		    struct tctl_signal_blocker *ret)
{
	int fd = open_status(tasks, task);

	if (fd < 0)
		return;
	look_into(fd, (pid_t)strtol(task, NULL, 10), number, ret);
	close(fd);
}

static int look_at_all(int tasks, int number, struct tctl_signal_blocker *ret)
{
	char buffer[2048] __attribute__((aligned(8)));
	long got, at;

	while ((got = syscall(SYS_getdents64, tasks, buffer,
			      sizeof(buffer))) > 0) {
		for (at = 0; at < got;) {
			const struct entry *entry = (const void *)(buffer + at);

			if (entry->name[0] != '.')
				look_at(tasks, entry->name, number, ret);
			at += entry->size;
		}
	}
	return got < 0 ? -errno : 0;
}

int tctl_signal_blocker(int number, struct tctl_signal_blocker *ret)
{
	int tasks, err;

	memset(ret, 0, sizeof(*ret));
	tasks = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (tasks < 0)
		return -errno;
	err = look_at_all(tasks, number, ret);
	close(tasks);
	return err;
}
