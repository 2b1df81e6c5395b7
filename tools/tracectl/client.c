/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/client.c: connects to the daemon and exchanges JSON lines. A
 * daemon that is stopped, hangs or is gone is reported as such: each wait is
 * cut into pieces, and between them the daemon's state is looked at.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>
#include "tools/tracectl/client.h"
#include "tools/tracectl/command.h"
#include "tools/tracectl/message.h"
#include "tools/tracectl/runtime.h"

#define CLIENT_HELLO_MS		2000	/* a healthy daemon answers in 1 ms */
#define CLIENT_ANSWER_MS	60000	/* writing out a trace may take long */
#define CLIENT_SLICE_MS		500
#define CLIENT_MAX_LINE		(64u << 20)

static long client_now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void client_disconnect(struct tctl_client *client)
{
	if (client->fd >= 0)
		close(client->fd);
	client->fd = -1;
	client->used = 0;
}

/* The state letter in /proc/PID/stat, 0 when there is no such process. */
static char client_process_state(pid_t pid)
{
	char path[64], line[512], state = 0;
	char *end;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	file = fopen(path, "re");
	if (!file)
		return 0;
	if (fgets(line, sizeof(line), file)) {
		end = strrchr(line, ')');
		if (end && end[1] == ' ')
			state = end[2];
	}
	fclose(file);
	return state;
}

static int client_silent(const struct tctl_client *client)
{
	char state = client->pid ? client_process_state(client->pid) : 0;

	if (state == 'T' || state == 't')
		tctl_error("the daemon (pid %d) does not answer: it is stopped "
			   "(let it go on: kill -CONT %d)", (int)client->pid,
			   (int)client->pid);
	else if (client->pid)
		tctl_error("the daemon (pid %d) does not answer: its state is "
			   "%c (wait and try again, or end it: kill %d)",
			   (int)client->pid, state ? state : '?',
			   (int)client->pid);
	else
		tctl_error("the daemon at %s does not answer (wait and try "
			   "again)", client->directory);
	return TCTL_EXIT_TIMEOUT;
}

/* Waits for events on the socket; 0 when they came, else -ETIMEDOUT. A stopped
   daemon is given the first 2 s only. */
static int client_wait(const struct tctl_client *client, short events,
		       long limit_ms)
{
	struct pollfd poller = { .fd = client->fd, .events = events };
	long start = client_now_ms(), waited = 0;
	char state;

	while (waited < limit_ms) {
		long left = limit_ms - waited;
		int nr = poll(&poller, 1,
			      left < CLIENT_SLICE_MS ? left : CLIENT_SLICE_MS);

		if (nr > 0)
			return 0;
		if (nr < 0 && errno != EINTR)
			return -errno;
		waited = client_now_ms() - start;
		state = client->pid ? client_process_state(client->pid) : 0;
		if (waited + CLIENT_SLICE_MS >= CLIENT_HELLO_MS &&
		    (state == 'T' || state == 't'))
			break;
	}
	return -ETIMEDOUT;
}

/* Takes the peer's pid, and refuses to talk to another user's process. */
static int client_check_peer(struct tctl_client *client)
{
	struct ucred peer;
	socklen_t size = sizeof(peer);

	if (getsockopt(client->fd, SOL_SOCKET, SO_PEERCRED, &peer, &size))
		return -errno;
	client->pid = peer.pid;
	return !geteuid() || peer.uid == geteuid() || !peer.uid ? 0 : -EPERM;
}

/* Returns 0, -ENOENT or -ECONNREFUSED when nobody listens, or -errno. */
static int client_connect(struct tctl_client *client)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	long start = client_now_ms();
	int error;

	if ((size_t)snprintf(address.sun_path, sizeof(address.sun_path),
			     "%s/ctl.sock", client->directory) >=
	    sizeof(address.sun_path))
		return -ENAMETOOLONG;
	client->fd = socket(AF_UNIX,
			    SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (client->fd < 0)
		return -errno;
	client->pid = tctl_runtime_daemon_pid(client->directory);
	for (;;) {
		error = connect(client->fd, (struct sockaddr *)&address,
				sizeof(address)) ? -errno : 0;
		/* EAGAIN: the queue is full, which poll doesn't wait for */
		if (error != -EAGAIN ||
		    client_now_ms() - start >= CLIENT_HELLO_MS)
			break;
		poll(NULL, 0, 50);
	}
	if (!error)
		error = client_check_peer(client);
	if (error)
		client_disconnect(client);
	return error == -EAGAIN ? -ETIMEDOUT : error;
}

