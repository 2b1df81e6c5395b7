/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/event.c: from babeltrace2's event to ours. Nothing about a
 * trace is taken for granted: each field may be missing or of another type.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "tools/plugin/event.h"

void tctl_event_classes_init(struct tctl_map *classes)
{
	tctl_map_init(classes, sizeof(struct tctl_event_class));
}

void tctl_event_classes_release(struct tctl_map *classes)
{
	struct tctl_event_class *class;
	size_t i;

	for (i = 0; i < classes->nr; i++) {
		class = (struct tctl_event_class *)classes->records[i];
		bt_event_class_put_ref(class->ir);
	}
	tctl_map_release(classes);
}

static const char *event_domain(const bt_event *event)
{
	const bt_trace *trace = bt_stream_borrow_trace_const(
		bt_event_borrow_stream_const(event));
	const bt_value *value =
		bt_trace_borrow_environment_entry_value_by_name_const(trace,
								"domain");

	if (!value || !bt_value_is_string(value))
		return "?";
	return bt_value_string_get(value);
}

/* Which structures a field is looked for in, one after the other. */
enum event_scope {
	SCOPE_PAYLOAD = 1,
	SCOPE_SPECIFIC = 2,	/* contexts of this class */
	SCOPE_COMMON = 4,	/* contexts of all events of the stream */
	SCOPE_PACKET = 8,
	SCOPE_ALL = 15,
};

static const bt_field *scope_field(const struct tctl_event *event,
				   enum event_scope scope)
{
	switch (scope) {
	case SCOPE_PAYLOAD:
		return bt_event_borrow_payload_field_const(event->ir);
	case SCOPE_SPECIFIC:
		return bt_event_borrow_specific_context_field_const(event->ir);
	case SCOPE_COMMON:
		return bt_event_borrow_common_context_field_const(event->ir);
	default:
		return !event->class->has_packets ? NULL :
			bt_packet_borrow_context_field_const(
				bt_event_borrow_packet_const(event->ir));
	}
}

static bool structure_place(const bt_field *structure, const char *name,
			    uint64_t *ret_index)
{
	const bt_field_class *class;
	uint64_t i, nr;

	if (!structure)
		return false;
	class = bt_field_borrow_class_const(structure);
	if (!bt_field_class_type_is(bt_field_class_get_type(class),
				    BT_FIELD_CLASS_TYPE_STRUCTURE))
		return false;
	nr = bt_field_class_structure_get_member_count(class);
	for (i = 0; i < nr; i++)
		if (!strcmp(name, bt_field_class_structure_member_get_name(
			bt_field_class_structure_borrow_member_by_index_const(
				class, i)))) {
			*ret_index = i;
			return true;
		}
	return false;
}

static struct tctl_place place_find(const struct tctl_event *event,
				    const char *name, enum event_scope asked)
{
	struct tctl_place place = { .name = name, .asked = asked };
	unsigned int scope;

	for (scope = SCOPE_PAYLOAD; scope <= SCOPE_PACKET; scope *= 2)
		if (asked & scope &&
		    structure_place(scope_field(event, scope), name,
				    &place.index)) {
			place.found = scope;
			break;
		}
	return place;
}

/* Names beyond what there is room for share the last place. */
static const struct tctl_place *place_known(const struct tctl_event *event,
					    const char *name,
					    enum event_scope asked)
{
	struct tctl_event_class *class = event->class;
	struct tctl_place *place = class->places;
	size_t i;

	for (i = 0; i < class->nr_places; i++, place++)
		if (place->name == name && place->asked == asked)
			return place;
	*place = place_find(event, name, asked);
	if (class->nr_places < TCTL_PLACES)
		class->nr_places++;
	return place;
}

static const bt_field *event_field_in(const struct tctl_event *event,
				      const char *name, enum event_scope scope)
{
	const struct tctl_place *place = place_known(event, name, scope);

	if (!place->found)
		return NULL;
	return bt_field_structure_borrow_member_field_by_index_const(
		scope_field(event, place->found), place->index);
}

static const bt_field *event_field(const struct tctl_event *event,
				   const char *name)
{
	return event_field_in(event, name, SCOPE_ALL);
}

