// SPDX-License-Identifier: GPL-2.0-or-later
/* owner.c: see owner.h. */
#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>
#include "tools/tracectld/owner.h"
#include "tools/tracectld/process.h"

struct tctl_owner {
	TAILQ_ENTRY(tctl_owner) link;
	struct tctl_watch watch;	/* pidfd */
	struct tctl_daemon *daemon;
	struct tctl_session *session;
};

static void free_owner(struct tctl_owner *owner)
{
	tctl_loop_remove(&owner->daemon->loop, &owner->watch);
	TAILQ_REMOVE(&owner->daemon->owners, owner, link);
	free(owner);
}

static void owner_ended(struct tctl_watch *watch, uint32_t events)
{
	struct tctl_owner *owner = (void *)((char *)watch -
			offsetof(struct tctl_owner, watch));

	(void)events;
	owner->session->orphan = 1;
	free_owner(owner);
}

/* Takes the descriptor. 0 or -errno. */
static int watch_owner(struct tctl_daemon *daemon, struct tctl_session *session,
		       int pidfd)
{
	struct tctl_owner *owner = calloc(1, sizeof(*owner));
	int err;

	if (!owner) {
		close(pidfd);
		return -ENOMEM;
	}
	owner->daemon = daemon;
	owner->session = session;
	owner->watch.fd = pidfd;
	owner->watch.ready = owner_ended;
	TAILQ_INSERT_TAIL(&daemon->owners, owner, link);
	err = tctl_loop_add(&daemon->loop, &owner->watch, EPOLLIN);
	if (err)
		free_owner(owner);
	return err;
}

void tctl_owner_set(struct tctl_session *session, struct tctl_client *client)
{
	struct ucred peer;
	socklen_t size = sizeof(peer);
	int pidfd;

	if (getsockopt(client->watch.fd, SOL_SOCKET, SO_PEERCRED, &peer, &size))
		return;
	pidfd = tctl_process_peer(client->watch.fd, (uint32_t)peer.pid);
	if (pidfd < 0 || watch_owner(client->daemon, session, pidfd))
		return;
	session->owner_pid = (uint32_t)peer.pid;
	session->owner_start_ns = tctl_loop_now_ns();
	session->all->dirty = 1;
}

void tctl_owner_drop(struct tctl_daemon *daemon, struct tctl_session *session)
{
	struct tctl_owner *owner;

	session->owner_pid = 0;
	session->orphan = 0;
	session->all->dirty = 1;
	TAILQ_FOREACH(owner, &daemon->owners, link)
		if (owner->session == session) {
			free_owner(owner);
			return;
		}
}

void tctl_owners_adopt(struct tctl_daemon *daemon)
{
	struct tctl_session *session;
	int pidfd;

	TAILQ_FOREACH(session, &daemon->sessions.list, link) {
		if (!session->owner_pid)
			continue;
		pidfd = tctl_process_open(session->owner_pid,
					  session->owner_start_ns);
		if (pidfd < 0 || watch_owner(daemon, session, pidfd))
			session->orphan = 1;
	}
}

void tctl_owners_release(struct tctl_daemon *daemon)
{
	struct tctl_owner *owner;

	while ((owner = TAILQ_FIRST(&daemon->owners)))
		free_owner(owner);
}
