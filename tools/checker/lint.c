/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/checker/lint.c: rules about the declarations of a trace: the fields of
 * its headers that readers look up by name, ids, contexts, env.
 */
#include <stdlib.h>
#include <string.h>
#include <tools/checker/lint.h>

static void broken(struct tctl_trace *trace, enum tctl_rule rule, int64_t line,
		   const char *event, const char *text, const char *name)
{
	struct tctl_where where = tctl_where_file(trace->metadata);

	where.line = line;
	where.event_name = event;
	tctl_rule_broken(trace->findings, rule, &where, "%s%s%s", text,
			 text[0] && name[0] ? ": " : "", name);
}

/* What CTF leaves open and viewers need: an error in a trace of ours. */
static void wanted(struct tctl_trace *trace, enum tctl_rule rule, int64_t line,
		   const char *text, const char *name)
{
	struct tctl_where where = tctl_where_file(trace->metadata);
	enum tctl_severity severity = tctl_rule_info(rule)->severity;

	if (severity == TCTL_ERROR)
		severity = TCTL_WARNING;
	if (tctl_trace_is_own(trace))
		severity = TCTL_ERROR;
	where.line = line;
	tctl_rule_broken_as(trace->findings, rule, severity, &where, "%s '%s'",
			    text, name);
}

static bool is_unsigned(const struct tctl_type *type)
{
	return type->kind == TCTL_TYPE_INTEGER && !type->is_signed;
}

static bool is_uuid(const struct tctl_type *type)
{
	return type->kind == TCTL_TYPE_ARRAY && type->length == 16 &&
	       is_unsigned(type->inner) && type->inner->size == 8 &&
	       type->inner->align == 8;
}

static bool is_magic(const struct tctl_type *header,
		     const struct tctl_type *type)
{
	return is_unsigned(type) && type->size == 32 &&
	       header->fields[0].type == type;
}

static void packet_header_check(struct tctl_trace *trace)
{
	static const char *const names[] = { "magic", "uuid", "stream_id",
					     "stream_instance_id" };
	const struct tctl_type *header = trace->packet_header, *type;
	int i;

	for (i = 0; i < 4; i++) {
		type = tctl_lint_field(header, names[i]);
		if (!type && (i < 3 || tctl_trace_is_own(trace)))
			wanted(trace, TCTL_RULE_PACKET_HEADER_FIELDS, -1,
			       "there is no field", names[i]);
		else if (type && !(i == 0 ? is_magic(header, type) : i == 1 ?
				   is_uuid(type) : is_unsigned(type)))
			broken(trace, TCTL_RULE_PACKET_HEADER_FIELDS,
			       header->line, NULL,
			       "this field has another place or type",
			       names[i]);
	}
}

static void packet_context_check(struct tctl_trace *trace,
				 const struct tctl_stream *stream)
{
	static const char *const names[] = {
		"timestamp_begin", "timestamp_end", "content_size",
		"packet_size", "packet_seq_num", "events_discarded", "cpu_id",
	};
	bool own = tctl_trace_is_own(trace);
	const struct tctl_type *type;
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		type = tctl_lint_field(stream->packet_context, names[i]);
		if (!type && (i < 4 || own))
			wanted(trace, TCTL_RULE_PACKET_CONTEXT_FIELDS,
			       stream->line, "there is no field", names[i]);
		else if (own && i < 2 && !type->clock)
			wanted(trace, TCTL_RULE_PACKET_CONTEXT_FIELDS,
			       stream->line, "no clock is mapped to", names[i]);
		else if (type && !is_unsigned(type))
			broken(trace, TCTL_RULE_PACKET_CONTEXT_FIELDS,
			       stream->line, NULL,
			       "this field is no unsigned integer", names[i]);
	}
}

/* The field may stand in a variant's option, as in LTTng's headers. */
static bool holds(const struct tctl_type *type, const char *name, int *budget)
{
	uint32_t i;

	for (i = 0; type && i < type->nr_fields && --*budget > 0; i++)
		if (!strcmp(type->fields[i].name, name) ||
		    holds(type->fields[i].type, name, budget))
			return true;
	return false;
}

static bool header_holds(const struct tctl_stream *stream, const char *name)
{
	int budget = 10000;

	return holds(stream->event_header, name, &budget);
}

/* {id: 16, aligned to 64; timestamp: 48, right behind it} */
static bool header_is_own(const struct tctl_type *header)
{
	const struct tctl_type *id, *time;

	if (!header || header->nr_fields != 2)
		return false;
	id = header->fields[0].type;
	time = header->fields[1].type;
	return is_unsigned(id) && id->size == 16 && id->align == 64 &&
	       !strcmp(header->fields[0].name, "id") &&
	       is_unsigned(time) && time->size == 48 && time->align == 1 &&
	       !strcmp(header->fields[1].name, "timestamp") && time->clock;
}