static void class_init(struct tctl_event_class *class, const bt_event *event)
{
	const bt_event_class *ir = bt_event_borrow_class_const(event);

	class->ir = ir;
	bt_event_class_get_ref(ir);
	class->name = bt_event_class_get_name(ir);
	if (!class->name)
		class->name = "(no name)";
	class->domain = event_domain(event);
	/* the trace class may outlive the trace that has this text */
	class->domain = !strcmp(class->domain, "kernel") ? "kernel" :
			!strcmp(class->domain, "ust") ? "ust" : "?";
	/* applications may name their events as they like: theirs have a
	   provider */
	if (strcmp(class->domain, "ust") || strchr(class->name, ':'))
		class->kind = tctl_kind_of(class->name, &class->call);
	class->has_packets = bt_stream_class_supports_packets(
		bt_stream_borrow_class_const(
			bt_event_borrow_stream_const(event)));
}

static bool event_has_stack(const struct tctl_event *event)
{
	static const char *const names[] = {
		"user_stack", "kernel_stack", "callstack_user",
		"callstack_kernel"
	};
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (place_find(event, names[i], SCOPE_ALL).found)
			return true;
	return false;
}

static void event_classify(struct tctl_event *event, struct tctl_map *classes)
{
	event->class = tctl_map_get(classes,
		(uintptr_t)bt_event_borrow_class_const(event->ir), NULL);
	if (event->class->ir)
		return;
	class_init(event->class, event->ir);
	event->class->has_stack = event_has_stack(event);
}

static bool field_is(const bt_field *field, bt_field_class_type type)
{
	return field && bt_field_class_type_is(bt_field_get_class_type(field),
					       type);
}

static bool field_integer(const bt_field *field, int64_t *ret_value)
{
	if (field_is(field, BT_FIELD_CLASS_TYPE_UNSIGNED_INTEGER))
		*ret_value = bt_field_integer_unsigned_get_value(field);
	else if (field_is(field, BT_FIELD_CLASS_TYPE_SIGNED_INTEGER))
		*ret_value = bt_field_integer_signed_get_value(field);
	else
		return false;
	return true;
}

static bool field_real(const bt_field *field, double *ret_value)
{
	if (field_is(field, BT_FIELD_CLASS_TYPE_DOUBLE_PRECISION_REAL))
		*ret_value = bt_field_real_double_precision_get_value(field);
	else if (field_is(field, BT_FIELD_CLASS_TYPE_SINGLE_PRECISION_REAL))
		*ret_value = bt_field_real_single_precision_get_value(field);
	else
		return false;
	return true;
}

static bool field_print(const bt_field *field, char *buf, size_t size)
{
	int64_t integer;
	double real;

	if (field_is(field, BT_FIELD_CLASS_TYPE_STRING))
		snprintf(buf, size, "%s", bt_field_string_get_value(field));
	else if (field_is(field, BT_FIELD_CLASS_TYPE_UNSIGNED_INTEGER))
		snprintf(buf, size, "%" PRIu64,
			 bt_field_integer_unsigned_get_value(field));
	else if (field_integer(field, &integer))
		snprintf(buf, size, "%" PRId64, integer);
	else if (field_real(field, &real))
		snprintf(buf, size, "%g", real);
	else
		return false;
	return true;
}

/* Sums and differences of what a damaged trace says must not overflow. */
#define MAX_NS	(INT64_C(1) << 61)

static void event_time(struct tctl_event *event)
{
	const bt_clock_snapshot *snapshot;
	int64_t ns;

	if (!bt_message_event_borrow_stream_class_default_clock_class_const(
			event->message))
		return;
	snapshot = bt_message_event_borrow_default_clock_snapshot_const(
		event->message);
	if (bt_clock_snapshot_get_ns_from_origin(snapshot, &ns) ==
	    BT_CLOCK_SNAPSHOT_GET_NS_FROM_ORIGIN_STATUS_OK)
		event->time_ns = ns > MAX_NS ? MAX_NS :
				 ns < -MAX_NS ? -MAX_NS : ns;
	else
		bt_current_thread_clear_error();
}