static int client_send(const struct tctl_client *client, json_t *request)
{
	char *text = tctl_memory(json_dumps(request, JSON_COMPACT));
	char *line = tctl_text("%s\n", text);
	size_t length = strlen(line), sent = 0;
	int error = 0;

	free(text);
	while (sent < length && !error) {
		ssize_t n = send(client->fd, line + sent, length - sent,
				 MSG_NOSIGNAL);

		if (n >= 0)
			sent += n;
		else if (errno == EAGAIN)
			error = client_wait(client, POLLOUT, CLIENT_ANSWER_MS);
		else if (errno != EINTR)
			error = -errno;
	}
	free(line);
	return error;
}

static int client_receive(struct tctl_client *client)
{
	ssize_t n;

	if (client->size - client->used < 65536) {
		if (client->size >= CLIENT_MAX_LINE)
			return -EMSGSIZE;
		client->size += client->size + 65536;
		client->buffer = tctl_memory(realloc(client->buffer,
						     client->size));
	}
	n = recv(client->fd, client->buffer + client->used,
		 client->size - client->used, 0);
	if (n == 0)
		return -ECONNRESET;
	if (n < 0)
		return errno == EAGAIN || errno == EINTR ? 0 : -errno;
	client->used += n;
	return 0;
}

/* The next line as JSON. Returns 0, -ETIMEDOUT, -EPROTO or -errno. */
static int client_read(struct tctl_client *client, long limit_ms,
		       json_t **ret_answer)
{
	size_t searched = 0;
	char *end;
	int error;

	for (;;) {
		end = client->used == searched ? NULL :
			memchr(client->buffer + searched, '\n',
			       client->used - searched);
		if (end)
			break;
		searched = client->used;
		error = client_wait(client, POLLIN, limit_ms);
		if (!error)
			error = client_receive(client);
		if (error)
			return error;
	}
	*ret_answer = json_loadb(client->buffer, end - client->buffer, 0, NULL);
	client->used -= end + 1 - client->buffer;
	memmove(client->buffer, end + 1, client->used);
	return json_is_object(*ret_answer) ? 0 : -EPROTO;
}

static int client_exchange(struct tctl_client *client, json_t *request,
			   long limit_ms, json_t **ret_answer)
{
	int error = client_send(client, request);

	return error ? error : client_read(client, limit_ms, ret_answer);
}

static int client_is_gone(int error)
{
	return error == -ECONNRESET || error == -EPIPE;
}

static int client_ping(struct tctl_client *client)
{
	json_t *ping, *pong = NULL;
	int error = client_connect(client);

	if (error)
		return error;
	ping = json_pack("{ss}", "cmd", "ping");
	error = client_exchange(client, ping, CLIENT_HELLO_MS, &pong);
	json_decref(ping);
	json_decref(pong);
	if (error)
		client_disconnect(client);
	return error;
}

/* Connects and pings. Returns 0 or -errno, reports nothing. A daemon that is
   just dying still takes connections: wait until it is gone, or replaced. */
static int client_join(struct tctl_client *client)
{
	long begin = client_now_ms();
	int error;

	for (;;) {
		error = client_ping(client);
		if (!client_is_gone(error) ||
		    client_now_ms() - begin >= CLIENT_HELLO_MS)
			return error;
		poll(NULL, 0, 10);
	}
}

static int client_is_absent(int error)
{
	return error == -ENOENT || error == -ECONNREFUSED ||
	       error == -ENOTDIR;
}

