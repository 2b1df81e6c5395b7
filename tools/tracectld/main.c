// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * main.c: tracectld: start, the loop, end in order. Everything but draining
 * happens in this thread.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>
#include "tools/tracectld/app.h"
#include "tools/tracectld/attach.h"
#include "tools/tracectld/client.h"
#include "tools/tracectld/command.h"
#include "tools/tracectld/daemon.h"
#include "tools/tracectld/kernel.h"
#include "tools/tracectld/operation.h"
#include "tools/tracectld/owner.h"
#include "tools/tracectld/process.h"
#include "tools/tracectld/region_file.h"
#include "tools/tracectld/state.h"
#include "tools/tracectld/trace.h"

#define TURN_MS		1000	/* between looks where looking is needed */
#define PARTING_NS	2000000000u

void tctl_daemon_note(const struct tctl_daemon *daemon, const char *format, ...)
{
	va_list args;

	if (!daemon->options.verbose)
		return;
	fprintf(stderr, "tracectld: ");
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
}

static int complain(const char *text)
{
	fprintf(stderr, "tracectld: %s\n", text);
	return 1;
}

/* Processes' regions are held open each. */
static void raise_limits(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

static void signal_ready(struct tctl_watch *watch, uint32_t events)
{
	struct tctl_daemon *daemon = (void *)((char *)watch -
			offsetof(struct tctl_daemon, signals));
	struct signalfd_siginfo info;

	(void)events;
	if (read(watch->fd, &info, sizeof(info)) == sizeof(info))
		daemon->ending = 1;
}

static int catch_signals(struct tctl_daemon *daemon)
{
	sigset_t set;

	signal(SIGHUP, SIG_IGN);	/* terminals close, daemons stay */
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigprocmask(SIG_BLOCK, &set, NULL);
	daemon->signals.ready = signal_ready;
	daemon->signals.fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (daemon->signals.fd < 0)
		return -errno;
	return tctl_loop_add(&daemon->loop, &daemon->signals, EPOLLIN);
}

/* Each counted region's process is watched again, or found dead. */
static void adopt_processes(struct tctl_daemon *daemon)
{
	struct tctl_region_file *region, *next;
	struct tctl_session *session;
	struct tctl_stream *stream;
	struct tctl_trace *trace;

	TAILQ_FOREACH(session, &daemon->sessions.list, link)
		TAILQ_FOREACH(trace, &session->traces, link)
			TAILQ_FOREACH(stream, &trace->streams, link)
				for (region = TAILQ_FIRST(&stream->regions);
				     region; region = next) {
					next = TAILQ_NEXT(region, link);
					if (region->owner_pid)
						tctl_process_adopt(daemon,
							region->owner_pid,
							region->owner_start_ns);
				}
}

/* A predecessor's programs went with it: begin anew. */
static void adopt_kernel(struct tctl_daemon *daemon)
{
	struct tctl_session *session;

	TAILQ_FOREACH(session, &daemon->sessions.list, link)
		tctl_kernel_update(session, NULL);
}

static int save(struct tctl_daemon *daemon)
{
	int err = tctl_state_save(&daemon->sessions);

	if (err)
		tctl_daemon_note(daemon, "cannot write %s/state.json: %s (free memory there; sessions would not survive the daemon now)",
				 daemon->runtime.path, strerror(-err));
	return err;
}

static int is_idle(const struct tctl_daemon *daemon)
{
	return TAILQ_EMPTY(&daemon->sessions.list) &&
	       TAILQ_EMPTY(&daemon->clients);
}

static void check_idle(struct tctl_daemon *daemon)
{
	uint64_t now_ns = tctl_loop_now_ns();

	if (!daemon->options.exit_when_idle_s || !is_idle(daemon))
		daemon->idle_since_ns = 0;
	else if (!daemon->idle_since_ns)
		daemon->idle_since_ns = now_ns;
	else if (now_ns - daemon->idle_since_ns >=
		 (uint64_t)daemon->options.exit_when_idle_s * 1000000000u)
		daemon->ending = 1;
}

/* Applications that got new events without saying READY again. */
static void update_changed(struct tctl_daemon *daemon)
{
	struct tctl_app *app;

	TAILQ_FOREACH(app, &daemon->apps, link)
		if (app->changed && app->readies)
			tctl_attach_update(app, 0);
}

/* Whether something has to be looked at that no descriptor announces. */
static int must_look(const struct tctl_daemon *daemon)
{
	return daemon->sessions.dirty ||
	       tctl_pages_unwatched(&daemon->pages) ||
	       (daemon->options.exit_when_idle_s && is_idle(daemon));
}

static void look_at_pages(struct tctl_daemon *daemon)
{
	static uint64_t looked_ns;

	if (!tctl_pages_unwatched(&daemon->pages) ||
	    tctl_loop_now_ns() - looked_ns < TURN_MS * 1000000ull)
		return;
	looked_ns = tctl_loop_now_ns();
	tctl_pages_refresh(&daemon->pages);
}

static void look_at_kernel(struct tctl_daemon *daemon)
{
	static uint64_t looked_ns;

	daemon->kernel_ms = tctl_kernel_look_ms(&daemon->sessions);
	if (!daemon->kernel_ms || tctl_loop_now_ns() - looked_ns <
				  (uint64_t)daemon->kernel_ms * 1000000u)
		return;
	looked_ns = tctl_loop_now_ns();
	tctl_kernel_look(&daemon->sessions);
}

/* State is on disk before any message that depends on it is sent. */
static void turn(struct tctl_daemon *daemon)
{
	int timeout_ms = tctl_operations_expire(daemon);

	tctl_command_end_orphans(daemon);
	update_changed(daemon);
	save(daemon);
	tctl_apps_flush(daemon);
	if (must_look(daemon) && (timeout_ms < 0 || timeout_ms > TURN_MS))
		timeout_ms = TURN_MS;
	if (daemon->kernel_ms &&
	    (timeout_ms < 0 || timeout_ms > daemon->kernel_ms))
		timeout_ms = daemon->kernel_ms;
	tctl_loop_once(&daemon->loop, timeout_ms);
	check_idle(daemon);
	look_at_pages(daemon);
	look_at_kernel(daemon);
}

static int prepare(struct tctl_daemon *daemon, char *error, size_t size)
{
	int err = tctl_loop_init(&daemon->loop);

	if (!err)
		err = catch_signals(daemon);
	if (err) {
		snprintf(error, size, "cannot prepare for signals: %s",
			 strerror(-err));
		return err;
	}
	err = tctl_runtime_open(&daemon->runtime, daemon->options.runtime_dir,
				error, size);
	if (!err)
		err = tctl_runtime_lock(&daemon->runtime, error, size);
	if (err)
		return err;
	err = tctl_pages_init(&daemon->pages, &daemon->runtime, daemon->kind);
	if (err)
		snprintf(error, size,
			 "cannot use the control page in %s: %s (remove the file \"page\" there if nobody uses it)",
			 daemon->runtime.path, strerror(-err));
	return err;
}

static int resume(struct tctl_daemon *daemon, char *error, size_t size)
{
	int err = tctl_sessions_init(&daemon->sessions, daemon->runtime.path,
				     daemon->runtime.dir_fd);

	tctl_clock_init(&daemon->sessions.clock);
	if (!err)
		err = tctl_state_load(&daemon->sessions, error, size);
	if (!err) {
		adopt_processes(daemon);
		tctl_owners_adopt(daemon);
		adopt_kernel(daemon);
	}
	return err;
}

static int open_doors(struct tctl_daemon *daemon, char *error, size_t size)
{
	int err = tctl_apps_init(daemon);

	if (!err)
		err = tctl_clients_init(daemon);
	if (!err)
		err = tctl_runtime_publish(&daemon->runtime);
	if (!err)
		tctl_page_watch_start(&daemon->page_watch, &daemon->pages,
				      &daemon->loop);
	if (!err)
		err = tctl_drain_start(&daemon->drain, &daemon->sessions);
	if (err)
		snprintf(error, size, "cannot listen in %s: %s (is the file system full?)",
			 daemon->runtime.path, strerror(-err));
	return err;
}

/* Let the applications close their channels, so that nothing is half. */
static void stop_sessions(struct tctl_daemon *daemon)
{
	uint64_t end_ns = tctl_loop_now_ns() + PARTING_NS;
	struct tctl_session *session;
	struct tctl_app *app;
	int waiting;

	tctl_sessions_lock(&daemon->sessions);
	TAILQ_FOREACH(session, &daemon->sessions.list, link)
		session->state = TCTL_SESSION_STOPPED;
	tctl_sessions_unlock(&daemon->sessions);
	TAILQ_FOREACH(session, &daemon->sessions.list, link)
		tctl_kernel_update(session, NULL);
	TAILQ_FOREACH(app, &daemon->apps, link)
		tctl_attach_update(app, app->readies > 0);
	do {
		waiting = 0;
		tctl_apps_flush(daemon);
		TAILQ_FOREACH(app, &daemon->apps, link)
			waiting += app->acked < app->synced;
		if (waiting)
			tctl_loop_once(&daemon->loop, 50);
	} while (waiting && tctl_loop_now_ns() < end_ns);
}

/* What could not be written stays for `tracectl recover` or a successor. */
static void finish_sessions(struct tctl_daemon *daemon)
{
	struct tctl_session *session, *next;

	for (session = TAILQ_FIRST(&daemon->sessions.list); session;
	     session = next) {
		next = TAILQ_NEXT(session, link);
		daemon->sessions.dirty = 1;
		if (tctl_drain_session(session, 1)) {
			fprintf(stderr, "tracectld: session %s: %s\n",
				session->name, session->error_text);
			continue;
		}
		tctl_drain_drop_all(session);
		tctl_session_free(session);
	}
	save(daemon);
}

static void end(struct tctl_daemon *daemon)
{
	stop_sessions(daemon);
	tctl_operations_release(daemon);
	tctl_owners_release(daemon);
	tctl_drain_end(&daemon->drain);
	finish_sessions(daemon);
	tctl_page_watch_end(&daemon->page_watch);
	tctl_pages_retire(&daemon->pages);
	tctl_clients_release(daemon);
	tctl_apps_release(daemon);
	tctl_processes_release(daemon);
	tctl_sessions_release(&daemon->sessions);
	tctl_pages_release(&daemon->pages);
	tctl_runtime_retire(&daemon->runtime);
	tctl_runtime_release(&daemon->runtime);
	tctl_loop_remove(&daemon->loop, &daemon->signals);
	tctl_loop_release(&daemon->loop);
	free(daemon->options.runtime_dir);
	free(daemon->options.output_root);
}

/* The parent waits for a byte: the daemon is ready; none: it failed and has
   said why. Returns the descriptor to say so through, or -1 in the parent. */
static int go_background(int *ret_status)
{
	int fds[2];
	char byte;
	pid_t pid;

	if (pipe2(fds, O_CLOEXEC) || (pid = fork()) < 0) {
		*ret_status = complain("cannot go to the background: no resources");
		return -1;
	}
	if (!pid) {
		close(fds[0]);
		setsid();
		return fds[1];
	}
	close(fds[1]);
	*ret_status = read(fds[0], &byte, 1) == 1 ? 0 : 1;
	return -1;
}

static void detach(int ready_fd)
{
	int null_fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	ssize_t n;

	if (null_fd >= 0) {
		dup2(null_fd, 0);
		dup2(null_fd, 1);
		dup2(null_fd, 2);
		if (null_fd > 2)
			close(null_fd);
	}
	if (chdir("/"))
		return;
	n = write(ready_fd, "r", 1);
	(void)n;
	close(ready_fd);
}

static void init(struct tctl_daemon *daemon)
{
	daemon->kind = geteuid() ? TCTL_DAEMON_USER : TCTL_DAEMON_ROOT;
	daemon->start_ns = tctl_loop_now_ns();
	TAILQ_INIT(&daemon->apps);
	TAILQ_INIT(&daemon->processes);
	TAILQ_INIT(&daemon->clients);
	TAILQ_INIT(&daemon->operations);
	TAILQ_INIT(&daemon->owners);
}

int main(int argc, const char **argv)
{
	static struct tctl_daemon daemon;
	char error[1024] = "out of memory";
	int status = tctl_options_parse(&daemon.options, argc, argv);
	int ready_fd = -1;

	if (status >= 0)
		return status;
	if (daemon.options.daemonize) {
		ready_fd = go_background(&status);
		if (ready_fd < 0)
			return status;
	}
	raise_limits();
	init(&daemon);
	if (prepare(&daemon, error, sizeof(error)) ||
	    resume(&daemon, error, sizeof(error)) ||
	    open_doors(&daemon, error, sizeof(error)))
		return complain(error);
	tctl_pages_announce(&daemon.pages);
	if (ready_fd >= 0)
		detach(ready_fd);
	while (!daemon.ending)
		turn(&daemon);
	end(&daemon);
	return 0;
}
