/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/sink_params.h: reading a sink's parameters.
 */
#ifndef TRACECTL_PLUGIN_SINK_PARAMS_H
#define TRACECTL_PLUGIN_SINK_PARAMS_H

#include <babeltrace2/babeltrace.h>
#include "tools/plugin/report.h"

/* NULL, or what is wrong as a sentence; to be freed. */
char *tctl_sink_params_read(struct tctl_report *report,
			    const bt_value *params);

#endif
