/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/pattern.h: what people may write for events, levels and
 * session names, checked before anything is asked of the daemon.
 */
#ifndef TRACECTL_PATTERN_H
#define TRACECTL_PATTERN_H

#include <jansson.h>
#include "tools/tracectl/command.h"

/*
 * A pattern is compared with "provider:name" as a whole; '*' stands for any
 * characters, '?' for one, ':' included. One without any of these could never
 * match and is refused. Each function reports its error and returns
 * TCTL_EXIT_OK or TCTL_EXIT_USAGE. texts may be NULL.
 */
int tctl_pattern_check(const struct tctl_command *command,
		       const char *const *texts);
/* The kernel's events may be named without their group. */
int tctl_pattern_check_kernel(const struct tctl_command *command,
			      const char *const *texts);

/* A log level by its name or number; *ret_level 0 (emerg) .. 14 (debug). */
int tctl_pattern_level(const struct tctl_command *command, const char *text,
		       int *ret_level);

/* [A-Za-z0-9_.-]{1,64} */
int tctl_pattern_session(const struct tctl_command *command, const char *text);

/* A JSON array of texts; empty for NULL. */
json_t *tctl_pattern_array(const char *const *texts);

const char *tctl_level_name(int level);

#endif
