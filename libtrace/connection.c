/* SPDX-License-Identifier: MIT */
/*
 * libtrace/connection.c: see connection.h.
 *
 * Everything is sent from a position that only moves when a datagram was taken,
 * so a send may stop anywhere and go on at any later time.
 */
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "libtrace/connection.h"
#include "libtrace/event.h"
#include "libtrace/page.h"
#include "libtrace/self.h"
#include "libtrace/statedump.h"

#define CONNECTION_MS		1000000ull
#define CONNECTION_PATIENCE_MS	10	/* for a full socket to drain */
#define CONNECTION_TRIES	6	/* connects without being rung */
#define CONNECTION_LOOKS	8	/* for an answer without being rung */
#define CONNECTION_SLOWEST	9	/* 2^9 ms between two tries */
#define CONNECTION_BURST	1000	/* messages received in one go */
#define CONNECTION_MAX_FDS	4

static union {
	char bytes[TCTL_MAX_MESSAGE];
	struct tctl_message head;
} connection_out __attribute__((aligned(8))),
  connection_in __attribute__((aligned(8)));

/* In ms. Only the agent writes. Relaxed: it says that time was not wasted. Not
   every processor has atomic words longer than this. */
static unsigned long connection_moved_at;

static uint64_t connection_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void connection_moved(void)
{
	__atomic_store_n(&connection_moved_at,
			 (unsigned long)(connection_now() / CONNECTION_MS),
			 __ATOMIC_RELAXED);
}

uint64_t tctl_connection_moved_ms(void)
{
	uint64_t now = connection_now() / CONNECTION_MS;

	return now - ((unsigned long)now -
		      __atomic_load_n(&connection_moved_at, __ATOMIC_RELAXED));
}

void tctl_connection_init(struct tctl_connection *connection, unsigned int kind)
{
	memset(connection, 0, sizeof(*connection));
	connection->kind = kind;
	connection->socket.fd = -1;
}

static void connection_close(struct tctl_connection *connection)
{
	tctl_descriptor_release(&connection->socket);
	connection->introduced = 0;
	connection->readies = 0;
}

/* A SYNC may be about something else than our last READY. */
static int connection_answer_due(const struct tctl_connection *connection)
{
	return connection->orders.readies < connection->readies ||
	       connection->orders.ack;
}

/* Try again after 1, 2, 4 .. ms, in the end only when somebody rings. */
static void connection_back_off(struct tctl_connection *connection,
				unsigned int tries)
{
	unsigned int shift = connection->failures++;

	if (shift > CONNECTION_SLOWEST)
		shift = CONNECTION_SLOWEST;
	connection->retry_ns = UINT64_MAX;
	if (connection->failures <= tries)
		connection->retry_ns = connection_now() +
				       (CONNECTION_MS << shift);
}

static void connection_broken(struct tctl_connection *connection, int error)
{
	connection_close(connection);
	connection->error = error;
	connection_back_off(connection, CONNECTION_TRIES);
}

/* 0, -EAGAIN (daemon doesn't take it now), other: the connection is gone. */
static int connection_send(struct tctl_connection *connection, size_t size,
			   unsigned int type)
{
	struct pollfd pfd = { .fd = connection->socket.fd, .events = POLLOUT };
	int tries;

	connection_out.head.size = (uint32_t)size;
	connection_out.head.version = TCTL_APP_VERSION;
	connection_out.head.type = (uint16_t)type;
	for (tries = 0; tries < 2; tries++) {
		if (send(connection->socket.fd, connection_out.bytes, size,
			 MSG_DONTWAIT | MSG_NOSIGNAL) >= 0) {
			connection_moved();
			return 0;
		}
		if (errno != EAGAIN && errno != EINTR)
			return -errno;
		if (poll(&pfd, 1, CONNECTION_PATIENCE_MS) <= 0)
			break;
	}
	return -EAGAIN;
}

static int connection_send_hello(struct tctl_connection *connection)
{
	struct tctl_msg_hello *hello = (void *)connection_out.bytes;
	size_t size = tctl_self_hello(hello, TCTL_MAX_MESSAGE);
	int ret = connection_send(connection, size, TCTL_MSG_HELLO);

	if (!ret)
		connection->introduced = 1;
	return ret;
}

static int connection_send_event(struct tctl_connection *connection,
				 uint32_t index)
{
	struct tctl_msg_event *message = (void *)connection_out.bytes;
	size_t size = tctl_self_event(message, TCTL_MAX_MESSAGE, index);

	return size ? connection_send(connection, size, TCTL_MSG_EVENT) : 0;
}

