/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/report.c: what all reports share: messages to events, the
 * window and the filter, losses, and what is printed above each report.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tools/plugin/report.h"
#include "tools/plugin/stack_tables.h"

#define MAX_LOSSES_SHOWN	20

const struct tctl_report_class *const tctl_report_classes[] = {
	&tctl_report_summary,
	&tctl_report_events,
	&tctl_report_cpu,
	&tctl_report_sched,
	&tctl_report_syscalls,
	&tctl_report_io,
	&tctl_report_files,
	&tctl_report_irq,
	&tctl_report_memory,
	&tctl_report_locks,
	&tctl_report_profile,
	&tctl_report_offcpu,
	NULL
};

const char *tctl_report_init(struct tctl_report *report)
{
	report->data = tctl_plugin_memory(calloc(1, report->class->size));
	tctl_state_init(&report->state);
	tctl_event_classes_init(&report->classes);
	return report->class->begin ? report->class->begin(report) : NULL;
}

void tctl_report_release(struct tctl_report *report)
{
	if (report->data)
		report->class->release(report);
	free(report->data);
	tctl_state_release(&report->state);
	tctl_event_classes_release(&report->classes);
	tctl_filter_release(&report->filter);
	free((char *)report->filter.begin);
	free((char *)report->filter.end);
	free(report->losses);
	free(report->options.event);
	free(report->options.field);
	free(report->options.by);
	free(report->options.from);
	free(report->options.to);
	free(report->options.key);
	free(report->options.format);
	free(report->options.output);
}

int64_t tctl_report_begin_ns(const struct tctl_report *report)
{
	return report->filter.begin_ns > report->first_ns ?
		       report->filter.begin_ns : report->first_ns;
}

int64_t tctl_report_end_ns(const struct tctl_report *report)
{
	int64_t begin = tctl_report_begin_ns(report), end = report->last_ns;

	if (report->filter.end_ns < end)
		end = report->filter.end_ns;
	return end > begin ? end : begin;
}

bool tctl_report_wants(const struct tctl_report *report,
		       const struct tctl_event *event)
{
	return event->inside && tctl_filter_cpu(&report->filter, event->cpu) &&
	       tctl_filter_task(&report->filter, event->pid, event->tid,
				event->comm);
}

bool tctl_report_wants_task(struct tctl_report *report, int64_t tid)
{
	const struct tctl_task *task;

	if (!tctl_filter_has_task(&report->filter))
		return true;
	if (tid < 0)
		return false;
	task = tctl_state_task(&report->state, tid);
	return tctl_filter_task(&report->filter, task->pid, tid, task->comm);
}

const char *tctl_report_task_name(struct tctl_report *report, int64_t tid,
				  char buf[TCTL_TASK_NAME_SIZE])
{
	const char *comm;

	if (tid < 0)
		return strcpy(buf, "?");
	comm = tctl_state_comm(&report->state, tid);
	snprintf(buf, TCTL_TASK_NAME_SIZE, "%s (%" PRId64 ")",
		 comm ? comm : "?", tid);
	return buf;
}

const char *tctl_report_process_name(struct tctl_report *report, int64_t pid,
				     int64_t tid,
				     char buf[TCTL_TASK_NAME_SIZE])
{
	int64_t number = pid >= 0 ? pid : tid;
	const char *comm;

	if (number < 0)
		return "not known";
	comm = tctl_state_task(&report->state, number)->comm;
	if (!*comm && tid >= 0)
		comm = tctl_state_task(&report->state, tid)->comm;
	snprintf(buf, TCTL_TASK_NAME_SIZE, "%s (%s%" PRId64 ")",
		 *comm ? comm : "?", pid >= 0 ? "" : "thread ", number);
	return buf;
}

bool tctl_report_can_run(const struct tctl_report *report,
			 const struct tctl_report_class *class,
			 char buf[TCTL_LACKS_SIZE])
{
	size_t i, at = 0, lacking = 0;

	*buf = '\0';
	for (i = 0; i < TCTL_MAX_NEEDS && class->needs[i]; i++) {
		if (report->kinds[class->needs[i]])
			continue;
		lacking++;
		at += snprintf(buf + at, TCTL_LACKS_SIZE - at, "%s%s",
			       !at ? "" : class->needs_any ? " or " : ", ",
			       tctl_kind_name(class->needs[i]));
	}
	return !lacking || (class->needs_any && lacking < i);
}

static const char *report_event(struct tctl_report *report,
				const bt_message *message)
{
	struct tctl_event event = { .time_ns = report->last_ns };

	tctl_event_decode(&event, &report->classes, message);
	if (!report->nr_events++) {
		report->first_ns = report->last_ns = event.time_ns;
		if (tctl_filter_begin(&report->filter, event.time_ns))
			return "begin and end are +SECONDS, SECONDS or "
			       "HH:MM:SS, each with a fraction";
	}
	if (event.time_ns > report->last_ns)
		report->last_ns = event.time_ns;
	event.inside = tctl_filter_inside(&report->filter, event.time_ns);
	report->kinds[event.class->kind] = true;
	if (event.class->has_stack)
		report->kinds[TCTL_KIND_STACK] = true;
	tctl_state_resolve(&report->state, &event);
	if (tctl_report_wants(report, &event)) {
		event.class->count++;
		report->nr_inside++;
	}
	report->class->event(report, &event);
	tctl_state_update(&report->state, &event);
	return NULL;
}

