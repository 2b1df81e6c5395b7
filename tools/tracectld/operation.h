/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/operation.h: a client's command whose answer waits until
 * applications have acknowledged, or two seconds. Main thread.
 */
#ifndef TRACECTLD_OPERATION_H
#define TRACECTLD_OPERATION_H

#include <stdint.h>
#include <jansson.h>
#include "tools/tracectld/app.h"

struct tctl_client;

struct tctl_wait {
	struct tctl_app *app;	/* NULL: answered or gone */
	uint64_t serial;
};

struct tctl_operation {
	TAILQ_ENTRY(tctl_operation) link;
	struct tctl_daemon *daemon;
	struct tctl_client *client;	/* NULL: it has left */
	struct tctl_session *session;
	uint64_t deadline_ns;
	unsigned int nr_waits, applications;
	struct tctl_wait *waits;
	json_t *answer;			/* pending and failed are added */
	json_t *failed;
	json_t *request;		/* of the client */
	/* Completes the answer, which is then sent. May free the session. */
	void (*finish)(struct tctl_operation *operation);
};

/* NULL: no memory. */
struct tctl_operation *
tctl_operation_new(struct tctl_daemon *daemon, struct tctl_client *client,
		   struct tctl_session *session, json_t *request,
		   void (*finish)(struct tctl_operation *operation));
/* Wait for an application; serial 0: it only counts. */
void tctl_operation_wait(struct tctl_operation *operation,
			 struct tctl_app *app, uint64_t serial);
/* All waits were added: the answer may come at once. */
void tctl_operation_begin(struct tctl_operation *operation);

/* An application acknowledged (app->acked); it reported a failure. */
void tctl_operations_ack(struct tctl_daemon *daemon, struct tctl_app *app,
			 int failed);
void tctl_operations_gone(struct tctl_daemon *daemon, struct tctl_app *app);
void tctl_operations_client_gone(struct tctl_daemon *daemon,
				 struct tctl_client *client);
/* Finish all of them as they are. */
void tctl_operations_release(struct tctl_daemon *daemon);
/* Finish what waits too long. Returns ms until the next, -1: none. */
int tctl_operations_expire(struct tctl_daemon *daemon);

#endif
