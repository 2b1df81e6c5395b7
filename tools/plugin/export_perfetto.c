/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/export_perfetto.c: a trace of Perfetto: the scheduler's and
 * interrupts' events as the kernel's own (FtraceEvent), which its viewer makes
 * CPU tracks and thread states of; system calls, spans and other events as
 * TrackEvents on tracks of threads. The numbers are those of the fields in
 * Perfetto's published protos.
 */
#include <inttypes.h>
#include <stdlib.h>
#include "tools/plugin/export.h"
#include "tools/plugin/field_json.h"
#include "tools/plugin/proto.h"
#include "tools/plugin/timeline.h"

#define KERNEL_PRIO	100	/* what tracers take off a task's prio */
#define NAME_SIZE	64

enum { TRACE_PACKET = 1 };
enum {
	PACKET_FTRACE = 1,
	PACKET_TIMESTAMP = 8,
	PACKET_SEQUENCE = 10,
	PACKET_TRACK_EVENT = 11,
	PACKET_TRACK = 60,
};
enum { BUNDLE_CPU = 1, BUNDLE_EVENT = 2 };
enum {
	FTRACE_TIMESTAMP = 1,
	FTRACE_PID = 2,
	FTRACE_SWITCH = 4,
	FTRACE_WAKEUP = 17,
	FTRACE_WAKING = 20,
	FTRACE_SOFTIRQ_ENTRY = 24,
	FTRACE_SOFTIRQ_EXIT = 25,
	FTRACE_SOFTIRQ_RAISE = 26,
	FTRACE_IRQ_ENTRY = 36,
	FTRACE_IRQ_EXIT = 37,
};
enum { TRACK_UUID = 1, TRACK_NAME = 2, TRACK_PROCESS = 3, TRACK_THREAD = 4 };
enum { PROCESS_PID = 1, PROCESS_NAME = 6 };
enum { THREAD_PID = 1, THREAD_TID = 2, THREAD_NAME = 5 };
enum {
	EVENT_ANNOTATION = 4,
	EVENT_TYPE = 9,
	EVENT_UUID = 11,
	EVENT_CATEGORY = 22,
	EVENT_NAME = 23,
};
enum { TYPE_BEGIN = 1, TYPE_END = 2, TYPE_INSTANT = 3 };
enum {
	ANNOTATION_UINT = 3,
	ANNOTATION_INT = 4,
	ANNOTATION_REAL = 5,
	ANNOTATION_TEXT = 6,
	ANNOTATION_NAME = 10,
};

/* Which field of ours becomes which of theirs. */
struct ftrace_field {
	const char *name;	/* NULL ends the list */
	unsigned int field;
	bool text;
	int add;
};

static const struct ftrace_field switch_fields[] = {
	{ "prev_comm", 1, true, 0 },
	{ "prev_tid", 2, false, 0 },
	{ "prev_prio", 3, false, KERNEL_PRIO },
	{ "prev_state", 4, false, 0 },
	{ "next_comm", 5, true, 0 },
	{ "next_tid", 6, false, 0 },
	{ "next_prio", 7, false, KERNEL_PRIO },
	{ NULL, 0, false, 0 }
};
static const struct ftrace_field wakeup_fields[] = {
	{ "comm", 1, true, 0 },
	{ "tid", 2, false, 0 },
	{ "prio", 3, false, KERNEL_PRIO },
	{ "target_cpu", 5, false, 0 },
	{ NULL, 0, false, 0 }
};
static const struct ftrace_field irq_entry_fields[] = {
	{ "irq", 1, false, 0 },
	{ "name", 2, true, 0 },
	{ NULL, 0, false, 0 }
};
static const struct ftrace_field irq_exit_fields[] = {
	{ "irq", 1, false, 0 },
	{ "ret", 2, false, 0 },
	{ NULL, 0, false, 0 }
};
static const struct ftrace_field softirq_fields[] = {
	{ "vec", 1, false, 0 },
	{ NULL, 0, false, 0 }
};

static const struct ftrace_event {
	enum tctl_kind kind;
	unsigned int field;
	const struct ftrace_field *fields;
} ftrace_events[] = {
	{ TCTL_KIND_SWITCH, FTRACE_SWITCH, switch_fields },
	{ TCTL_KIND_WAKEUP, FTRACE_WAKEUP, wakeup_fields },
	{ TCTL_KIND_WAKING, FTRACE_WAKING, wakeup_fields },
	{ TCTL_KIND_IRQ_ENTRY, FTRACE_IRQ_ENTRY, irq_entry_fields },
	{ TCTL_KIND_IRQ_EXIT, FTRACE_IRQ_EXIT, irq_exit_fields },
	{ TCTL_KIND_SOFTIRQ_RAISE, FTRACE_SOFTIRQ_RAISE, softirq_fields },
	{ TCTL_KIND_SOFTIRQ_ENTRY, FTRACE_SOFTIRQ_ENTRY, softirq_fields },
	{ TCTL_KIND_SOFTIRQ_EXIT, FTRACE_SOFTIRQ_EXIT, softirq_fields },
};

