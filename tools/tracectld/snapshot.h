/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/snapshot.h: writes what a session's overwrite channels hold
 * at this moment into a folder of its own; recording goes on. Main thread;
 * takes the sessions' lock.
 */
#ifndef TRACECTLD_SNAPSHOT_H
#define TRACECTLD_SNAPSHOT_H

#include <stddef.h>
#include <jansson.h>
#include "tools/tracectld/session.h"

/*
 * request may name an "output" folder, which must not exist; else it is
 * snapshot-N in the session's. Adds "output" and "totals" to the answer. On
 * failure -errno and error says why.
 */
int tctl_snapshot_take(struct tctl_session *session, json_t *request,
		       json_t *answer, char *error, size_t error_size);

#endif
