// SPDX-License-Identifier: GPL-2.0-or-later
/* app.c: see app.h. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#include "tools/tracectld/app.h"
#include "tools/tracectld/attach.h"
#include "tools/tracectld/foreign.h"
#include "tools/tracectld/operation.h"
#include "tools/tracectld/process.h"

#define MESSAGES_AT_ONCE	512	/* then others have their turn */

static struct tctl_app *app_of(struct tctl_watch *watch)
{
	return (struct tctl_app *)((char *)watch -
				   offsetof(struct tctl_app, watch));
}

void tctl_app_fail(struct tctl_app *app, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(app->error, sizeof(app->error), format, args);
	va_end(args);
	tctl_daemon_note(app->daemon, "process %u: %s", app->pid, app->error);
}

static void free_message(struct tctl_app_message *message)
{
	while (message->nr_fds)
		close(message->fds[--message->nr_fds]);
	free(message);
}

static void drop_queue(struct tctl_app *app)
{
	struct tctl_app_message *message;

	while ((message = STAILQ_FIRST(&app->queue))) {
		STAILQ_REMOVE_HEAD(&app->queue, link);
		free_message(message);
	}
	app->queued = 0;
}

void tctl_app_free(struct tctl_app *app)
{
	uint32_t i;

	tctl_operations_gone(app->daemon, app);
	tctl_attach_forget(app);
	drop_queue(app);
	for (i = 0; i < app->nr_events; i++) {
		free(app->events[i].text);
		free(app->events[i].name);
		free(app->events[i].kinds);
	}
	free(app->events);
	free(app->exe);
	tctl_loop_remove(&app->daemon->loop, &app->watch);
	TAILQ_REMOVE(&app->daemon->apps, app, link);
	free(app);
}

void tctl_app_send(struct tctl_app *app, const void *bytes, const int *fds,
		   unsigned int nr_fds)
{
	const struct tctl_message *head = bytes;
	struct tctl_app_message *message;

	if (app->failed)
		return;
	message = malloc(sizeof(*message) + head->size);
	if (!message || app->queued > TCTL_APP_MAX_QUEUE) {
		free(message);
		app->failed = 1;
		return;
	}
	message->size = head->size;
	memcpy(message->bytes, bytes, head->size);
	if (app->foreign)
		tctl_foreign_message_out(message->bytes, head->size);
	for (message->nr_fds = 0; message->nr_fds < nr_fds;
	     message->nr_fds++) {
		int fd = fcntl(fds[message->nr_fds], F_DUPFD_CLOEXEC, 3);

		if (fd < 0) {
			tctl_app_fail(app, "cannot pass a region on: %s (raise the limit of open files of tracectld)",
				      strerror(errno));
			free_message(message);
			return;
		}
		message->fds[message->nr_fds] = fd;
	}
	app->queued += message->size;
	STAILQ_INSERT_TAIL(&app->queue, message, link);
}

uint64_t tctl_app_sync(struct tctl_app *app)
{
	struct tctl_msg_sync sync = {
		.head = { sizeof(sync), TCTL_APP_VERSION, TCTL_MSG_SYNC },
		.serial = ++app->daemon->serial,
		.readies = app->readies,
	};

	app->synced = sync.serial;
	tctl_app_send(app, &sync, NULL, 0);
	return sync.serial;
}

/* 1: sent; 0: the application doesn't take it now; -errno. */
static int send_one(struct tctl_app *app, struct tctl_app_message *message)
{
	union {
		char bytes[CMSG_SPACE(2 * sizeof(int))];
		struct cmsghdr align;
	} control = { { 0 } };
	struct iovec iov = { message->bytes, message->size };
	struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1 };
	struct cmsghdr *rights = &control.align;

	if (message->nr_fds) {
		msg.msg_control = &control;
		msg.msg_controllen = CMSG_SPACE(message->nr_fds * sizeof(int));
		rights->cmsg_level = SOL_SOCKET;
		rights->cmsg_type = SCM_RIGHTS;
		rights->cmsg_len = CMSG_LEN(message->nr_fds * sizeof(int));
		memcpy(CMSG_DATA(rights), message->fds,
		       message->nr_fds * sizeof(int));
	}
	if (sendmsg(app->watch.fd, &msg, MSG_DONTWAIT | MSG_NOSIGNAL) >= 0)
		return 1;
	return errno == EAGAIN || errno == EINTR || errno == ENOBUFS ||
	       errno == ETOOMANYREFS ? 0 : -errno;
}

/* Returns whether anything was sent. */
static int flush(struct tctl_app *app)
{
	struct tctl_app_message *message;
	int sent = 0, n = 1, out;

	while (n == 1 && (message = STAILQ_FIRST(&app->queue))) {
		n = send_one(app, message);
		if (n <= 0)
			break;
		sent = 1;
		STAILQ_REMOVE_HEAD(&app->queue, link);
		app->queued -= message->size;
		free_message(message);
	}
	if (n < 0) {
		drop_queue(app);
		app->failed = 1;
	}
	out = !STAILQ_EMPTY(&app->queue);
	if (out != app->watching_out)
		tctl_loop_change(&app->daemon->loop, &app->watch,
				 EPOLLIN | (out ? EPOLLOUT : 0));
	app->watching_out = out;
	return sent;
}

