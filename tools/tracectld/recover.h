/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/recover.h: completes the traces that a daemon left behind
 * when it was killed, without starting another one: `tracectl recover`.
 */
#ifndef TRACECTLD_RECOVER_H
#define TRACECTLD_RECOVER_H

#include <stddef.h>
#include <jansson.h>

/*
 * runtime: the daemon's runtime directory, in which no daemon runs. Writes what
 * the rings hold, and removes sessions and regions whose data is complete.
 * *ret_sessions: array of {name, output, events, lost, bytes, packets,
 * error?}. Returns 0 or -errno, error says why and what to do; a session that
 * could not be written makes it fail, too, and stays.
 */
int tctl_recover(const char *runtime, json_t **ret_sessions, char *error,
		 size_t error_size);

#endif
