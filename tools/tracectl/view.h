/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/view.h: printing a trace with babeltrace2; for `view` and
 * `record --view`.
 */
#ifndef TRACECTL_VIEW_H
#define TRACECTL_VIEW_H

/* Runs babeltrace2 [options...] path and waits. options: NULL-terminated or
   NULL. Returns its exit status, or a TCTL_EXIT_*. */
int tctl_view_trace(const char *path, const char *const *options);

#endif
