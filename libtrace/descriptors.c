/* SPDX-License-Identifier: MIT */
/*
 * libtrace/descriptors.c: see descriptors.h. Called by the agent only; no locks.
 *
 * Raw system calls: glibc may be older than they are, and its wrappers might be
 * interposed by the application.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "libtrace/descriptors.h"

#ifndef CLOSE_RANGE_UNSHARE
#define CLOSE_RANGE_UNSHARE	(1u << 1)
#endif

/* Where descriptors go that must live beside the application's. */
#define DESCRIPTOR_HIGH		900

static int descriptors_close_range(unsigned int flags)
{
#ifdef SYS_close_range
	if (!syscall(SYS_close_range, 0u, ~0u, flags))
		return 0;
	return -errno;
#else
	(void)flags;
	return -ENOSYS;
#endif
}

/* Close what one read of the directory names; the list stays as it is while we
   look at it, so closing meanwhile skips nothing for good. */
static int descriptors_close_read(int dir)
{
	char buf[2048] __attribute__((aligned(8)));
	const struct dirent64 *entry;
	int closed = 0, fd;
	long size, at;

	size = syscall(SYS_getdents64, dir, buf, sizeof(buf));
	for (at = 0; at < size; at += entry->d_reclen) {
		entry = (const void *)(buf + at);
		fd = atoi(entry->d_name);
		if (entry->d_name[0] == '.' || fd == dir)
			continue;
		close(fd);
		closed++;
	}
	return closed;
}

static void descriptors_close_listed(void)
{
	int dir;

	dir = open("/proc/thread-self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dir < 0)
		return;
	while (descriptors_close_read(dir))
		lseek(dir, 0, SEEK_SET);
	close(dir);
}

int tctl_descriptors_isolate(void)
{
	if (!descriptors_close_range(CLOSE_RANGE_UNSHARE))
		return 0;
	if (syscall(SYS_unshare, CLONE_FILES))
		return -errno;
	if (descriptors_close_range(0))
		descriptors_close_listed();
	return 0;
}

int tctl_descriptor_init(struct tctl_descriptor *descriptor, int fd,
			 int shared)
{
	struct stat st;
	int high;

	if (shared) {
		high = fcntl(fd, F_DUPFD_CLOEXEC, DESCRIPTOR_HIGH);
		if (high >= 0) {
			close(fd);
			fd = high;
		}
	}
	if (fstat(fd, &st)) {
		close(fd);
		return -EBADF;
	}
	descriptor->fd = fd;
	descriptor->dev = st.st_dev;
	descriptor->ino = st.st_ino;
	return 0;
}

int tctl_descriptor_valid(const struct tctl_descriptor *descriptor)
{
	struct stat st;

	return descriptor->fd >= 0 && !fstat(descriptor->fd, &st) &&
	       st.st_dev == descriptor->dev && st.st_ino == descriptor->ino;
}

void tctl_descriptor_release(struct tctl_descriptor *descriptor)
{
	if (tctl_descriptor_valid(descriptor))
		close(descriptor->fd);
	descriptor->fd = -1;
}