void tctl_event_decode(struct tctl_event *event, struct tctl_map *classes,
		       const bt_message *message)
{
	event->message = message;
	event->ir = bt_message_event_borrow_event_const(message);
	event_classify(event, classes);
	event_time(event);
	if (!field_integer(event_field_in(event, "cpu_id", SCOPE_PACKET),
			   &event->cpu) &&
	    !field_integer(event_field(event, "cpu_id"), &event->cpu))
		event->cpu = -1;
}

bool tctl_event_context_integer(const struct tctl_event *event,
				const char *name, int64_t *ret_value)
{
	return field_integer(event_field_in(event, name, SCOPE_COMMON),
			     ret_value);
}

const char *tctl_event_context_text(const struct tctl_event *event,
				    const char *name)
{
	const bt_field *field = event_field_in(event, name, SCOPE_COMMON);

	return field_is(field, BT_FIELD_CLASS_TYPE_STRING) ?
		       bt_field_string_get_value(field) : NULL;
}

bool tctl_event_integer(const struct tctl_event *event, const char *name,
			int64_t *ret_value)
{
	return field_integer(event_field(event, name), ret_value);
}

bool tctl_event_real(const struct tctl_event *event, const char *name,
		     double *ret_value)
{
	return field_real(event_field(event, name), ret_value);
}

const char *tctl_event_text(const struct tctl_event *event, const char *name)
{
	const bt_field *field = event_field(event, name);

	return field_is(field, BT_FIELD_CLASS_TYPE_STRING) ?
		       bt_field_string_get_value(field) : NULL;
}

size_t tctl_event_numbers(const struct tctl_event *event, const char *name,
			  uint64_t *ret_numbers, size_t max)
{
	const bt_field *field = event_field(event, name);
	uint64_t i, nr;
	int64_t number;

	if (!field_is(field, BT_FIELD_CLASS_TYPE_ARRAY))
		return 0;
	nr = bt_field_array_get_length(field);
	for (i = 0; i < nr && i < max; i++) {
		if (!field_integer(
			bt_field_array_borrow_element_field_by_index_const(
				field, i), &number))
			return 0;
		ret_numbers[i] = number;
	}
	return nr;
}

bool tctl_event_print(const struct tctl_event *event, const char *name,
		      char *buf, size_t size)
{
	if (!strcmp(name, "name"))
		snprintf(buf, size, "%s", event->class->name);
	else if (!strcmp(name, "comm") && event->comm &&
		 !event_field(event, name))
		snprintf(buf, size, "%s", event->comm);
	else if (!strcmp(name, "pid") && event->pid >= 0)
		snprintf(buf, size, "%" PRId64, event->pid);
	else if (!strcmp(name, "tid") && event->tid >= 0 &&
		 !event_field(event, name))
		snprintf(buf, size, "%" PRId64, event->tid);
	else if (!strcmp(name, "cpu") && event->cpu >= 0)
		snprintf(buf, size, "%" PRId64, event->cpu);
	else
		return field_print(event_field(event, name), buf, size);
	return true;
}

static bool argument_print(const bt_field *field, const char *name,
			   const struct tctl_event *later, char *buf,
			   size_t size)
{
	const char *text;

	if (later && field_is(field, BT_FIELD_CLASS_TYPE_STRING) &&
	    !*bt_field_string_get_value(field)) {
		text = tctl_event_text(later, name);
		snprintf(buf, size, "%s", text ? text : "");
		return true;
	}
	return field_print(field, buf, size);
}

void tctl_event_arguments(const struct tctl_event *event,
			  const struct tctl_event *later, char *buf,
			  size_t size)
{
	const bt_field *payload =
		bt_event_borrow_payload_field_const(event->ir);
	const bt_field_class *class;
	const char *name;
	char value[256];
	uint64_t i, nr;
	size_t at = 0;

	*buf = '\0';
	if (!payload)
		return;
	class = bt_field_borrow_class_const(payload);
	nr = bt_field_class_structure_get_member_count(class);
	for (i = 0; i < nr && at < size; i++) {
		name = bt_field_class_structure_member_get_name(
			bt_field_class_structure_borrow_member_by_index_const(
				class, i));
		if (!argument_print(
			bt_field_structure_borrow_member_field_by_index_const(
				payload, i), name, later, value,
			sizeof(value)))
			continue;
		at += snprintf(buf + at, size - at, "%s%s = %s",
			       at ? ", " : "", name, value);
	}
}
