/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/sink_class.c: the component classes without a plugin file, for
 * the command's own graph. The report's class is the initialize method's data.
 */
#include <string.h>
#include "tools/plugin/sink.h"

static bt_component_class_initialize_method_status class_initialize(
		bt_self_component_sink *self,
		bt_self_component_sink_configuration *configuration,
		const bt_value *params, void *data)
{
	(void)configuration;
	return tctl_sink_initialize(self, data, params);
}

const struct tctl_report_class *tctl_sink_report(const char *name)
{
	size_t i;

	if (!strcmp(name, tctl_report_export.name))
		return &tctl_report_export;
	if (!strcmp(name, tctl_report_html.name))
		return &tctl_report_html;
	for (i = 0; tctl_report_classes[i]; i++)
		if (!strcmp(tctl_report_classes[i]->name, name))
			return tctl_report_classes[i];
	return NULL;
}

const bt_component_class_sink *tctl_sink_class(void)
{
	bt_component_class_sink *class =
		bt_component_class_sink_create("report", tctl_sink_consume);

	if (!class)
		return NULL;
	if (bt_component_class_sink_set_initialize_method(class,
			class_initialize) ||
	    bt_component_class_sink_set_finalize_method(class,
			tctl_sink_finalize) ||
	    bt_component_class_sink_set_graph_is_configured_method(class,
			tctl_sink_configured)) {
		bt_component_class_sink_put_ref(class);
		return NULL;
	}
	return class;
}