void tctl_apps_flush(struct tctl_daemon *daemon)
{
	struct tctl_app *app, *next;

	for (app = TAILQ_FIRST(&daemon->apps); app; app = next) {
		next = TAILQ_NEXT(app, link);
		if (!STAILQ_EMPTY(&app->queue) && flush(app))
			tctl_pages_ring(&daemon->pages, app->uid,
					1u << (app->vpid % 32));
		if (app->failed)
			tctl_app_free(app);
	}
}

static void refuse(struct tctl_app *app, const char *text)
{
	struct {
		struct tctl_message head;
		char text[200];
	} message = {
		.head = { sizeof(message), TCTL_APP_VERSION,
			  TCTL_MSG_REFUSED },
	};

	snprintf(message.text, sizeof(message.text), "%s", text);
	tctl_daemon_note(app->daemon, "process %u refused: %s", app->pid, text);
	if (app->foreign)
		tctl_foreign_message_out(&message, sizeof(message));
	if (send(app->watch.fd, &message, sizeof(message),
		 MSG_DONTWAIT | MSG_NOSIGNAL) > 0)
		tctl_pages_ring(&app->daemon->pages, app->uid,
				1u << (app->vpid % 32));
	app->failed = 1;
}

/* Whatever descriptors somebody sends along are closed by the kernel, because
   there is no room for them. 1: a message was applied; 0: none there. */
static int receive(struct tctl_app *app)
{
	static char bytes[TCTL_MAX_MESSAGE] __attribute__((aligned(8)));
	struct iovec iov = { bytes, sizeof(bytes) };
	struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1 };
	ssize_t n = recvmsg(app->watch.fd, &msg, MSG_DONTWAIT);
	int err;

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return 0;
	if (n <= 0) {
		app->failed = 1;
		return 0;
	}
	err = msg.msg_flags & MSG_TRUNC ? -EBADMSG :
	      tctl_app_message_apply(app, bytes, (size_t)n);
	if (err == -E2BIG)
		refuse(app, "more events than the daemon is willing to keep");
	else if (err)
		refuse(app, "a message makes no sense (another version of the library?)");
	return !err;
}

static void app_ready(struct tctl_watch *watch, uint32_t events)
{
	struct tctl_app *app = app_of(watch);
	int i;

	if (events & EPOLLIN)
		for (i = 0; i < MESSAGES_AT_ONCE && !app->failed; i++)
			if (!receive(app))
				break;
	if (!(events & EPOLLIN) && (events & (EPOLLHUP | EPOLLERR)))
		app->failed = 1;
	if (events & EPOLLOUT && !app->failed && flush(app))
		tctl_pages_ring(&app->daemon->pages, app->uid,
				1u << (app->vpid % 32));
	if (app->failed)
		tctl_app_free(app);
}

/* Nobody may use up root's descriptors: a user has an eighth of them, at about
   four for each process. */
static int has_room(const struct tctl_daemon *daemon, uid_t uid)
{
	const struct tctl_app *app;
	struct rlimit limit;
	rlim_t n = 0;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return 1;
	TAILQ_FOREACH(app, &daemon->apps, link)
		n += app->uid == uid;
	return n < limit.rlim_cur / (8 * 4);
}

static int may_connect(struct tctl_daemon *daemon, const struct ucred *peer)
{
	return peer->uid == geteuid() ||
	       (daemon->kind == TCTL_DAEMON_ROOT &&
		has_room(daemon, peer->uid));
}

static int add(struct tctl_daemon *daemon, int fd, const struct ucred *peer)
{
	struct tctl_app *app = calloc(1, sizeof(*app));
	int err;

	if (!app)
		return -ENOMEM;
	app->daemon = daemon;
	app->pid = (uint32_t)peer->pid;
	app->uid = peer->uid;
	app->watch.fd = fd;
	app->watch.ready = app_ready;
	STAILQ_INIT(&app->queue);
	err = tctl_loop_add(&daemon->loop, &app->watch, EPOLLIN);
	if (err) {
		free(app);
		return err;
	}
	TAILQ_INSERT_TAIL(&daemon->apps, app, link);
	return 0;
}

static void listener_ready(struct tctl_watch *watch, uint32_t events)
{
	struct tctl_daemon *daemon = (void *)((char *)watch -
			offsetof(struct tctl_daemon, app_listener));
	struct ucred peer;
	socklen_t size = sizeof(peer);
	int fd = tctl_runtime_accept(&daemon->runtime, watch->fd);

	(void)events;
	if (fd < 0)
		return;
	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) ||
	    !may_connect(daemon, &peer) || add(daemon, fd, &peer))
		close(fd);
}

int tctl_apps_init(struct tctl_daemon *daemon)
{
	unsigned int mode = daemon->kind == TCTL_DAEMON_ROOT ? 0666 : 0600;

	daemon->app_listener.ready = listener_ready;
	daemon->app_listener.fd = tctl_runtime_listen(&daemon->runtime,
						      "app.sock",
						      SOCK_SEQPACKET, mode);
	if (daemon->app_listener.fd < 0)
		return daemon->app_listener.fd;
	return tctl_loop_add(&daemon->loop, &daemon->app_listener, EPOLLIN);
}

void tctl_apps_release(struct tctl_daemon *daemon)
{
	struct tctl_app *app;

	while ((app = TAILQ_FIRST(&daemon->apps)))
		tctl_app_free(app);
	tctl_loop_remove(&daemon->loop, &daemon->app_listener);
}