static void event_header_check(struct tctl_trace *trace,
			       const struct tctl_stream *stream)
{
	if (tctl_trace_is_own(trace) && !header_is_own(stream->event_header))
		wanted(trace, TCTL_RULE_EVENT_HEADER_FIELDS, stream->line,
		       "these are not our fields:", "event.header");
	else if (!header_holds(stream, "id") && stream->nr_events > 1)
		wanted(trace, TCTL_RULE_EVENT_HEADER_FIELDS, stream->line,
		       "there is no field", "id");
	else if (!header_holds(stream, "timestamp"))
		wanted(trace, TCTL_RULE_EVENT_HEADER_FIELDS, stream->line,
		       "there is no field", "timestamp");
}

static void context_check(struct tctl_trace *trace,
			  const struct tctl_type *context, uint32_t line,
			  const char *event)
{
	static const char *const names[] = { "pid", "tid", "vpid", "vtid" };
	const struct tctl_type *type;
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		type = tctl_lint_field(context, names[i]);
		if (type && (type->kind != TCTL_TYPE_INTEGER ||
			     type->size < 16))
			broken(trace, TCTL_RULE_CONTEXT_TYPE, line, event,
			       "this is no integer of 16 to 64 bits", names[i]);
	}
}

static int event_compare(const void *a, const void *b)
{
	const struct tctl_event *left = *(struct tctl_event *const *)a;
	const struct tctl_event *right = *(struct tctl_event *const *)b;

	return left->id < right->id ? -1 : left->id > right->id;
}

static void ids_walk(struct tctl_trace *trace, struct tctl_event **events,
		     uint32_t nr)
{
	uint64_t next = 0;
	uint32_t i;

	for (i = 0; i < nr; i++) {
		if (i && events[i]->id == events[i - 1]->id) {
			broken(trace, TCTL_RULE_EVENT_ID_UNIQUE,
			       events[i]->line, events[i]->name,
			       "the id is already that of",
			       events[i - 1]->name);
			continue;
		}
		if (events[i]->id != next) {
			broken(trace, TCTL_RULE_EVENT_ID_DENSE,
			       events[i]->line, events[i]->name,
			       "ids before this event's are not used", "");
			return;
		}
		next++;
	}
}

static void ids_check(struct tctl_trace *trace, struct tctl_stream *stream)
{
	struct tctl_event **events = calloc(stream->nr_events + 1,
					    sizeof(*events));
	struct tctl_event *event;
	uint32_t nr = 0;

	if (!events)
		return;
	for (event = stream->events; event; event = event->next)
		events[nr++] = event;
	qsort(events, nr, sizeof(*events), event_compare);
	ids_walk(trace, events, nr);
	free(events);
}

static int stream_check(struct tctl_trace *trace, struct tctl_stream *stream)
{
	struct tctl_event *event;
	int ret = 0;

	packet_context_check(trace, stream);
	event_header_check(trace, stream);
	context_check(trace, stream->event_context, stream->line, NULL);
	ret |= tctl_lint_scope(trace, stream->packet_context, NULL, false);
	ret |= tctl_lint_scope(trace, stream->event_header, NULL, false);
	ret |= tctl_lint_scope(trace, stream->event_context, NULL, true);
	for (event = stream->events; event; event = event->next) {
		context_check(trace, event->context, event->line, event->name);
		ret |= tctl_lint_scope(trace, event->context, event->name,
				       true);
		ret |= tctl_lint_scope(trace, event->fields, event->name, true);
	}
	ids_check(trace, stream);
	return ret;
}

static void env_check(struct tctl_trace *trace)
{
	if (!tctl_trace_env(trace, "domain"))
		wanted(trace, TCTL_RULE_ENV_TRACER, -1, "env has no", "domain");
	if (!tctl_trace_env(trace, "tracer_name"))
		wanted(trace, TCTL_RULE_ENV_TRACER, -1, "env has no",
		       "tracer_name");
}

static void clock_check(struct tctl_trace *trace)
{
	const struct tctl_clock *clock = tctl_trace_clock(trace);

	if (!clock)
		wanted(trace, TCTL_RULE_CLOCK_UUID, -1, "there is no", "clock");
	else if (!clock->uuid)
		wanted(trace, TCTL_RULE_CLOCK_UUID, -1, "no uuid has the clock",
		       clock->name);
}

int tctl_lint(struct tctl_trace *trace)
{
	struct tctl_stream *stream;
	int ret;

	if (trace->packetised && trace->has_uuid &&
	    memcmp(trace->packet_uuid, trace->uuid, 16))
		broken(trace, TCTL_RULE_METADATA_UUID, -1, NULL, "",
		       "the metadata packets have another uuid than the trace");
	env_check(trace);
	clock_check(trace);
	packet_header_check(trace);
	ret = tctl_lint_scope(trace, trace->packet_header, NULL, false);
	for (stream = trace->streams; stream; stream = stream->next)
		ret |= stream_check(trace, stream);
	return ret;
}
