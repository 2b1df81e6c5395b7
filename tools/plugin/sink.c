/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/sink.c: messages from the graph to the report, until they end or
 * reading fails: what came before is reported all the same.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tools/plugin/sink.h"
#include "tools/plugin/sink_params.h"

#define PROGRESS_STEP	(1u << 18)

struct sink {
	struct tctl_report report;
	bt_message_iterator *messages;
	uint64_t nr_messages;
	bool progress;		/* to a terminal */
};

static struct sink *sink_of(bt_self_component_sink *self)
{
	return bt_self_component_get_data(
		bt_self_component_sink_as_self_component(self));
}

static void sink_free(struct sink *sink)
{
	BT_MESSAGE_ITERATOR_PUT_REF_AND_RESET(sink->messages);
	tctl_report_release(&sink->report);
	free(sink);
}

bt_component_class_initialize_method_status tctl_sink_initialize(
		bt_self_component_sink *self,
		const struct tctl_report_class *class, const bt_value *params)
{
	bt_self_component *component =
		bt_self_component_sink_as_self_component(self);
	struct sink *sink = tctl_plugin_memory(calloc(1, sizeof(*sink)));
	const char *usage = NULL;
	char *wrong;

	sink->report.class = class;
	wrong = tctl_sink_params_read(&sink->report, params);
	if (!wrong)
		usage = tctl_report_init(&sink->report);
	if (wrong || usage ||
	    bt_self_component_sink_add_input_port(self, "in", NULL, NULL)) {
		BT_CURRENT_THREAD_ERROR_APPEND_CAUSE_FROM_COMPONENT(component,
			"%s", wrong ? wrong : usage ? usage :
			"cannot add the input port");
		free(wrong);
		sink_free(sink);
		return BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_ERROR;
	}
	sink->progress = isatty(STDERR_FILENO);
	bt_self_component_set_data(component, sink);
	return BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_OK;
}

void tctl_sink_finalize(bt_self_component_sink *self)
{
	sink_free(sink_of(self));
}

bt_component_class_sink_graph_is_configured_method_status
tctl_sink_configured(bt_self_component_sink *self)
{
	struct sink *sink = sink_of(self);

	if (bt_message_iterator_create_from_sink_component(self,
			bt_self_component_sink_borrow_input_port_by_name(self,
				"in"), &sink->messages) < 0)
	return BT_COMPONENT_CLASS_SINK_GRAPH_IS_CONFIGURED_METHOD_STATUS_ERROR;
	return BT_COMPONENT_CLASS_SINK_GRAPH_IS_CONFIGURED_METHOD_STATUS_OK;
}

static void sink_progress(struct sink *sink, uint64_t count)
{
	uint64_t before = sink->nr_messages / PROGRESS_STEP;
	char number[TCTL_FORMAT_SIZE];

	sink->nr_messages += count;
	if (sink->progress && sink->nr_messages / PROGRESS_STEP != before)
		fprintf(stderr, "\r%s events read", tctl_format_count(
			sink->report.nr_events, number));
}

static void sink_progress_clear(const struct sink *sink)
{
	if (sink->progress && sink->nr_messages >= PROGRESS_STEP)
		fputs("\r\033[K", stderr);
}

static bt_component_class_sink_consume_method_status sink_usage(
		bt_self_component_sink *self, const char *wrong)
{
	BT_CURRENT_THREAD_ERROR_APPEND_CAUSE_FROM_COMPONENT(
		bt_self_component_sink_as_self_component(self), "%s", wrong);
	return BT_COMPONENT_CLASS_SINK_CONSUME_METHOD_STATUS_ERROR;
}

static bt_component_class_sink_consume_method_status sink_messages(
		bt_self_component_sink *self, bt_message_array_const messages,
		uint64_t count)
{
	struct sink *sink = sink_of(self);
	const char *wrong = NULL;
	uint64_t i;

	for (i = 0; i < count; i++) {
		if (!wrong)
			wrong = tctl_report_message(&sink->report,
						    messages[i]);
		bt_message_put_ref(messages[i]);
	}
	if (wrong)
		return sink_usage(self, wrong);
	sink_progress(sink, count);
	return BT_COMPONENT_CLASS_SINK_CONSUME_METHOD_STATUS_OK;
}

/* The first cause is the one nearest to what went wrong. */
static void sink_broken(struct sink *sink)
{
	const bt_error *error = bt_current_thread_take_error();
	const char *cause = "the trace cannot be read further";

	if (error && bt_error_get_cause_count(error))
		cause = bt_error_cause_get_message(
			bt_error_borrow_cause_by_index(error, 0));
	sink_progress_clear(sink);
	tctl_report_end(&sink->report, stdout, cause);
	if (error)
		bt_current_thread_move_error(error);
}

static bt_component_class_sink_consume_method_status sink_end(
		bt_self_component_sink *self)
{
	struct sink *sink = sink_of(self);

	sink_progress_clear(sink);
	if (tctl_report_end(&sink->report, stdout, NULL))
		return sink_usage(self, "cannot write the report: is the disk "
				  "full?");
	return BT_COMPONENT_CLASS_SINK_CONSUME_METHOD_STATUS_END;
}

bt_component_class_sink_consume_method_status tctl_sink_consume(
		bt_self_component_sink *self)
{
	struct sink *sink = sink_of(self);
	bt_message_array_const messages;
	uint64_t count;

	switch (bt_message_iterator_next(sink->messages, &messages, &count)) {
	case BT_MESSAGE_ITERATOR_NEXT_STATUS_OK:
		return sink_messages(self, messages, count);
	case BT_MESSAGE_ITERATOR_NEXT_STATUS_END:
		return sink_end(self);
	case BT_MESSAGE_ITERATOR_NEXT_STATUS_AGAIN:
		return BT_COMPONENT_CLASS_SINK_CONSUME_METHOD_STATUS_AGAIN;
	case BT_MESSAGE_ITERATOR_NEXT_STATUS_MEMORY_ERROR:
		return BT_COMPONENT_CLASS_SINK_CONSUME_METHOD_STATUS_MEMORY_ERROR;
	default:
		sink_broken(sink);
		return BT_COMPONENT_CLASS_SINK_CONSUME_METHOD_STATUS_ERROR;
	}
}
