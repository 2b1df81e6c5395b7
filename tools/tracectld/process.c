// SPDX-License-Identifier: GPL-2.0-or-later
/* process.c: see process.h. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "tools/tracectld/process.h"

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD	77
#endif

static void free_process(struct tctl_process *process)
{
	tctl_loop_remove(&process->daemon->loop, &process->watch);
	TAILQ_REMOVE(&process->daemon->processes, process, link);
	free(process);
}

static void drop_connection(struct tctl_daemon *daemon, uint32_t pid,
			    uint64_t start_ns)
{
	struct tctl_app *app, *next;

	for (app = TAILQ_FIRST(&daemon->apps); app; app = next) {
		next = TAILQ_NEXT(app, link);
		if (app->introduced && app->pid == pid &&
		    app->start_ns == start_ns)
			tctl_app_free(app);
	}
}

static void gone(struct tctl_process *process)
{
	drop_connection(process->daemon, process->pid, process->start_ns);
	tctl_drain_bury(&process->daemon->sessions, process->pid,
			process->start_ns);
	free_process(process);
}

static void pidfd_ready(struct tctl_watch *watch, uint32_t events)
{
	(void)events;
	gone((struct tctl_process *)((char *)watch -
				     offsetof(struct tctl_process, watch)));
}

static void add(struct tctl_daemon *daemon, uint32_t pid, uint64_t start_ns,
		int pidfd)
{
	struct tctl_process *process = calloc(1, sizeof(*process));

	if (!process) {
		close(pidfd);
		return;
	}
	process->daemon = daemon;
	process->pid = pid;
	process->start_ns = start_ns;
	process->watch.fd = pidfd;
	process->watch.ready = pidfd_ready;
	TAILQ_INSERT_TAIL(&daemon->processes, process, link);
	if (tctl_loop_add(&daemon->loop, &process->watch, EPOLLIN))
		free_process(process);
}

static int open_pidfd(uint32_t pid)
{
	int fd = (int)syscall(SYS_pidfd_open, (pid_t)pid, 0);

	return fd < 0 ? -errno : fd;
}

/* The kernel names the peer's process itself where it can; asking by pid could
   in theory meet a process that got the number since. */
int tctl_process_peer(int socket_fd, uint32_t pid)
{
	socklen_t size = sizeof(int);
	int fd;

	if (!getsockopt(socket_fd, SOL_SOCKET, SO_PEERPIDFD, &fd, &size))
		return fd;
	return open_pidfd(pid);
}

void tctl_process_seen(struct tctl_app *app)
{
	struct tctl_process *process, *next;
	int known = 0, fd;

	for (process = TAILQ_FIRST(&app->daemon->processes); process;
	     process = next) {
		next = TAILQ_NEXT(process, link);
		if (process->pid != app->pid)
			continue;
		if (process->start_ns == app->start_ns)
			known = 1;
		else	/* it has run another program since */
			gone(process);
	}
	if (known)
		return;
	fd = tctl_process_peer(app->watch.fd, app->pid);
	if (fd >= 0)
		add(app->daemon, app->pid, app->start_ns, fd);
}

/* When the process of this number started, in ns of CLOCK_BOOTTIME; 0: there
   is none. */
static uint64_t started_ns(uint32_t pid)
{
	unsigned long long ticks = 0;
	char path[64], line[1024], *at;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%u/stat", pid);
	file = fopen(path, "re");
	if (!file)
		return 0;
	at = fgets(line, sizeof(line), file) ? strrchr(line, ')') : NULL;
	fclose(file);
	if (!at || sscanf(at + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu",
			  &ticks) != 1)
		return 0;
	return ticks * (1000000000u / (uint64_t)sysconf(_SC_CLK_TCK));
}

/* A process that started later than it was seen is another one of the same
   number. */
static int is_another(uint32_t pid, uint64_t start_ns)
{
	struct timespec boot, monotonic;
	uint64_t asleep, started = started_ns(pid);

	clock_gettime(CLOCK_MONOTONIC, &monotonic);
	clock_gettime(CLOCK_BOOTTIME, &boot);
	asleep = (uint64_t)(boot.tv_sec - monotonic.tv_sec) * 1000000000u;
	return !started || started > start_ns + asleep + 2000000000u;
}

int tctl_process_open(uint32_t pid, uint64_t seen_ns)
{
	return is_another(pid, seen_ns) ? -ESRCH : open_pidfd(pid);
}

void tctl_process_adopt(struct tctl_daemon *daemon, uint32_t pid,
			uint64_t start_ns)
{
	struct tctl_process *process;
	int fd;

	TAILQ_FOREACH(process, &daemon->processes, link)
		if (process->pid == pid && process->start_ns == start_ns)
			return;
	fd = tctl_process_open(pid, start_ns);
	if (fd >= 0)
		add(daemon, pid, start_ns, fd);
	else
		tctl_drain_bury(&daemon->sessions, pid, start_ns);
}

void tctl_processes_release(struct tctl_daemon *daemon)
{
	struct tctl_process *process;

	while ((process = TAILQ_FIRST(&daemon->processes)))
		free_process(process);
}
