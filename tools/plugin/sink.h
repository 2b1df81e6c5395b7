/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/sink.h: a report as a sink component of babeltrace2. The plugin
 * and the command make the same component classes of it.
 *
 * Parameters (all texts, as people write them, or numbers and booleans): json,
 * top, colour, begin, end, cpu, pid, tid, comm; of report
 * events also event, field, by, from, to, key.
 */
#ifndef TRACECTL_PLUGIN_SINK_H
#define TRACECTL_PLUGIN_SINK_H

#include <babeltrace2/babeltrace.h>
#include "tools/plugin/report.h"

bt_component_class_initialize_method_status tctl_sink_initialize(
		bt_self_component_sink *self,
		const struct tctl_report_class *class, const bt_value *params);
void tctl_sink_finalize(bt_self_component_sink *self);
bt_component_class_sink_graph_is_configured_method_status
tctl_sink_configured(bt_self_component_sink *self);
bt_component_class_sink_consume_method_status tctl_sink_consume(
		bt_self_component_sink *self);

/* For a graph of one's own: a class, to be put, that takes the report as its
   initialize method's data. NULL: see the thread's error. */
const bt_component_class_sink *tctl_sink_class(void);
/* NULL: there is no report of that name. */
const struct tctl_report_class *tctl_sink_report(const char *name);

#endif
