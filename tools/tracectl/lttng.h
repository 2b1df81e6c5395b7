/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/lttng.h: processes that were made for LTTng-UST, and whether
 * the bridge is in them.
 */
#ifndef TRACECTL_LTTNG_H
#define TRACECTL_LTTNG_H

#include <jansson.h>
#include <sys/types.h>

#define TCTL_LTTNG_LIBRARY	"libtracectl-lttng-ust.so"

enum tctl_lttng {
	TCTL_LTTNG_NONE,	/* nothing of LTTng is loaded, or not to be seen */
	TCTL_LTTNG_BRIDGED,
	TCTL_LTTNG_ALONE,	/* started without the bridge */
	TCTL_LTTNG_OLD,		/* of a release that has other interfaces */
};

/* By what is mapped into it. */
enum tctl_lttng tctl_lttng_of(pid_t pid);

/* Why the bridge is not in it and what to do; "" when it is. */
const char *tctl_lttng_reason(enum tctl_lttng state);

/* All processes that are not _NONE: an array of {pid, procname, bridge} and,
   where there is none, reason. */
json_t *tctl_lttng_processes(void);

#endif
