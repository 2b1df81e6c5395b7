/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/report_graph.h: runs a report on traces through babeltrace2.
 * Built with it report_graph.c, without it report_without.c stands behind this.
 */
#ifndef TRACECTL_REPORT_GRAPH_H
#define TRACECTL_REPORT_GRAPH_H

#include <stdbool.h>
#include <stddef.h>

struct tctl_report_param {
	const char *name, *value;
};

/* Is it a report's name? */
bool tctl_report_known(const char *name);

/* paths: directories that are traces or have some below them. Prints report
   and errors; returns an exit code. */
int tctl_report_traces(const char *report, const char *const *paths,
		       const struct tctl_report_param *params,
		       size_t nr_params);

#endif