/* Tracks are found by these; the low 32 bits are a CPU, tid or pid. */
enum track_space {
	SPACE_LOST = 1,
	SPACE_CPU,
	SPACE_THREAD,
	SPACE_PROCESS,
};

struct perfetto {
	struct tctl_timeline timeline;
	struct tctl_map tracks;		/* struct tctl_key: described ones */
	struct tctl_proto packet;
};

static size_t packet_begin(struct perfetto *perfetto, int64_t ns)
{
	struct tctl_proto *packet = &perfetto->packet;
	size_t at;

	packet->nr = 0;
	at = tctl_proto_begin(packet, TRACE_PACKET);
	if (ns != TCTL_NOTHING)
		tctl_proto_number(packet, PACKET_TIMESTAMP, ns);
	tctl_proto_number(packet, PACKET_SEQUENCE, 1);
	return at;
}

static void packet_write(struct tctl_export *export, size_t at)
{
	struct perfetto *perfetto = export->data;

	tctl_proto_end(&perfetto->packet, at);
	fwrite(perfetto->packet.bytes, 1, perfetto->packet.nr,
	       export->stream);
}

/* --- tracks */

static uint64_t track_uuid(enum track_space space, int64_t number)
{
	return (uint64_t)space << 32 | (uint32_t)number;
}

/* True: it has to be described. */
static bool track_is_new(struct perfetto *perfetto, uint64_t uuid)
{
	if (tctl_map_find(&perfetto->tracks, uuid, NULL))
		return false;
	tctl_map_get(&perfetto->tracks, uuid, NULL);
	return true;
}

static const char *task_name(struct tctl_export *export, int64_t tid)
{
	const char *comm = tctl_state_comm(&export->report->state, tid);

	return comm ? comm : "?";
}

static void track_process(struct tctl_export *export, int64_t pid)
{
	struct perfetto *perfetto = export->data;
	struct tctl_proto *packet = &perfetto->packet;
	size_t at = packet_begin(perfetto, TCTL_NOTHING);
	size_t track = tctl_proto_begin(packet, PACKET_TRACK), process;

	tctl_proto_number(packet, TRACK_UUID, track_uuid(SPACE_PROCESS, pid));
	process = tctl_proto_begin(packet, TRACK_PROCESS);
	tctl_proto_number(packet, PROCESS_PID, pid);
	tctl_proto_text(packet, PROCESS_NAME, task_name(export, pid));
	tctl_proto_end(packet, process);
	tctl_proto_end(packet, track);
	packet_write(export, at);
}

static void track_describe_thread(struct tctl_export *export, int64_t pid,
				  int64_t tid)
{
	struct perfetto *perfetto = export->data;
	struct tctl_proto *packet = &perfetto->packet;
	size_t at = packet_begin(perfetto, TCTL_NOTHING);
	size_t track = tctl_proto_begin(packet, PACKET_TRACK), thread;

	tctl_proto_number(packet, TRACK_UUID, track_uuid(SPACE_THREAD, tid));
	thread = tctl_proto_begin(packet, TRACK_THREAD);
	tctl_proto_number(packet, THREAD_PID, pid);
	tctl_proto_number(packet, THREAD_TID, tid);
	tctl_proto_text(packet, THREAD_NAME, task_name(export, tid));
	tctl_proto_end(packet, thread);
	tctl_proto_end(packet, track);
	packet_write(export, at);
}

/* A thread of an unknown process is one of its own. */
static uint64_t track_thread(struct tctl_export *export, int64_t pid,
			     int64_t tid)
{
	struct perfetto *perfetto = export->data;
	uint64_t uuid = track_uuid(SPACE_THREAD, tid);

	if (pid < 0)
		pid = tid;
	if (!track_is_new(perfetto, uuid))
		return uuid;
	if (track_is_new(perfetto, track_uuid(SPACE_PROCESS, pid)))
		track_process(export, pid);
	track_describe_thread(export, pid, tid);
	return uuid;
}

static uint64_t track_named(struct tctl_export *export, enum track_space space,
			    int64_t number)
{
	struct perfetto *perfetto = export->data;
	struct tctl_proto *packet = &perfetto->packet;
	uint64_t uuid = track_uuid(space, number);
	char name[NAME_SIZE];
	size_t at, track;

	if (!track_is_new(perfetto, uuid))
		return uuid;
	snprintf(name, sizeof(name), space == SPACE_LOST ? "LOST on CPU %" PRId64
		 : "Events on CPU %" PRId64, number);
	at = packet_begin(perfetto, TCTL_NOTHING);
	track = tctl_proto_begin(packet, PACKET_TRACK);
	tctl_proto_number(packet, TRACK_UUID, uuid);
	tctl_proto_text(packet, TRACK_NAME, name);
	tctl_proto_end(packet, track);
	packet_write(export, at);
	return uuid;
}

