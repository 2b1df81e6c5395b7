/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/client.h: connections of clients to ctl.sock: one JSON object
 * per line each way. A client's next command is read when the last one is
 * answered. Main thread.
 */
#ifndef TRACECTLD_CLIENT_H
#define TRACECTLD_CLIENT_H

#include <jansson.h>
#include "tools/tracectld/daemon.h"

#define TCTL_CLIENT_MAX_LINE	(4u << 20)

struct tctl_client {
	struct tctl_watch watch;
	TAILQ_ENTRY(tctl_client) link;
	struct tctl_daemon *daemon;
	int busy;		/* a command waits for its answer */
	int failed;
	int ended;		/* sends no more */
	char *in, *out;
	size_t in_size, in_room, out_size, out_sent;
};

int tctl_clients_init(struct tctl_daemon *daemon);
void tctl_clients_release(struct tctl_daemon *daemon);

/* Send an answer (borrowed). */
void tctl_client_answer(struct tctl_client *client, json_t *answer);
/* {"ok": false, ...}: err is a -errno. */
void tctl_client_refuse(struct tctl_client *client, int err, const char *error);

#endif
