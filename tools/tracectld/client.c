// SPDX-License-Identifier: GPL-2.0-or-later
/* client.c: see client.h. */
#include <errno.h>
#include <grp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <tracectl/abi/app.h>
#include "tools/tracectld/client.h"
#include "tools/tracectld/command.h"
#include "tools/tracectld/operation.h"

#define GROUP		"tracing"
#define MAX_OUT		(64u << 20)

static void flush(struct tctl_client *client)
{
	while (client->out_sent < client->out_size) {
		ssize_t n = send(client->watch.fd,
				 client->out + client->out_sent,
				 client->out_size - client->out_sent,
				 MSG_DONTWAIT | MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno != EAGAIN)
			client->failed = 1;
		if (n < 0)
			return;
		client->out_sent += (size_t)n;
	}
	client->out_size = client->out_sent = 0;
}

static void client_free(struct tctl_client *client)
{
	flush(client);
	tctl_operations_client_gone(client->daemon, client);
	tctl_loop_remove(&client->daemon->loop, &client->watch);
	TAILQ_REMOVE(&client->daemon->clients, client, link);
	free(client->in);
	free(client->out);
	free(client);
}

/* Something is left to be done that no byte will announce. */
static int has_more(const struct tctl_client *client)
{
	return !client->busy &&
	       (client->ended ||
		(client->in_size && memchr(client->in, '\n', client->in_size)));
}

static void watch_for(struct tctl_client *client)
{
	uint32_t events = client->busy || client->ended ? 0 : EPOLLIN;

	if (client->out_size || has_more(client))
		events |= EPOLLOUT;
	tctl_loop_change(&client->daemon->loop, &client->watch, events);
}

/* What is answered was done: so the answer is sent in the loop's next turn,
   after the state file was written. */
void tctl_client_answer(struct tctl_client *client, json_t *answer)
{
	char *line = json_dumps(answer, JSON_COMPACT);
	size_t length = line ? strlen(line) : 0;
	char *out = realloc(client->out, client->out_size + length + 1);

	client->busy = 0;
	if (!line || !out || client->out_size > MAX_OUT) {
		client->out = out ? out : client->out;
		client->failed = 1;
	} else {
		memcpy(out + client->out_size, line, length);
		out[client->out_size + length] = '\n';
		client->out = out;
		client->out_size += length + 1;
	}
	free(line);
	watch_for(client);
}

static const char *errno_name(int err)
{
	const char *name = strerrorname_np(-err);

	return name ? name : "EIO";
}

void tctl_client_refuse(struct tctl_client *client, int err, const char *error)
{
	json_t *answer = json_pack("{s:b, s:s, s:s}", "ok", 0, "errno",
				   errno_name(err), "error", error);

	if (!answer)	/* not UTF-8 */
		answer = json_pack("{s:b, s:s, s:s}", "ok", 0, "errno",
				   errno_name(err), "error",
				   strerror(-err));
	tctl_client_answer(client, answer);
	json_decref(answer);
}

static void apply_line(struct tctl_client *client, const char *line,
		       size_t length)
{
	json_error_t error;
	json_t *request = json_loadb(line, length, 0, &error);
	char text[400];

	client->busy = 1;
	if (json_is_object(request)) {
		tctl_command_apply(client, request);
	} else {
		snprintf(text, sizeof(text),
			 "cannot understand a command: %s (send one JSON object per line)",
			 request ? "it is no object" : error.text);
		tctl_client_refuse(client, -EBADMSG, text);
	}
	json_decref(request);
}

/* Apply whole lines as long as nothing is waiting for an answer. */
static void apply_lines(struct tctl_client *client)
{
	char *end;
	size_t length;

	while (!client->busy && !client->failed &&
	       (end = memchr(client->in, '\n', client->in_size))) {
		length = (size_t)(end - client->in);
		if (length)
			apply_line(client, client->in, length);
		client->in_size -= length + 1;
		memmove(client->in, end + 1, client->in_size);
	}
}

static int make_room(struct tctl_client *client)
{
	size_t room = client->in_room ? client->in_room * 2 : 4096;
	char *in;

	if (client->in_size < client->in_room)
		return 0;
	if (room > TCTL_CLIENT_MAX_LINE)
		return -E2BIG;
	in = realloc(client->in, room);
	if (!in)
		return -ENOMEM;
	client->in = in;
	client->in_room = room;
	return 0;
}

static void receive(struct tctl_client *client)
{
	ssize_t n;

	if (make_room(client)) {
		tctl_client_refuse(client, -E2BIG,
				   "cannot understand a command: the line is too long");
		client->failed = 1;
		return;
	}
	n = recv(client->watch.fd, client->in + client->in_size,
		 client->in_room - client->in_size, MSG_DONTWAIT);
	if (n < 0 && errno != EAGAIN && errno != EINTR)
		client->failed = 1;
	if (!n)
		client->ended = 1;
	if (n > 0)
		client->in_size += (size_t)n;
}

static void client_ready(struct tctl_watch *watch, uint32_t events)
{
	struct tctl_client *client = (void *)((char *)watch -
			offsetof(struct tctl_client, watch));

	if (events & EPOLLIN)
		receive(client);
	if (events & EPOLLOUT)
		flush(client);
	apply_lines(client);
	if (events & (EPOLLHUP | EPOLLERR) && !(events & EPOLLIN))
		client->failed = 1;
	if (client->failed ||
	    (client->ended && !client->busy && !client->out_size)) {
		client_free(client);
		return;
	}
	watch_for(client);
}

static void listener_ready(struct tctl_watch *watch, uint32_t events)
{
	struct tctl_daemon *daemon = (void *)((char *)watch -
			offsetof(struct tctl_daemon, client_listener));
	struct tctl_client *client;
	int fd = tctl_runtime_accept(&daemon->runtime, watch->fd);

	(void)events;
	if (fd < 0)
		return;
	client = calloc(1, sizeof(*client));
	if (!client) {
		close(fd);
		return;
	}
	client->daemon = daemon;
	client->watch.fd = fd;
	client->watch.ready = client_ready;
	TAILQ_INSERT_TAIL(&daemon->clients, client, link);
	if (tctl_loop_add(&daemon->loop, &client->watch, EPOLLIN))
		client_free(client);
}

/* Members of the group may command root's daemon. */
static void open_to_group(struct tctl_daemon *daemon)
{
	struct group *group = getgrnam(GROUP);

	if (daemon->kind != TCTL_DAEMON_ROOT || !group)
		return;
	if (!fchownat(daemon->runtime.dir_fd, "ctl.sock", 0, group->gr_gid, 0))
		fchmodat(daemon->runtime.dir_fd, "ctl.sock", 0660, 0);
}

int tctl_clients_init(struct tctl_daemon *daemon)
{
	daemon->client_listener.ready = listener_ready;
	daemon->client_listener.fd = tctl_runtime_listen(&daemon->runtime,
							 "ctl.sock",
							 SOCK_STREAM, 0600);
	if (daemon->client_listener.fd < 0)
		return daemon->client_listener.fd;
	open_to_group(daemon);
	return tctl_loop_add(&daemon->loop, &daemon->client_listener, EPOLLIN);
}

void tctl_clients_release(struct tctl_daemon *daemon)
{
	struct tctl_client *client;

	while ((client = TAILQ_FIRST(&daemon->clients)))
		client_free(client);
	tctl_loop_remove(&daemon->loop, &daemon->client_listener);
}
