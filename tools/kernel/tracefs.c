// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Reading tracefs. A kernel has some thousand format files of one to eight
 * pages each; all of them take about 20 ms.
 */
#include "tracefs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#define MAX_FORMAT (1u << 20) /* bytes of a format file */

/* Of <linux/mount.h>, which older C libraries don't let live with their own. */
#define OPEN_CLOEXEC  1u /* FSOPEN_CLOEXEC, FSMOUNT_CLOEXEC */
#define CONFIG_CREATE 6u /* FSCONFIG_CMD_CREATE */

static int open_mounted(const char *path)
{
	struct statfs fs;
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return -errno;
	if (!fstatfs(fd, &fs) && fs.f_type == TRACEFS_MAGIC)
		return fd;
	close(fd);
	return -ENOENT;
}

/* A mount that no mount table shows. */
static int open_detached(void)
{
	int fs, fd;

	fs = (int)syscall(SYS_fsopen, "tracefs", OPEN_CLOEXEC);
	if (fs < 0)
		return -errno;
	if (syscall(SYS_fsconfig, fs, CONFIG_CREATE, NULL, NULL, 0))
		fd = -errno;
	else
		fd = (int)syscall(SYS_fsmount, fs, OPEN_CLOEXEC, 0);
	if (fd == -1)
		fd = -errno;
	close(fs);
	return fd;
}

static int open_root(void)
{
	int fd = open_mounted("/sys/kernel/tracing");

	if (fd < 0)
		fd = open_mounted("/sys/kernel/debug/tracing");
	return fd < 0 ? open_detached() : fd;
}

static const char *remedy(int err)
{
	switch (err) {
	case EPERM:
	case EACCES:
		return "run as root, or with CAP_SYS_ADMIN";
	case ENODEV:
		return "use a kernel with CONFIG_TRACING";
	default:
		return "mount it: mount -t tracefs none /sys/kernel/tracing";
	}
}

int tctl_tracefs_open(char *error, size_t error_size)
{
	int root = open_root(), events, err;

	if (root < 0) {
		err = -root;
		snprintf(error, error_size, "can't open tracefs: %s; %s",
			 strerror(err), remedy(err));
		return -err;
	}
	events = openat(root, "events", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	err = errno;
	close(root);
	if (events >= 0)
		return events;
	snprintf(error, error_size,
		 "can't open the folder events of tracefs: %s; %s",
		 strerror(err), remedy(err));
	return -err;
}

struct reader {
	tctl_tracefs_format_fn *fn;
	void *arg;
	const char *system;
	char *text;
	size_t size; /* of text */
};

/* The whole file, NUL-terminated; the length, or -errno. */
static ssize_t read_text(struct reader *reader, int fd)
{
	size_t used = 0;
	ssize_t n;
	char *text;

	for (;;) {
		if (reader->size - used < 2) {
			if (reader->size >= MAX_FORMAT)
				return -EFBIG;
			text = realloc(reader->text, reader->size + 32768);
			if (!text)
				return -ENOMEM;
			reader->text = text;
			reader->size += 32768;
		}
		n = read(fd, reader->text + used, reader->size - used - 1);
		if (n < 0 && errno != EINTR)
			return -errno;
		if (!n)
			break;
		used += n > 0 ? (size_t)n : 0;
	}
	reader->text[used] = '\0';
	return (ssize_t)used;
}

static int read_format(struct reader *reader, int folder, const char *name)
{
	char path[NAME_MAX + 8];
	ssize_t size;
	int fd;

	snprintf(path, sizeof(path), "%s/format", name);
	fd = openat(folder, path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	size = read_text(reader, fd);
	close(fd);
	if (size == -ENOMEM)
		return -ENOMEM;
	return size <= 0 ? 0
			 : reader->fn(reader->arg, reader->system, name,
				      reader->text);
}

/* Calls fn for each folder in a folder. */
static int each_folder(int fd,
		       int (*fn)(struct reader *reader, int folder,
				 const char *name),
		       struct reader *reader)
{
	DIR *dir = fdopendir(fd);
	struct dirent *entry;
	int ret = 0;

	if (!dir) {
		ret = -errno;
		close(fd);
		return ret;
	}
	while (!ret && (entry = readdir(dir)))
		if (entry->d_name[0] != '.' && entry->d_type != DT_REG)
			ret = fn(reader, fd, entry->d_name);
	closedir(dir);
	return ret;
}

static int read_system(struct reader *reader, int folder, const char *name)
{
	int fd = openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return 0;
	reader->system = name;
	return each_folder(fd, read_format, reader);
}

int tctl_tracefs_formats(int events, tctl_tracefs_format_fn *fn, void *arg)
{
	struct reader reader = {.fn = fn, .arg = arg};
	int fd, ret;

	fd = openat(events, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	ret = each_folder(fd, read_system, &reader);
	free(reader.text);
	return ret;
}
