/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/lib/fake_daemon.c: see fake_daemon.h. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/lib/fake_daemon.h"

static int fake_open_page(struct fake_daemon *daemon)
{
	struct tctl_page page = {
		.magic = TCTL_PAGE_MAGIC,
		.version = TCTL_PAGE_VERSION,
		.size = TCTL_PAGE_SIZE,
	};
	char path[128];
	uint64_t magic = 0;

	snprintf(path, sizeof(path), "%s/page", daemon->dir);
	daemon->page_fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (daemon->page_fd < 0)
		return -errno;
	if (ftruncate(daemon->page_fd, TCTL_PAGE_SIZE))
		return -errno;
	if (pread(daemon->page_fd, &magic, sizeof(magic), 0) < 0 || !magic)
		if (pwrite(daemon->page_fd, &page, 16, 0) != 16)
			return -EIO;
	daemon->page = mmap(NULL, TCTL_PAGE_SIZE, PROT_READ | PROT_WRITE,
			    MAP_SHARED, daemon->page_fd, 0);
	return daemon->page == MAP_FAILED ? -errno : 0;
}

int fake_daemon_open(struct fake_daemon *daemon, const char *dir,
		     unsigned int kind)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int ret;

	memset(daemon, 0, sizeof(*daemon));
	daemon->kind = kind;
	daemon->app = -1;
	snprintf(daemon->dir, sizeof(daemon->dir), "%s", dir);
	ret = fake_open_page(daemon);
	if (ret)
		return ret;
	snprintf(address.sun_path, sizeof(address.sun_path), "%s/app.%u",
		 dir, kind);
	unlink(address.sun_path);
	daemon->listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	if (daemon->listener < 0 ||
	    bind(daemon->listener, (struct sockaddr *)&address,
		 sizeof(address)) || listen(daemon->listener, 8))
		return -errno;
	strcpy(daemon->page->daemons[kind].path, address.sun_path);
	return 0;
}

void fake_daemon_close(struct fake_daemon *daemon)
{
	if (daemon->app >= 0)
		close(daemon->app);
	close(daemon->listener);
	close(daemon->page_fd);
	munmap(daemon->page, TCTL_PAGE_SIZE);
}

void fake_daemon_ring(struct fake_daemon *daemon)
{
	__atomic_fetch_add(&daemon->page->doorbell, 1, __ATOMIC_SEQ_CST);
	syscall(SYS_futex, &daemon->page->doorbell, FUTEX_WAKE, INT_MAX, NULL,
		NULL, 0);
}

void fake_daemon_announce(struct fake_daemon *daemon, int running)
{
	uint32_t *generation = &daemon->page->daemons[daemon->kind].generation;
	uint32_t next = *generation + 1;

	if ((next & 1) != (uint32_t)running)
		next++;
	__atomic_store_n(generation, next, __ATOMIC_RELEASE);
	fake_daemon_ring(daemon);
}

static int fake_wait(int fd)
{
	struct pollfd pfd = { .fd = fd, .events = POLLIN };
	int ret = poll(&pfd, 1, FAKE_DAEMON_MS);

	return ret > 0 ? 0 : ret ? -errno : -ETIMEDOUT;
}

int fake_daemon_accept(struct fake_daemon *daemon)
{
	int ret = fake_wait(daemon->listener);

	if (ret)
		return ret;
	if (daemon->app >= 0)
		close(daemon->app);
	daemon->readies = 0;
	daemon->app = accept4(daemon->listener, NULL, NULL, SOCK_CLOEXEC);
	return daemon->app < 0 ? -errno : 0;
}

int fake_daemon_receive(struct fake_daemon *daemon)
{
	int ret = fake_wait(daemon->app);
	ssize_t size;

	if (ret)
		return ret;
	size = recv(daemon->app, &daemon->in, sizeof(daemon->in), 0);
	if (size <= 0)
		return size ? -errno : 0;
	if (size < (ssize_t)sizeof(daemon->in.head) ||
	    daemon->in.head.size != size)
		return -EBADMSG;
	daemon->readies += daemon->in.head.type == TCTL_MSG_READY;
	return daemon->in.head.type;
}

int fake_daemon_expect(struct fake_daemon *daemon, unsigned int type)
{
	int got;

	do {
		got = fake_daemon_receive(daemon);
	} while (got > 0 && got != (int)type);
	return got > 0 ? 0 : got ? got : -ECONNRESET;
}