static int connection_send_events(struct tctl_connection *connection)
{
	int ret = 0;

	while (!ret && connection->events < tctl_event_count()) {
		ret = connection_send_event(connection,
					    connection->events + 1);
		if (!ret) {
			connection->events++;
			connection->ready = 0;
		}
	}
	return ret;
}

struct connection_objects {
	struct tctl_connection *connection;
	int position;
};

static int connection_send_object(const struct tctl_statedump_object *object,
				  void *arg)
{
	struct connection_objects *objects = arg;
	struct tctl_msg_object *message = (void *)connection_out.bytes;
	size_t size;
	int ret;

	if (objects->position++ < objects->connection->objects)
		return 0;
	size = tctl_self_object(message, TCTL_MAX_MESSAGE, object);
	ret = connection_send(objects->connection, size, TCTL_MSG_OBJECT);
	if (!ret)
		objects->connection->objects++;
	return ret;
}

static int connection_send_objects(struct tctl_connection *connection)
{
	struct connection_objects objects = { .connection = connection };
	int ret;

	if (connection->objects < 0)
		return 0;
	ret = tctl_statedump_each(connection_send_object, &objects);
	if (!ret)
		connection->objects = -1;
	return ret;
}

static int connection_send_ready(struct tctl_connection *connection)
{
	int ret;

	if (connection->ready)
		return 0;
	ret = connection_send(connection, sizeof(struct tctl_message),
			      TCTL_MSG_READY);
	if (!ret) {
		connection->ready = 1;
		connection->readies++;
	}
	return ret;
}

static int connection_send_ack(struct tctl_connection *connection)
{
	struct tctl_msg_ack *ack = (void *)connection_out.bytes;
	struct tctl_orders *orders = &connection->orders;
	size_t size = sizeof(*ack) + strlen(orders->text) + 1;
	int ret;

	if (!orders->ack)
		return 0;
	ack->serial = orders->serial;
	ack->error = orders->error;
	ack->busy_sites = orders->busy;
	strcpy(ack->text, orders->text);
	ret = connection_send(connection, size, TCTL_MSG_ACK);
	if (ret)
		return ret;
	orders->ack = 0;
	orders->error = 0;
	orders->text[0] = 0;
	return 0;
}

/* All that we have to say and have not said. */
static int connection_say(struct tctl_connection *connection)
{
	int ret = connection_send_ack(connection);

	if (!ret && !connection->introduced)
		ret = connection_send_hello(connection);
	if (!ret)
		ret = connection_send_events(connection);
	if (!ret)
		ret = connection_send_objects(connection);
	if (!ret)
		ret = connection_send_ready(connection);
	return ret;
}

static unsigned int connection_take_fds(struct msghdr *message, int *fds)
{
	struct cmsghdr *control;
	unsigned int nr = 0, n;

	for (control = CMSG_FIRSTHDR(message); control;
	     control = CMSG_NXTHDR(message, control)) {
		if (control->cmsg_level != SOL_SOCKET ||
		    control->cmsg_type != SCM_RIGHTS)
			continue;
		n = (control->cmsg_len - CMSG_LEN(0)) / sizeof(int);
		memcpy(fds + nr, CMSG_DATA(control), n * sizeof(int));
		nr += n;
	}
	return nr;
}

/* One message: 1, 0: there is none, else the connection is to be closed. */
static int connection_receive(struct tctl_connection *connection)
{
	union {
		char bytes[CMSG_SPACE(CONNECTION_MAX_FDS * sizeof(int))];
		struct cmsghdr align;
	} control;
	struct iovec iov = { connection_in.bytes, sizeof(connection_in) };
	struct msghdr message = {
		.msg_iov = &iov, .msg_iovlen = 1,
		.msg_control = &control, .msg_controllen = sizeof(control),
	};
	int fds[CONNECTION_MAX_FDS], ret;
	unsigned int nr_fds;
	ssize_t size;

	size = recvmsg(connection->socket.fd, &message,
		       MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
	if (size < 0)
		return errno == EAGAIN || errno == EINTR ? 0 : -errno;
	connection_moved();
	nr_fds = connection_take_fds(&message, fds);
	if (!size)
		ret = -ECONNRESET;
	else if (message.msg_flags & MSG_TRUNC)
		ret = -EBADMSG;
	else
		ret = tctl_orders_apply(&connection->orders, &connection_in,
					(size_t)size, fds, nr_fds);
	while (nr_fds)
		close(fds[--nr_fds]);
	return ret ? ret : 1;
}

/* Until there is nothing left to say or to hear, or the daemon stalls. */
static int connection_exchange(struct tctl_connection *connection)
{
	int ret, said, burst;

	for (burst = 0; burst < CONNECTION_BURST; burst++) {
		said = connection_say(connection);
		if (said && said != -EAGAIN)
			return said;
		/* An ACK that is not taken: no more orders meanwhile. */
		if (connection->orders.ack)
			return said;
		ret = connection_receive(connection);
		if (ret <= 0)
			return ret ? ret : said;
	}
	return -EAGAIN;
}

/* Only root and our own user may tell us anything. */
static int connection_check_peer(int fd)
{
	struct ucred peer;
	socklen_t size = sizeof(peer);

	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size))
		return -errno;
	return peer.uid == 0 || peer.uid == tctl_page_owner() ||
	       peer.uid == geteuid() ? 0 : -EPERM;
}

