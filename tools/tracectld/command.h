/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/command.h: what clients may ask for (tracectld(8), "CLIENT
 * PROTOCOL"). command.c holds the table and what concerns sessions;
 * command_select.c chooses events, command_list.c answers questions. Main thread.
 */
#ifndef TRACECTLD_COMMAND_H
#define TRACECTLD_COMMAND_H

#include <jansson.h>
#include "tools/lib/event_text.h"
#include "tools/tracectld/client.h"
#include "tools/tracectld/operation.h"

/* Apply a request; the answer comes now or later, exactly once. */
void tctl_command_apply(struct tctl_client *client, json_t *request);

/* End the sessions whose owners are gone. */
void tctl_command_end_orphans(struct tctl_daemon *daemon);

/* For the commands' files: */

/* Answer with an error. */
__attribute__((format(printf, 3, 4)))
void tctl_command_refuse(struct tctl_client *client, int err,
			 const char *format, ...);
/* The session that the request names; NULL: the client was told why not. */
struct tctl_session *tctl_command_session(struct tctl_client *client,
					  json_t *request, const char *verb);
/* An operation (operation.h); client NULL: nobody waits for the answer. NULL:
   the client was told that there is no memory. */
struct tctl_operation *
tctl_command_begin(struct tctl_daemon *daemon, struct tctl_client *client,
		   struct tctl_session *session, json_t *request,
		   void (*finish)(struct tctl_operation *operation));
/* A finish function with nothing to do. */
void tctl_command_finished(struct tctl_operation *operation);
/* Bring the kernel, and all applications that the session records, to where
   they should be. */
void tctl_command_update(struct tctl_operation *operation);

/* command_select.c */
void tctl_command_enable(struct tctl_client *client, json_t *request);
void tctl_command_disable(struct tctl_client *client, json_t *request);

/* command_list.c */
/* An event's fields: [{"name", "type"}]. */
json_t *tctl_command_fields(const struct tctl_event_text *decl);
void tctl_command_kernel(struct tctl_client *client, json_t *request);
void tctl_command_ping(struct tctl_client *client, json_t *request);
void tctl_command_list(struct tctl_client *client, json_t *request);
void tctl_command_probes(struct tctl_client *client, json_t *request);
void tctl_command_status(struct tctl_client *client, json_t *request);

#endif
