/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/plugin.c: what babeltrace2 finds in babeltrace-plugin-tracectl:
 * one sink component class for each report and document.
 */
#include "tools/plugin/sink.h"

BT_PLUGIN_MODULE();
BT_PLUGIN(tracectl);
BT_PLUGIN_DESCRIPTION("Reports on traces of kernel and applications");
BT_PLUGIN_AUTHOR("The tracectl project");
BT_PLUGIN_LICENSE("GPL-2.0-or-later");

/* name: of the component class; id: of the report's variable. */
#define REPORT_NAMED(id, name, description)				\
	static bt_component_class_initialize_method_status		\
	initialize_##id(bt_self_component_sink *self,			\
			bt_self_component_sink_configuration *config,	\
			const bt_value *params, void *data)		\
	{								\
		(void)config;						\
		(void)data;						\
		return tctl_sink_initialize(self, &tctl_report_##id,	\
					    params);			\
	}								\
	BT_PLUGIN_SINK_COMPONENT_CLASS_WITH_ID(auto, id, name,		\
		tctl_sink_consume);					\
	BT_PLUGIN_SINK_COMPONENT_CLASS_DESCRIPTION(id, description);	\
	BT_PLUGIN_SINK_COMPONENT_CLASS_HELP(id,				\
		"Parameters: see tracectl-report(1), whose options they are."); \
	BT_PLUGIN_SINK_COMPONENT_CLASS_INITIALIZE_METHOD(id,		\
		initialize_##id);					\
	BT_PLUGIN_SINK_COMPONENT_CLASS_FINALIZE_METHOD(id,		\
		tctl_sink_finalize);					\
	BT_PLUGIN_SINK_COMPONENT_CLASS_GRAPH_IS_CONFIGURED_METHOD(id,	\
		tctl_sink_configured)
#define REPORT(id, description)	REPORT_NAMED(id, #id, description)

REPORT(summary, "What is in the trace");
REPORT(events, "Any event's fields, pairs of events as latencies");
REPORT(cpu, "Who had the CPUs");
REPORT(sched, "How long tasks waited for a CPU");
REPORT(syscalls, "System calls: time, errors, slowest");
REPORT(io, "Descriptors, disks, network: bytes and time");
REPORT(files, "Files: opened, read, written");
REPORT(irq, "Interrupt handlers and softirqs");
REPORT(memory, "Allocated and not freed");
REPORT(locks, "Mutexes: who waited, for whom, how long");
REPORT(profile, "Where time was spent, by sampled stacks");
REPORT_NAMED(offcpu, "off-cpu", "Where tasks slept, and how long");
REPORT(html, "A page with pictures of all of it");
REPORT(export, "The trace in the format of another viewer");