static int connection_connect(const struct tctl_page_daemon *daemon)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd, ret = 0;

	memcpy(address.sun_path, daemon->path, sizeof(daemon->path));
	address.sun_path[sizeof(daemon->path) - 1] = 0;
	fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return -errno;
	if (connect(fd, (const struct sockaddr *)&address, sizeof(address)))
		ret = -errno;
	if (!ret)
		ret = connection_check_peer(fd);
	if (ret) {
		close(fd);
		return ret;
	}
	return fd;
}

static int connection_open(struct tctl_connection *connection, int shared)
{
	struct tctl_page *page = tctl_page_get();
	int fd = connection_connect(&page->daemons[connection->kind]);
	int ret;

	if (fd < 0)
		return fd;
	ret = tctl_descriptor_init(&connection->socket, fd, shared);
	if (ret)
		return ret;
	connection->events = 0;
	connection->objects = 0;
	connection->ready = 0;
	tctl_orders_begin(&connection->orders, connection->kind);
	return 0;
}

static uint32_t connection_wanted(const struct tctl_connection *connection)
{
	return tctl_page_generation(connection->kind);
}

/* Another daemon than the one spoken to last. Those that end in order take
   back what they have ordered; those that die leave it to their successor. */
static void connection_turn(struct tctl_connection *connection,
			    uint32_t generation)
{
	connection_close(connection);
	connection->generation = generation;
	connection->refused = 0;
	connection->failures = 0;
	connection->retry_ns = 0;
	connection->error = 0;
	if (!(generation & 1))
		tctl_orders_forget(connection->kind);
}

static int connection_due(const struct tctl_connection *connection, int rung)
{
	return !connection->refused &&
	       (rung || connection_now() >= connection->retry_ns);
}

/* What comes of one exchange. While an answer is due, we look again now and
   then although it will be announced by the doorbell. */
static void connection_conclude(struct tctl_connection *connection, int ret)
{
	if (ret == -ECONNREFUSED)
		connection->refused = 1;
	if (ret && ret != -EAGAIN) {
		connection_broken(connection, ret);
	} else if (ret) {
		connection_back_off(connection, ~0u);
	} else if (connection_answer_due(connection)) {
		connection_back_off(connection, CONNECTION_LOOKS);
	} else {
		connection->failures = 0;
		connection->retry_ns = UINT64_MAX;
	}
}

void tctl_connection_run(struct tctl_connection *connection, int rung,
			 int shared)
{
	uint32_t generation = connection_wanted(connection);
	int ret;

	if (generation != connection->generation)
		connection_turn(connection, generation);
	if (!(generation & 1))
		return;
	if (!tctl_descriptor_valid(&connection->socket)) {
		connection_close(connection);
		if (!connection_due(connection, rung))
			return;
		ret = connection_open(connection, shared);
		if (ret) {
			connection_broken(connection, ret);
			return;
		}
	}
	connection_conclude(connection, connection_exchange(connection));
}

/* A daemon whose queue is full may only be slow; all else is final. */
int tctl_connection_settled(const struct tctl_connection *connection)
{
	if (!(connection_wanted(connection) & 1) || connection->refused)
		return 1;
	if (connection->socket.fd < 0)
		return connection->failures && connection->error != -EAGAIN;
	return connection->ready && !connection_answer_due(connection) &&
	       connection->events == tctl_event_count();
}

int tctl_connection_timeout(const struct tctl_connection *connection)
{
	uint64_t now;

	if (!(connection->generation & 1) || connection->refused ||
	    connection->retry_ns == UINT64_MAX)
		return -1;
	now = connection_now();
	if (connection->retry_ns <= now)
		return 0;
	return (int)((connection->retry_ns - now) / CONNECTION_MS) + 1;
}

void tctl_connection_part(struct tctl_connection *connection)
{
	if (tctl_descriptor_valid(&connection->socket) &&
	    connection->introduced)
		connection_send(connection, sizeof(struct tctl_message),
				TCTL_MSG_BYE);
	connection_close(connection);
}