uint32_t fake_daemon_expect_event(struct fake_daemon *daemon,
				  const char *name)
{
	const char *text;

	while (!fake_daemon_expect(daemon, TCTL_MSG_EVENT)) {
		text = (const char *)daemon->in.event.kinds +
		       (daemon->in.event.nr_fields + 1u) / 2 * 8;
		if (strlen(name) == strcspn(text, "\n") &&
		    !strncmp(text, name, strlen(name)))
			return daemon->in.event.index;
	}
	return 0;
}

int fake_daemon_send(struct fake_daemon *daemon, const void *data, size_t size,
		     const int *fds, unsigned int nr_fds)
{
	char control[CMSG_SPACE(16 * sizeof(int))]
		__attribute__((aligned(8))) = { 0 };
	struct iovec iov = { (void *)(uintptr_t)data, size };
	struct msghdr message = { .msg_iov = &iov, .msg_iovlen = 1 };
	struct cmsghdr *header;

	if (nr_fds) {
		message.msg_control = control;
		message.msg_controllen = CMSG_SPACE(nr_fds * sizeof(int));
		header = CMSG_FIRSTHDR(&message);
		header->cmsg_level = SOL_SOCKET;
		header->cmsg_type = SCM_RIGHTS;
		header->cmsg_len = CMSG_LEN(nr_fds * sizeof(int));
		memcpy(CMSG_DATA(header), fds, nr_fds * sizeof(int));
	}
	if (sendmsg(daemon->app, &message, MSG_NOSIGNAL) < 0)
		return -errno;
	return 0;
}

int fake_daemon_sync(struct fake_daemon *daemon, uint64_t serial)
{
	const struct tctl_msg_sync sync = {
		{ sizeof(sync), TCTL_APP_VERSION, TCTL_MSG_SYNC },
		serial, daemon->readies
	};
	int ret = fake_daemon_send(daemon, &sync, sizeof(sync), NULL, 0);

	if (ret)
		return ret;
	fake_daemon_ring(daemon);
	ret = fake_daemon_expect(daemon, TCTL_MSG_ACK);
	if (!ret && daemon->in.ack.serial != serial)
		return -EPROTO;
	return ret;
}

int fake_daemon_welcome(struct fake_daemon *daemon)
{
	int ret = fake_daemon_accept(daemon);

	if (!ret)
		ret = fake_daemon_expect(daemon, TCTL_MSG_READY);
	return ret ? ret : fake_daemon_sync(daemon, 1);
}

int fake_daemon_knock(struct fake_daemon *daemon)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK,
			0);

	strcpy(address.sun_path, daemon->page->daemons[daemon->kind].path);
	if (!connect(fd, (struct sockaddr *)&address, sizeof(address)))
		return fd;
	close(fd);
	return -1;
}

void fake_daemon_drain(struct fake_daemon *daemon)
{
	struct pollfd pfd = { .fd = daemon->listener, .events = POLLIN };

	while (poll(&pfd, 1, 0) > 0)
		close(accept4(daemon->listener, NULL, NULL, SOCK_CLOEXEC));
}

static pid_t fake_runtime_owner;

static void fake_runtime_remove(void)
{
	static const char *const names[] = { "page", "app.0", "app.1" };
	const char *dir = getenv("TRACECTL_RUNTIME_DIR");
	char path[128];
	unsigned int i;

	if (!dir || getpid() != fake_runtime_owner)
		return;
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		snprintf(path, sizeof(path), "%s/%s", dir, names[i]);
		unlink(path);
	}
	rmdir(dir);
}

const char *fake_daemon_runtime(char **argv)
{
	char dir[] = "/dev/shm/tracectl-test.XXXXXX";

	if (getenv("FAKE_DAEMON_RUNTIME")) {
		fake_runtime_owner = getpid();
		atexit(fake_runtime_remove);
		return getenv("TRACECTL_RUNTIME_DIR");
	}
	if (!mkdtemp(dir))
		exit(99);
	setenv("TRACECTL_RUNTIME_DIR", dir, 1);
	setenv("FAKE_DAEMON_RUNTIME", "1", 1);
	execv("/proc/self/exe", argv);
	exit(99);
}