/* --- events */

static void annotate_value(struct tctl_proto *packet, const bt_field *field)
{
	bt_field_class_type type = bt_field_get_class_type(field);
	char *json = NULL;
	FILE *stream;
	size_t size;

	if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_STRING)) {
		tctl_proto_text(packet, ANNOTATION_TEXT,
				bt_field_string_get_value(field));
	} else if (bt_field_class_type_is(type,
				BT_FIELD_CLASS_TYPE_UNSIGNED_INTEGER)) {
		tctl_proto_number(packet, ANNOTATION_UINT,
				  bt_field_integer_unsigned_get_value(field));
	} else if (bt_field_class_type_is(type,
				BT_FIELD_CLASS_TYPE_SIGNED_INTEGER)) {
		tctl_proto_number(packet, ANNOTATION_INT,
				  bt_field_integer_signed_get_value(field));
	} else if (bt_field_class_type_is(type,
				BT_FIELD_CLASS_TYPE_DOUBLE_PRECISION_REAL)) {
		tctl_proto_real(packet, ANNOTATION_REAL,
			bt_field_real_double_precision_get_value(field));
	} else {
		stream = tctl_plugin_memory(open_memstream(&json, &size));
		tctl_field_json(stream, field);
		fclose(stream);
		tctl_proto_text(packet, ANNOTATION_TEXT, json);
		free(json);
	}
}

static void annotate(struct tctl_proto *packet, const struct tctl_event *event)
{
	const bt_field *payload =
		bt_event_borrow_payload_field_const(event->ir);
	const bt_field_class *class;
	uint64_t i, nr;
	size_t at;

	if (!payload)
		return;
	class = bt_field_borrow_class_const(payload);
	nr = bt_field_class_structure_get_member_count(class);
	for (i = 0; i < nr; i++) {
		at = tctl_proto_begin(packet, EVENT_ANNOTATION);
		tctl_proto_text(packet, ANNOTATION_NAME,
			bt_field_class_structure_member_get_name(
			bt_field_class_structure_borrow_member_by_index_const(
				class, i)));
		annotate_value(packet,
			bt_field_structure_borrow_member_field_by_index_const(
				payload, i));
		tctl_proto_end(packet, at);
	}
}

/* name: NULL for an end; event: with its fields, or NULL. */
static void track_event(struct tctl_export *export, int64_t ns, int type,
			uint64_t uuid, const char *category, const char *name,
			const struct tctl_event *event)
{
	struct perfetto *perfetto = export->data;
	struct tctl_proto *packet = &perfetto->packet;
	size_t at = packet_begin(perfetto, ns);
	size_t track = tctl_proto_begin(packet, PACKET_TRACK_EVENT);

	tctl_proto_number(packet, EVENT_TYPE, type);
	tctl_proto_number(packet, EVENT_UUID, uuid);
	if (name) {
		tctl_proto_text(packet, EVENT_CATEGORY, category);
		tctl_proto_text(packet, EVENT_NAME, name);
	}
	if (event)
		annotate(packet, event);
	tctl_proto_end(packet, track);
	packet_write(export, at);
}

static bool slice_is_ours(struct tctl_report *report,
			  const struct tctl_slice *slice)
{
	return (slice->track == TCTL_TRACK_CALL ||
		slice->track == TCTL_TRACK_SPAN) &&
	       tctl_filter_inside(&report->filter, slice->begin_ns) &&
	       tctl_filter_cpu(&report->filter, slice->cpu) &&
	       tctl_report_wants_task(report, slice->tid);
}

static void perfetto_opened(void *data, const struct tctl_slice *slice,
			    const struct tctl_event *event)
{
	struct tctl_export *export = data;

	if (slice_is_ours(export->report, slice))
		track_event(export, slice->begin_ns, TYPE_BEGIN,
			    track_thread(export, slice->pid, slice->tid),
			    slice->track == TCTL_TRACK_CALL ? "syscall" :
							      "span",
			    slice->name, event);
}

/* What is open to the end of the trace the viewer shows as such. */
static void perfetto_slice(void *data, const struct tctl_slice *slice,
			   const struct tctl_event *end)
{
	struct tctl_export *export = data;

	if (!slice_is_ours(export->report, slice) || slice->open)
		return;
	track_event(export, slice->end_ns, TYPE_END,
		    track_uuid(SPACE_THREAD, slice->tid), NULL, NULL, end);
}

