/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/kernel/tracefs.h: the kernel's descriptions of its tracepoints: tracefs
 * opened and its format files read. No locks.
 */
#ifndef TOOLS_KERNEL_TRACEFS_H
#define TOOLS_KERNEL_TRACEFS_H

#include <stddef.h>

/*
 * A descriptor of tracefs's folder "events", close()d by the caller. Where
 * tracefs is not mounted it is mounted for this descriptor alone: no path leads
 * there, and the mount ends with the last descriptor. On failure -errno, and
 * error says why and what to do.
 */
int tctl_tracefs_open(char *error, size_t error_size);

/*
 * Calls fn for each SYSTEM/NAME below events that has a format file, with the
 * file's text, which fn may change. What vanishes meanwhile is left out. Stops
 * at the first value but 0 that fn returns, and returns it. events stays open.
 */
typedef int tctl_tracefs_format_fn(void *arg, const char *system,
				   const char *name, char *text);
int tctl_tracefs_formats(int events, tctl_tracefs_format_fn *fn, void *arg);

#endif
