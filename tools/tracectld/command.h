/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/command.h: what clients may ask for (tracectld(8), "CLIENT
 * PROTOCOL"). command.c holds the table and what concerns sessions;
 * command_list.c answers questions. Main thread.
 */
#ifndef TRACECTLD_COMMAND_H
#define TRACECTLD_COMMAND_H

#include <jansson.h>
#include "tools/tracectld/client.h"

/* Apply a request; the answer comes now or later, exactly once. */
void tctl_command_apply(struct tctl_client *client, json_t *request);

/* End the sessions whose owners are gone. */
void tctl_command_end_orphans(struct tctl_daemon *daemon);

/* command_list.c */
void tctl_command_ping(struct tctl_client *client, json_t *request);
void tctl_command_list(struct tctl_client *client, json_t *request);
void tctl_command_probes(struct tctl_client *client, json_t *request);
void tctl_command_status(struct tctl_client *client, json_t *request);

#endif
