// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * runtime.c: see runtime.h. A directory counts as ours when it is a directory
 * (no link), owned by us and not writable by anybody else; the default name
 * may have been taken by somebody else, then the next of ten is tried.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include "tools/tracectld/runtime.h"

#define LOCK_TRIES	80
#define LOCK_PAUSE_US	25000

static int open_checked(const char *path)
{
	struct stat st;
	int fd;

	if (mkdir(path, geteuid() ? 0700 : 0711) && errno != EEXIST)
		return -errno;
	fd = open(path, O_DIRECTORY | O_NOFOLLOW | O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return errno == ELOOP || errno == ENOTDIR ? -EPERM : -errno;
	if (fstat(fd, &st) || st.st_uid != geteuid() || (st.st_mode & 022)) {
		close(fd);
		return -EPERM;
	}
	return fd;
}

static int open_default(struct tctl_runtime *runtime)
{
	unsigned int i;
	int fd = -EPERM;

	for (i = 0; i < 10; i++) {
		if (!i)
			snprintf(runtime->path, sizeof(runtime->path),
				 "/dev/shm/tracectl-%u", geteuid());
		else
			snprintf(runtime->path, sizeof(runtime->path),
				 "/dev/shm/tracectl-%u.%u", geteuid(), i);
		fd = open_checked(runtime->path);
		if (fd != -EPERM && fd != -EACCES)
			break;
		runtime->squatted++;
	}
	return fd;
}

static int open_chosen(struct tctl_runtime *runtime, const char *path)
{
	int n = snprintf(runtime->path, sizeof(runtime->path), "%s", path);

	if (path[0] != '/')
		return -EINVAL;
	if (n >= (int)sizeof(runtime->path))
		return -ENAMETOOLONG;
	runtime->chosen = 1;
	return open_checked(path);
}

static const char *cause(int err)
{
	switch (-err) {
	case EPERM:
		return "it is not a directory of your own that only you can write to (choose another with --runtime-dir)";
	case EINVAL:
		return "it is not an absolute path (give one that starts with /)";
	case ENAMETOOLONG:
		return "the path is too long for a socket (choose one below 94 bytes)";
	default:
		return strerror(-err);
	}
}

int tctl_runtime_open(struct tctl_runtime *runtime, const char *wanted,
		      char *error, size_t error_size)
{
	memset(runtime, 0, sizeof(*runtime));
	runtime->lock_fd = -1;
	runtime->spare_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
	if (!wanted)
		wanted = secure_getenv("TRACECTL_RUNTIME_DIR");
	if (wanted && *wanted)
		runtime->dir_fd = open_chosen(runtime, wanted);
	else
		runtime->dir_fd = open_default(runtime);
	if (runtime->dir_fd < 0) {
		int err = runtime->dir_fd;

		snprintf(error, error_size,
			 "cannot use the runtime directory %s: %s",
			 runtime->path, cause(err));
		return err;
	}
	if (mkdirat(runtime->dir_fd, "regions", 0700) && errno != EEXIST) {
		int err = -errno;

		snprintf(error, error_size,
			 "cannot make %s/regions: %s (free memory in /dev/shm, or choose another directory with --runtime-dir)",
			 runtime->path, strerror(-err));
		tctl_runtime_release(runtime);
		return err;
	}
	return 0;
}

/* One that was just killed holds its lock until the kernel is done with it. */
static int take_lock(int fd)
{
	int tries;

	for (tries = 0; tries < LOCK_TRIES; tries++) {
		if (!flock(fd, LOCK_EX | LOCK_NB))
			return 0;
		if (errno != EWOULDBLOCK)
			return -errno;
		usleep(LOCK_PAUSE_US);
	}
	return -EBUSY;
}

static void read_pid(const struct tctl_runtime *runtime, char *pid, size_t size)
{
	int fd = openat(runtime->dir_fd, "daemon.pid", O_RDONLY | O_NOFOLLOW |
			O_CLOEXEC);
	ssize_t n = fd < 0 ? 0 : read(fd, pid, size - 1);

	pid[n > 0 ? n : 0] = 0;
	pid[strcspn(pid, "\n")] = 0;
	if (fd >= 0)
		close(fd);
}

int tctl_runtime_lock(struct tctl_runtime *runtime, char *error,
		      size_t error_size)
{
	char pid[16];
	int err, fd;

	fd = openat(runtime->dir_fd, "lock", O_RDWR | O_CREAT | O_NOFOLLOW |
		    O_CLOEXEC, 0600);
	err = fd < 0 ? -errno : take_lock(fd);
	if (!err) {
		runtime->lock_fd = fd;
		return 0;
	}
	if (err == -EBUSY) {
		read_pid(runtime, pid, sizeof(pid));
		snprintf(error, error_size,
			 "cannot start: another tracectld (pid %s) serves %s (use that one, or choose another directory with --runtime-dir)",
			 *pid ? pid : "unknown", runtime->path);
	} else {
		snprintf(error, error_size, "cannot lock %s/lock: %s",
			 runtime->path, strerror(-err));
	}
	if (fd >= 0)
		close(fd);
	return err;
}

int tctl_runtime_publish(struct tctl_runtime *runtime)
{
	char text[16];
	int n = snprintf(text, sizeof(text), "%d\n", getpid());
	int fd, err = 0;

	fd = openat(runtime->dir_fd, "daemon.pid.new", O_WRONLY | O_CREAT |
		    O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0644);
	if (fd < 0)
		return -errno;
	if (write(fd, text, (size_t)n) != n)
		err = errno ? -errno : -EIO;
	close(fd);
	if (!err && renameat(runtime->dir_fd, "daemon.pid.new",
			     runtime->dir_fd, "daemon.pid"))
		err = -errno;
	return err;
}

void tctl_runtime_retire(struct tctl_runtime *runtime)
{
	unlinkat(runtime->dir_fd, "app.sock", 0);
	unlinkat(runtime->dir_fd, "ctl.sock", 0);
	unlinkat(runtime->dir_fd, "daemon.pid", 0);
}

void tctl_runtime_release(struct tctl_runtime *runtime)
{
	if (runtime->lock_fd >= 0)
		close(runtime->lock_fd);
	if (runtime->dir_fd >= 0)
		close(runtime->dir_fd);
	if (runtime->spare_fd >= 0)
		close(runtime->spare_fd);
	runtime->lock_fd = runtime->dir_fd = runtime->spare_fd = -1;
}

int tctl_runtime_listen(struct tctl_runtime *runtime, const char *name,
			int type, unsigned int mode)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	mode_t mask;
	int fd, err;

	snprintf(address.sun_path, sizeof(address.sun_path), "%s/%s",
		 runtime->path, name);
	fd = socket(AF_UNIX, type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -errno;
	unlinkat(runtime->dir_fd, name, 0);
	mask = umask(0177);
	err = bind(fd, (struct sockaddr *)&address, sizeof(address));
	if (!err && mode != 0600)
		err = fchmodat(runtime->dir_fd, name, mode, 0);
	if (!err)
		err = listen(fd, 512);
	err = err ? -errno : 0;
	umask(mask);
	if (err)
		close(fd);
	return err ? err : fd;
}

int tctl_runtime_accept(struct tctl_runtime *runtime, int listener_fd)
{
	int fd = accept4(listener_fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
	int err = fd < 0 ? -errno : 0;

	if (err != -EMFILE && err != -ENFILE)
		return err ? err : fd;
	close(runtime->spare_fd);
	fd = accept4(listener_fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
	if (fd >= 0)
		close(fd);
	runtime->spare_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
	return err;
}
