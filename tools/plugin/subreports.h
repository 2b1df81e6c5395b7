/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/subreports.h: all reports on one trace at the same time, each
 * with the window and the filter of the report that holds them.
 */
#ifndef TRACECTL_PLUGIN_SUBREPORTS_H
#define TRACECTL_PLUGIN_SUBREPORTS_H

#include "tools/plugin/report.h"

struct tctl_subreports {
	size_t nr;
	struct tctl_report *reports;
};

void tctl_subreports_init(struct tctl_subreports *subreports,
			  const struct tctl_report *report);
void tctl_subreports_release(struct tctl_subreports *subreports);
/* NULL, or what is wrong with the window. */
const char *tctl_subreports_message(struct tctl_subreports *subreports,
				    const bt_message *message);
/* What each prints with --json; those that the trace has nothing for are left
   out. Numbers that are not exact in a double are texts. */
json_t *tctl_subreports_json(struct tctl_subreports *subreports,
			     const char *broken);
/* Their flame graphs, as in flame_json.h. */
json_t *tctl_subreports_flames(struct tctl_subreports *subreports,
			       size_t max_nodes);

#endif
