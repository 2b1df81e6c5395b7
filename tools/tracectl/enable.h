/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/enable.h: what to record, as a request; for `enable`,
 * `disable` and `record`.
 */
#ifndef TRACECTL_ENABLE_H
#define TRACECTL_ENABLE_H

#include <jansson.h>
#include "tools/tracectl/command.h"

struct tctl_enable {
	const char *const *patterns;	/* NULL-terminated */
	const char *const *exclude;	/* NULL: none */
	const char *level;		/* texts; at most one is not NULL */
	const char *level_only;
	int kernel;			/* the kernel's events */
};

/* Checks it all. Returns TCTL_EXIT_OK or TCTL_EXIT_USAGE; *ret_request lacks
   the session and is the caller's. */
int tctl_enable_request(const struct tctl_command *command,
			const struct tctl_enable *enable,
			json_t **ret_request);

/* Takes the request, adds session and channel (NULL: the only one), asks. */
int tctl_enable_ask(const char *session, const char *channel, json_t *request,
		    json_t **ret_answer);

#endif
