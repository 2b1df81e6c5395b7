/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/view_errno.h: what a failed system call returned, by name:
 * "ret = -2" in a line of babeltrace2 becomes "ret = -2 (ENOENT)".
 */
#ifndef TRACECTL_VIEW_ERRNO_H
#define TRACECTL_VIEW_ERRNO_H

#include <stdio.h>

/* Print a line of text, colours and all. */
void tctl_view_errno_line(const char *line, FILE *out);

/* All lines of in. */
void tctl_view_errno(FILE *in, FILE *out);

#endif
