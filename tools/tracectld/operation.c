// SPDX-License-Identifier: GPL-2.0-or-later
/* operation.c: see operation.h. */
#include <stdlib.h>
#include "tools/tracectld/client.h"
#include "tools/tracectld/operation.h"

#define PATIENCE_NS	2000000000u

struct tctl_operation *
tctl_operation_new(struct tctl_daemon *daemon, struct tctl_client *client,
		   struct tctl_session *session, json_t *request,
		   void (*finish)(struct tctl_operation *operation))
{
	struct tctl_operation *operation = calloc(1, sizeof(*operation));

	if (!operation)
		return NULL;
	operation->daemon = daemon;
	operation->client = client;
	operation->session = session;
	operation->request = json_incref(request);
	operation->finish = finish;
	operation->answer = json_pack("{s:b}", "ok", 1);
	operation->failed = json_array();
	operation->deadline_ns = tctl_loop_now_ns() + PATIENCE_NS;
	TAILQ_INSERT_TAIL(&daemon->operations, operation, link);
	return operation;
}

static void note_failure(struct tctl_operation *operation, struct tctl_app *app)
{
	json_array_append_new(operation->failed,
			      json_pack("{s:I, s:s}", "pid",
					(json_int_t)app->pid, "error",
					app->error));
}

void tctl_operation_wait(struct tctl_operation *operation,
			 struct tctl_app *app, uint64_t serial)
{
	struct tctl_wait *waits;

	operation->applications++;
	if (app->error[0]) {
		note_failure(operation, app);
		app->error[0] = 0;
	}
	if (!serial)
		return;
	waits = realloc(operation->waits, (operation->nr_waits + 1) *
			sizeof(*waits));
	if (!waits)
		return;
	operation->waits = waits;
	waits[operation->nr_waits++] = (struct tctl_wait) { app, serial };
}

static json_t *pending_list(const struct tctl_operation *operation)
{
	json_t *list = json_array();
	unsigned int i;

	for (i = 0; i < operation->nr_waits; i++)
		if (operation->waits[i].app)
			json_array_append_new(list, json_integer(
				operation->waits[i].app->pid));
	return list;
}

static void complete(struct tctl_operation *operation)
{
	json_object_set_new(operation->answer, "applications",
			    json_integer(operation->applications));
	json_object_set_new(operation->answer, "pending",
			    pending_list(operation));
	json_object_set(operation->answer, "failed", operation->failed);
	TAILQ_REMOVE(&operation->daemon->operations, operation, link);
	operation->finish(operation);
	if (operation->client)
		tctl_client_answer(operation->client, operation->answer);
	json_decref(operation->answer);
	json_decref(operation->failed);
	json_decref(operation->request);
	free(operation->waits);
	free(operation);
}

static int is_done(const struct tctl_operation *operation)
{
	unsigned int i;

	for (i = 0; i < operation->nr_waits; i++)
		if (operation->waits[i].app)
			return 0;
	return 1;
}

void tctl_operation_begin(struct tctl_operation *operation)
{
	if (is_done(operation))
		complete(operation);
}

/* Finishing one may change the list: begin again. */
static void complete_done(struct tctl_daemon *daemon)
{
	struct tctl_operation *operation;

again:
	TAILQ_FOREACH(operation, &daemon->operations, link)
		if (is_done(operation)) {
			complete(operation);
			goto again;
		}
}

/* 1: the failure was told. */
static int settle(struct tctl_operation *operation, struct tctl_app *app,
		  uint64_t acked, int failed)
{
	unsigned int i;
	int told = 0;

	for (i = 0; i < operation->nr_waits; i++) {
		struct tctl_wait *wait = &operation->waits[i];

		if (wait->app != app || wait->serial > acked)
			continue;
		wait->app = NULL;
		if (failed)
			note_failure(operation, app);
		told |= failed;
	}
	return told;
}

void tctl_operations_ack(struct tctl_daemon *daemon, struct tctl_app *app,
			 int failed)
{
	struct tctl_operation *operation;
	int told = 0;

	TAILQ_FOREACH(operation, &daemon->operations, link)
		told |= settle(operation, app, app->acked, failed);
	if (told)
		app->error[0] = 0;
	complete_done(daemon);
}

void tctl_operations_gone(struct tctl_daemon *daemon, struct tctl_app *app)
{
	struct tctl_operation *operation;

	TAILQ_FOREACH(operation, &daemon->operations, link)
		settle(operation, app, UINT64_MAX, 0);
	complete_done(daemon);
}

void tctl_operations_client_gone(struct tctl_daemon *daemon,
				 struct tctl_client *client)
{
	struct tctl_operation *operation;

	TAILQ_FOREACH(operation, &daemon->operations, link)
		if (operation->client == client)
			operation->client = NULL;
}

void tctl_operations_release(struct tctl_daemon *daemon)
{
	struct tctl_operation *operation;

	while ((operation = TAILQ_FIRST(&daemon->operations)))
		complete(operation);
}

int tctl_operations_expire(struct tctl_daemon *daemon)
{
	struct tctl_operation *operation;
	uint64_t now_ns = tctl_loop_now_ns(), next = UINT64_MAX;

again:
	next = UINT64_MAX;
	TAILQ_FOREACH(operation, &daemon->operations, link) {
		if (operation->deadline_ns <= now_ns) {
			complete(operation);
			goto again;
		}
		if (operation->deadline_ns < next)
			next = operation->deadline_ns;
	}
	return next == UINT64_MAX ? -1 : (int)((next - now_ns) / 1000000) + 1;
}