/* Streams have no CPU: that of a packet's context is looked up as text of the
   stream's name, CHANNEL_CPU, as all known tracers name them. */
static int64_t stream_cpu(const bt_stream *stream)
{
	const char *name = bt_stream_get_name(stream), *cpu;
	char *end;
	int64_t number;

	cpu = name ? strrchr(name, '_') : NULL;
	if (!cpu || !cpu[1])
		return -1;
	number = strtol(cpu + 1, &end, 10);
	return *end || number < 0 ? -1 : number;
}

static void loss_add(struct tctl_report *report, const struct tctl_loss *loss)
{
	report->losses = tctl_plugin_memory(reallocarray(report->losses,
			report->nr_losses + 1, sizeof(*report->losses)));
	report->losses[report->nr_losses++] = *loss;
}

static int64_t snapshot_ns(const bt_clock_snapshot *snapshot)
{
	int64_t ns;

	if (bt_clock_snapshot_get_ns_from_origin(snapshot, &ns) ==
	    BT_CLOCK_SNAPSHOT_GET_NS_FROM_ORIGIN_STATUS_OK)
		return ns;
	bt_current_thread_clear_error();
	return TCTL_NOTHING;
}

static void report_lost_events(struct tctl_report *report,
			       const bt_message *message)
{
	const bt_stream *stream =
		bt_message_discarded_events_borrow_stream_const(message);
	struct tctl_loss loss = {
		.begin_ns = TCTL_NOTHING, .end_ns = TCTL_NOTHING,
		.cpu = stream_cpu(stream), .events = TCTL_NOTHING,
	};
	uint64_t count;

	if (bt_message_discarded_events_get_count(message, &count) ==
	    BT_PROPERTY_AVAILABILITY_AVAILABLE)
		loss.events = count;
	if (bt_stream_class_discarded_events_have_default_clock_snapshots(
			bt_stream_borrow_class_const(stream))) {
		loss.begin_ns = snapshot_ns(
	bt_message_discarded_events_borrow_beginning_default_clock_snapshot_const(
				message));
		loss.end_ns = snapshot_ns(
	bt_message_discarded_events_borrow_end_default_clock_snapshot_const(
				message));
	}
	loss_add(report, &loss);
}

static void report_lost_packets(struct tctl_report *report,
				const bt_message *message)
{
	const bt_stream *stream =
		bt_message_discarded_packets_borrow_stream_const(message);
	struct tctl_loss loss = {
		.begin_ns = TCTL_NOTHING, .end_ns = TCTL_NOTHING,
		.cpu = stream_cpu(stream), .events = TCTL_NOTHING,
		.packets = true,
	};
	uint64_t count;

	if (bt_message_discarded_packets_get_count(message, &count) ==
	    BT_PROPERTY_AVAILABILITY_AVAILABLE)
		loss.events = count;
	if (bt_stream_class_discarded_packets_have_default_clock_snapshots(
			bt_stream_borrow_class_const(stream))) {
		loss.begin_ns = snapshot_ns(
	bt_message_discarded_packets_borrow_beginning_default_clock_snapshot_const(
				message));
		loss.end_ns = snapshot_ns(
	bt_message_discarded_packets_borrow_end_default_clock_snapshot_const(
				message));
	}
	loss_add(report, &loss);
}

const char *tctl_report_message(struct tctl_report *report,
				const bt_message *message)
{
	const char *wrong = NULL;

	if (report->class->message)
		wrong = report->class->message(report, message);
	if (wrong)
		return wrong;
	switch (bt_message_get_type(message)) {
	case BT_MESSAGE_TYPE_EVENT:
		return report_event(report, message);
	case BT_MESSAGE_TYPE_DISCARDED_EVENTS:
		report_lost_events(report, message);
		return NULL;
	case BT_MESSAGE_TYPE_DISCARDED_PACKETS:
		report_lost_packets(report, message);
		return NULL;
	default:
		return NULL;
	}
}

static bool loss_matters(const struct tctl_report *report,
			 const struct tctl_loss *loss)
{
	if (!tctl_filter_cpu(&report->filter, loss->cpu) && loss->cpu >= 0)
		return false;
	if (!report->nr_events || loss->begin_ns == TCTL_NOTHING)
		return true;
	return loss->begin_ns < report->filter.end_ns &&
	       loss->end_ns >= report->filter.begin_ns;
}