static int client_report(const struct tctl_client *client, int error)
{
	if (error == -ETIMEDOUT)
		return client_silent(client);
	if (client_is_absent(error)) {
		tctl_error("no daemon is running at %s (tracectl create and "
			   "tracectl record start one)", client->directory);
		return TCTL_EXIT_NO_DAEMON;
	}
	if (error == -EPERM)
		tctl_error("cannot use %s/ctl.sock: it belongs to another user "
			   "(set TRACECTL_RUNTIME_DIR to a directory of yours)",
			   client->directory);
	else if (error == -EACCES)
		tctl_error("cannot use %s/ctl.sock: %s (only the user who runs "
			   "the daemon, root and, for root's daemon, group "
			   "tracing may)", client->directory, strerror(-error));
	else if (error == -EPROTO)
		tctl_error("cannot understand the daemon at %s: what it sends "
			   "is no JSON (is it of another version? restart it)",
			   client->directory);
	else if (client_is_gone(error))
		tctl_error("the daemon at %s went away before it answered (see "
			   "what ended it, then try again)", client->directory);
	else
		tctl_error("cannot talk to the daemon at %s: %s (see tracectl "
			   "status)", client->directory, strerror(-error));
	return client_is_gone(error) ? TCTL_EXIT_NO_DAEMON : TCTL_EXIT_FAILED;
}

/* Until a daemon that is being started is there. */
static int client_join_soon(struct tctl_client *client)
{
	long begin = client_now_ms();
	int error;

	for (;;) {
		error = client_join(client);
		if (!client_is_absent(error) ||
		    client_now_ms() - begin >= CLIENT_HELLO_MS)
			return error;
		poll(NULL, 0, 20);
	}
}

static int client_join_or_start(struct tctl_client *client, int start)
{
	int error = client_join(client);
	char *failure;

	if (!start || !client_is_absent(error))
		return error ? client_report(client, error) : TCTL_EXIT_OK;
	failure = tctl_daemon_start(client->directory);
	/* after a failure too: somebody else may have started one meanwhile */
	error = failure ? client_join(client) : client_join_soon(client);
	if (failure && client_is_absent(error)) {
		tctl_error("%s", failure);
		free(failure);
		return TCTL_EXIT_NO_DAEMON;
	}
	free(failure);
	return error ? client_report(client, error) : TCTL_EXIT_OK;
}

int tctl_client_open(struct tctl_client *client, int start)
{
	memset(client, 0, sizeof(*client));
	client->fd = -1;
	client->directory = tctl_runtime_directory();
	if (!client->directory)
		return TCTL_EXIT_FAILED;
	return client_join_or_start(client, start);
}

void tctl_client_release(struct tctl_client *client)
{
	client_disconnect(client);
	free(client->buffer);
	free(client->directory);
}

/* The daemon's own words, with the command's name in front. */
static int client_refused(json_t *answer)
{
	const char *text = json_string_value(json_object_get(answer, "error"));
	const char *name = json_string_value(json_object_get(answer, "errno"));

	tctl_error("%s", text ? text : "the daemon refused without a reason");
	return name && !strcmp(name, "ETIMEDOUT") ? TCTL_EXIT_TIMEOUT :
						    TCTL_EXIT_FAILED;
}

int tctl_client_call(struct tctl_client *client, int start, json_t *request,
		     json_t **ret_answer)
{
	json_t *answer = NULL;
	int error = client->fd < 0 ? -ECONNRESET :
		client_exchange(client, request, CLIENT_ANSWER_MS, &answer);
	int status;

	*ret_answer = NULL;
	if (client_is_gone(error)) {
		client_disconnect(client);
		status = client_join_or_start(client, start);
		if (status != TCTL_EXIT_OK)
			goto out;
		error = client_exchange(client, request, CLIENT_ANSWER_MS,
					&answer);
	}
	if (error) {
		client_disconnect(client);
		status = client_report(client, error);
		goto out;
	}
	if (!json_is_true(json_object_get(answer, "ok"))) {
		status = client_refused(answer);
		json_decref(answer);
		goto out;
	}
	*ret_answer = answer;
	status = TCTL_EXIT_OK;
out:
	json_decref(request);
	return status;
}