static void perfetto_mark(void *data, const struct tctl_event *event)
{
	struct tctl_export *export = data;
	uint64_t uuid;

	if (event->class->kind == TCTL_KIND_WAKEUP ||
	    event->class->kind == TCTL_KIND_WAKING ||
	    event->class->kind == TCTL_KIND_SOFTIRQ_RAISE ||
	    !tctl_report_wants(export->report, event))
		return;
	uuid = event->tid > 0 ? track_thread(export, event->pid, event->tid) :
				track_named(export, SPACE_CPU, event->cpu);
	track_event(export, event->time_ns, TYPE_INSTANT, uuid, "event",
		    event->class->name, event);
}

/* --- the kernel's own events */

static void ftrace_fields(struct tctl_proto *packet,
			  const struct ftrace_field *fields,
			  const struct tctl_event *event)
{
	const char *text;
	int64_t number;

	for (; fields->name; fields++) {
		if (fields->text) {
			text = tctl_event_text(event, fields->name);
			if (text)
				tctl_proto_text(packet, fields->field, text);
		} else if (tctl_event_integer(event, fields->name, &number)) {
			tctl_proto_number(packet, fields->field,
					  (uint64_t)number + fields->add);
		}
	}
}

static void ftrace_write(struct tctl_export *export,
			 const struct ftrace_event *kind,
			 const struct tctl_event *event)
{
	struct perfetto *perfetto = export->data;
	struct tctl_proto *packet = &perfetto->packet;
	size_t at = packet_begin(perfetto, TCTL_NOTHING);
	size_t bundle = tctl_proto_begin(packet, PACKET_FTRACE), one, fields;

	tctl_proto_number(packet, BUNDLE_CPU, event->cpu);
	one = tctl_proto_begin(packet, BUNDLE_EVENT);
	tctl_proto_number(packet, FTRACE_TIMESTAMP, event->time_ns);
	tctl_proto_number(packet, FTRACE_PID, event->tid > 0 ? event->tid : 0);
	fields = tctl_proto_begin(packet, kind->field);
	ftrace_fields(packet, kind->fields, event);
	tctl_proto_end(packet, fields);
	tctl_proto_end(packet, one);
	tctl_proto_end(packet, bundle);
	packet_write(export, at);
}

static void perfetto_event(struct tctl_export *export,
			   const struct tctl_event *event)
{
	struct perfetto *perfetto = export->data;
	size_t i;

	tctl_timeline_event(&perfetto->timeline, event);
	if (event->cpu < 0 || !event->inside ||
	    !tctl_filter_cpu(&export->report->filter, event->cpu))
		return;
	for (i = 0; i < sizeof(ftrace_events) / sizeof(ftrace_events[0]); i++)
		if (ftrace_events[i].kind == event->class->kind)
			ftrace_write(export, &ftrace_events[i], event);
}

/* --- from begin to end */

static void perfetto_begin(struct tctl_export *export)
{
	struct perfetto *perfetto = export->data;

	tctl_map_init(&perfetto->tracks, sizeof(struct tctl_key));
	tctl_timeline_init(&perfetto->timeline, &export->report->state);
	perfetto->timeline.opened = perfetto_opened;
	perfetto->timeline.slice = perfetto_slice;
	perfetto->timeline.mark = perfetto_mark;
	perfetto->timeline.data = export;
}

static void perfetto_end(struct tctl_export *export)
{
	struct perfetto *perfetto = export->data;
	struct tctl_report *report = export->report;
	const struct tctl_loss *loss;
	char text[NAME_SIZE];
	size_t i;

	tctl_timeline_end(&perfetto->timeline, report->last_ns);
	for (i = 0; i < report->nr_losses; i++) {
		loss = &report->losses[i];
		if (loss->begin_ns == TCTL_NOTHING)
			continue;
		snprintf(text, sizeof(text), loss->events == TCTL_NOTHING ?
			 "LOST" : loss->packets ? "LOST %" PRId64 " packets" :
			 "LOST %" PRId64 " events", loss->events);
		track_event(export, loss->begin_ns, TYPE_BEGIN, track_named(
			export, SPACE_LOST, loss->cpu), "lost", text, NULL);
		track_event(export, loss->end_ns, TYPE_END, track_uuid(
			SPACE_LOST, loss->cpu), NULL, NULL, NULL);
	}
}

static void perfetto_release(struct tctl_export *export)
{
	struct perfetto *perfetto = export->data;

	tctl_timeline_release(&perfetto->timeline);
	tctl_map_release(&perfetto->tracks);
	tctl_proto_release(&perfetto->packet);
}

const struct tctl_export_format tctl_export_perfetto = {
	.name = "perfetto",
	.size = sizeof(struct perfetto),
	.binary = true,
	.begin = perfetto_begin,
	.event = perfetto_event,
	.end = perfetto_end,
	.release = perfetto_release,
};