static void losses_table(const struct tctl_report *report,
			 struct tctl_output *output)
{
	static const struct tctl_column columns[] = {
		{ "cpu", "CPU", TCTL_ID },
		{ "begin_ns", "between", TCTL_TIME },
		{ "end_ns", "and", TCTL_TIME },
		{ "count", "lost", TCTL_COUNT },
		{ "what", "of", TCTL_TEXT },
		{ NULL, NULL, 0 }
	};
	const struct tctl_loss *loss;
	struct tctl_rows table;
	size_t i;

	tctl_rows_begin(&table, output, "losses", NULL, columns,
			 output->json ? 0 : MAX_LOSSES_SHOWN);
	for (i = 0; i < report->nr_losses; i++) {
		loss = &report->losses[i];
		if (!loss_matters(report, loss))
			continue;
		tctl_rows_add(&table, loss->cpu < 0 ? TCTL_NOTHING : loss->cpu,
			       loss->begin_ns, loss->end_ns, loss->events,
			       loss->packets ? "packets" : "events");
	}
	tctl_rows_end(&table);
}

static void report_losses(const struct tctl_report *report,
			  struct tctl_output *output)
{
	static const struct tctl_column lost = { "lost", "lost", TCTL_COUNT };
	uint64_t events = 0, packets = 0;
	char number[TCTL_FORMAT_SIZE];
	const struct tctl_loss *loss;
	bool unknown = false;
	size_t i, nr = 0;

	for (i = 0; i < report->nr_losses; i++) {
		loss = &report->losses[i];
		if (!loss_matters(report, loss))
			continue;
		nr++;
		if (loss->events == TCTL_NOTHING)
			unknown = true;
		else if (loss->packets)
			packets += loss->events;
		else
			events += loss->events;
	}
	if (output->json)
		tctl_output_value(output, &lost, (int64_t)events);
	if (!nr)
		return;
	tctl_output_warn(output, "the tracer lost %s%s events%s%s: what follows "
			 "is less than what happened", unknown ? "at least " :
			 "", tctl_format_count(events, number),
			 packets ? " and whole packets of them" : "",
			 output->json ? "" : ", where is shown below");
	losses_table(report, output);
}

static void report_head(struct tctl_report *report, struct tctl_output *output,
			const char *broken)
{
	static const struct tctl_column values[] = {
		{ "report", "report", TCTL_TEXT },
		{ "begin_ns", "begin", TCTL_TIME },
		{ "end_ns", "end", TCTL_TIME },
		{ "span_ns", "span", TCTL_NS },
		{ "events", "events", TCTL_COUNT },
	};
	int64_t begin = tctl_report_begin_ns(report);
	int64_t end = tctl_report_end_ns(report);
	bool any = report->nr_events;

	tctl_output_value(output, &values[0], report->class->name);
	tctl_output_value(output, &values[1], any ? begin : TCTL_NOTHING);
	tctl_output_value(output, &values[2], any ? end : TCTL_NOTHING);
	tctl_output_value(output, &values[3], any ? end - begin :
						    (int64_t)0);
	tctl_output_value(output, &values[4], (int64_t)report->nr_inside);
	if (broken)
		tctl_output_warn(output, "reading ended early, the numbers "
				 "are of what came before: %s", broken);
	report_losses(report, output);
	if (!any)
		tctl_output_note(output, "There is no event in the trace.");
	else if (!report->nr_inside)
		tctl_output_note(output, "No event is within the window and "
				 "the filter.");
}

static bool report_colour(const struct tctl_report *report, FILE *stream)
{
	const char *colour = report->options.colour;

	if (!strcmp(colour, "auto"))
		return isatty(fileno(stream)) && !getenv("NO_COLOR");
	return !strcmp(colour, "always");
}

/* What follows is read by programs: no word but the report's. */
static int report_end_format(struct tctl_report *report, FILE *stream)
{
	const char *title, *unit;
	struct tctl_flame flame;

	if (report->nr_losses)
		fputs("tracectl: WARNING: the tracer lost events: what is "
		      "written is less than what happened\n", stderr);
	report->class->flame(report, &flame, &title, &unit);
	tctl_stack_format(report, &flame, stream, title, unit);
	tctl_flame_release(&flame);
	return fflush(stream) || ferror(stream) ? -EIO : 0;
}

int tctl_report_end(struct tctl_report *report, FILE *stream,
		    const char *broken)
{
	struct tctl_output output;
	char lacks[TCTL_LACKS_SIZE];

	if (report->class->write)
		return report->class->write(report, broken);
	if (report->class->flame && report->options.format &&
	    strcmp(report->options.format, "table"))
		return report_end_format(report, stream);
	tctl_output_init(&output, stream, report->options.json,
			 report_colour(report, stream));
	report_head(report, &output, broken);
	if (tctl_report_can_run(report, report->class, lacks))
		report->class->print(report, &output);
	else
		tctl_output_note(&output, "Report %s needs the events %s, "
				 "which this trace doesn't have: record them.",
				 report->class->name, lacks);
	return tctl_output_end(&output);
}
