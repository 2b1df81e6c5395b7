/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/report_without.c: what `tracectl report` does in a build
 * without babeltrace2: it says so.
 */
#include "tools/tracectl/command.h"
#include "tools/tracectl/message.h"
#include "tools/tracectl/report_graph.h"

bool tctl_report_known(const char *name)
{
	(void)name;
	return true;
}

int tctl_report_traces(const char *report, const char *const *paths,
		       const struct tctl_report_param *params, size_t nr_params)
{
	(void)report;
	(void)paths;
	(void)params;
	(void)nr_params;
	tctl_error("cannot report: this tracectl was built without babeltrace2 "
		   "(install libbabeltrace2-dev, then configure and build "
		   "again)");
	return TCTL_EXIT_FAILED;
}
