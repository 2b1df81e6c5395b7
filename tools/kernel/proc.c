// SPDX-License-Identifier: GPL-2.0-or-later
/* Files and folders of /proc and /sys. */
#include "proc.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

ssize_t tctl_proc_text(int folder, const char *path, char *text, size_t size)
{
	int fd = openat(folder, path, O_RDONLY | O_CLOEXEC);
	size_t used = 0;
	ssize_t n;

	text[0] = '\0';
	if (fd < 0)
		return -errno;
	do {
		n = read(fd, text + used, size - 1 - used);
		used += n > 0 ? (size_t)n : 0;
	} while (n > 0 || (n < 0 && errno == EINTR));
	if (n < 0)
		n = -errno;
	close(fd);
	if (n < 0)
		used = 0;
	if (used && text[used - 1] == '\n')
		used--;
	text[used] = '\0';
	return n < 0 ? n : (ssize_t)used;
}

ssize_t tctl_proc_link(int folder, const char *path, char *text, size_t size)
{
	ssize_t n = readlinkat(folder, path, text, size - 1);

	text[n > 0 ? n : 0] = '\0';
	return n < 0 ? -errno : n;
}

long tctl_proc_number(int folder, const char *path, long otherwise)
{
	char text[32], *end;
	long number;

	if (tctl_proc_text(folder, path, text, sizeof(text)) <= 0)
		return otherwise;
	number = strtol(text, &end, 10);
	return end == text ? otherwise : number;
}

FILE *tctl_proc_open(int folder, const char *path)
{
	int fd = openat(folder, path, O_RDONLY | O_CLOEXEC);
	FILE *file;

	if (fd < 0)
		return NULL;
	file = fdopen(fd, "r");
	if (!file)
		close(fd);
	return file;
}

int tctl_proc_each(int folder, const char *path, tctl_proc_entry_fn *fn,
		   void *arg)
{
	int fd = openat(folder, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct dirent *entry;
	int ret = 0;
	DIR *dir;

	if (fd < 0)
		return 0;
	dir = fdopendir(fd);
	if (!dir) {
		close(fd);
		return 0;
	}
	while (!ret && (entry = readdir(dir)))
		if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
			ret = fn(arg, fd, entry->d_name);
	closedir(dir);
	return ret;
}

uint32_t tctl_proc_id(const char *name)
{
	unsigned long id;
	char *end;

	if (*name < '0' || *name > '9')
		return 0;
	id = strtoul(name, &end, 10);
	return *end || id > INT32_MAX ? 0 : (uint32_t)id;
}
