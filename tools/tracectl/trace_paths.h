/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/trace_paths.h: the CTF traces at or below a directory.
 */
#ifndef TRACECTL_TRACE_PATHS_H
#define TRACECTL_TRACE_PATHS_H

#include <stddef.h>

struct tctl_trace_paths {
	size_t nr;
	char **paths;		/* sorted */
};

/* Adds those of one directory, symbolic links below it not followed. 0, -ENOENT
   when there is none, or -errno. */
int tctl_trace_paths_add(struct tctl_trace_paths *traces, const char *path);
void tctl_trace_paths_release(struct tctl_trace_paths *traces);

#endif
