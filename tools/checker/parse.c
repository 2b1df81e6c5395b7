/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/checker/parse.c: the blocks of TSDL (trace, env, clock, stream, event,
 * callsite) in the order in which readers need them.
 */
#include <string.h>
#include <tools/checker/parse.h>

#define CLOCKS_MAX 64
#define STREAMS_MAX 1024

/* What one line of a block may set; fields := TYPE has a type. */
struct assignment {
	const char *name;
	struct tctl_value value;
	struct tctl_type *type;
};

static void broken(struct tctl_parser *parser, enum tctl_rule rule,
		   uint32_t line, const char *text)
{
	struct tctl_where where = tctl_parse_where(parser, line);

	tctl_rule_broken(parser->trace->findings, rule, &where, "%s", text);
}

/* The next "name = value;" or "name := type;" of a block; false at its end. */
static bool assignment_read(struct tctl_parser *parser,
			    struct assignment *assignment)
{
	for (;;) {
		bool tagged = tctl_parse_tagged(parser);

		if (tctl_parse_take(parser, '}')) {
			tctl_parse_take(parser, ';');
			return false;
		}
		if (!tagged && !tctl_parse_declaration(parser))
			break;
		if (tagged) {
			tctl_parse_type(parser);
			tctl_parse_expect(parser, ';');
		}
	}
	memset(assignment, 0, sizeof(*assignment));
	assignment->name = tctl_parse_path(parser);
	if (tctl_parse_take(parser, TCTL_MARK_ALIAS)) {
		assignment->type = tctl_parse_type(parser);
	} else {
		tctl_parse_expect(parser, '=');
		assignment->value = tctl_parse_value(parser);
	}
	tctl_parse_expect(parser, ';');
	return true;
}

static void unknown(struct tctl_parser *parser, const char *block,
		    const struct assignment *assignment)
{
	tctl_parse_fail(parser, TCTL_RULE_TSDL_SYNTAX,
			"a %s block has no %s '%s'", block,
			assignment->type ? "type" : "value", assignment->name);
}

static bool sets(const struct assignment *assignment, const char *name)
{
	return !assignment->type && !strcmp(assignment->name, name);
}

static bool types(const struct assignment *assignment, const char *name)
{
	return assignment->type && !strcmp(assignment->name, name);
}

/* Types of the six scopes are structs. */
static struct tctl_type *scope_type(struct tctl_parser *parser,
				    const struct assignment *assignment,
				    const struct tctl_type *before)
{
	if (assignment->type->kind != TCTL_TYPE_STRUCT)
		tctl_parse_fail(parser, TCTL_RULE_TSDL_SYNTAX,
				"%s is a struct", assignment->name);
	if (before)
		tctl_parse_fail(parser, TCTL_RULE_TSDL_SYNTAX,
				"%s is declared twice", assignment->name);
	return assignment->type;
}

static const char *text_of(struct tctl_parser *parser,
			   const struct tctl_value *value)
{
	if (value->kind == TCTL_VALUE_NUMBER)
		tctl_parse_fail(parser, TCTL_RULE_TSDL_SYNTAX,
				"a text is expected");
	return value->text;
}

static int hex_digit(char c)
{
	const char *digits = "0123456789abcdef0123456789ABCDEF";
	const char *at = c ? strchr(digits, c) : NULL;

	return at ? (int)(at - digits) % 16 : -1;
}

static void uuid_read(struct tctl_parser *parser, const char *text,
		      uint8_t *uuid)
{
	int i, digits = 0;

	memset(uuid, 0, 16);
	for (i = 0; text[i]; i++) {
		bool dash = i == 8 || i == 13 || i == 18 || i == 23;
		int digit = hex_digit(text[i]);

		if (dash && text[i] == '-')
			continue;
		if (dash || digit < 0 || digits == 32)
			break;
		uuid[digits / 2] |= digit << (digits % 2 ? 0 : 4);
		digits++;
	}
	if (digits != 32 || text[i])
		tctl_parse_fail(parser, TCTL_RULE_TSDL_SYNTAX,
				"'%.40s' is no uuid", text);
}

struct trace_version {
	uint64_t major, minor;
};

static void trace_set(struct tctl_parser *parser,
		      const struct assignment *assignment,
		      struct trace_version *version)
{
	const struct tctl_value *value = &assignment->value;
	struct tctl_trace *trace = parser->trace;

	if (sets(assignment, "major")) {
		version->major = tctl_value_number(parser, value);
	} else if (sets(assignment, "minor")) {
		version->minor = tctl_value_number(parser, value);
	} else if (sets(assignment, "uuid")) {
		trace->has_uuid = true;
		uuid_read(parser, text_of(parser, value), trace->uuid);
	} else if (sets(assignment, "byte_order")) {
		trace->order = tctl_value_order(parser, value);
	} else if (types(assignment, "packet.header")) {
		trace->packet_header = scope_type(parser, assignment,
						  trace->packet_header);
	} else {
		unknown(parser, "trace", assignment);
	}
}

static void trace_read(struct tctl_parser *parser)
{
	struct trace_version version = { 0 };
	struct tctl_trace *trace = parser->trace;
	struct assignment assignment;
	uint32_t line = parser->token.line;

	if (trace->declared)
		tctl_parse_fail(parser, TCTL_RULE_TSDL_SYNTAX,
				"a second trace block");
	while (assignment_read(parser, &assignment))
		trace_set(parser, &assignment, &version);
	trace->declared = true;
	if (version.major != 1 || version.minor != 8)
		broken(parser, TCTL_RULE_TRACE_VERSION, line,
		       "major is not 1 or minor is not 8");
	if (trace->order == TCTL_ORDER_NATIVE)
		tctl_parse_fail(parser, TCTL_RULE_TRACE_BYTE_ORDER,
				"the trace block says no byte_order");
}

static void env_read(struct tctl_parser *parser)
{
	struct assignment assignment;

	while (assignment_read(parser, &assignment)) {
		struct tctl_env *env;

		if (assignment.type)
			unknown(parser, "env", &assignment);
		env = tctl_arena_alloc(&parser->trace->arena, sizeof(*env));
		env->key = assignment.name;
		env->value = assignment.value.text ? assignment.value.text : "";
		env->next = parser->trace->envs;
		parser->trace->envs = env;
	}
}

/* offset and offset_s may be negative in TSDL; babeltrace2 refuses them. */
static uint64_t offset_read(struct tctl_parser *parser,
			    struct tctl_clock *clock,
			    struct tctl_value value)
{
	if (value.negative && value.number)
		clock->negative = true;
	value.negative = false;
	return tctl_value_number(parser, &value);
}

static void clock_set(struct tctl_parser *parser, struct tctl_clock *clock,
		      const struct assignment *assignment)
{
	const struct tctl_value *value = &assignment->value;

	if (sets(assignment, "name"))
		clock->name = text_of(parser, value);
	else if (sets(assignment, "uuid"))
		clock->uuid = text_of(parser, value);
	else if (sets(assignment, "freq"))
		clock->frequency = tctl_value_number(parser, value);
	else if (sets(assignment, "offset_s"))
		clock->offset_s = offset_read(parser, clock, *value);
	else if (sets(assignment, "offset"))
		clock->offset = offset_read(parser, clock, *value);
	else if (!sets(assignment, "description") &&
		 !sets(assignment, "precision") &&
		 !sets(assignment, "absolute"))
		unknown(parser, "clock", assignment);
}

/* babeltrace2 writes a clock once per stream that it belongs to. */
static bool clock_same(const struct tctl_clock *a, const struct tctl_clock *b)
{
	const char *left = a->uuid ? a->uuid : "";
	const char *right = b->uuid ? b->uuid : "";

	return a->frequency == b->frequency && a->offset_s == b->offset_s &&
	       a->offset == b->offset && a->negative == b->negative &&
	       !strcmp(left, right);
}

static void clock_link(struct tctl_parser *parser, struct tctl_clock *clock)
{
	struct tctl_clock **link = &parser->trace->clocks;
	int nr = 0;

	if (!clock->name)
		tctl_parse_fail(parser, TCTL_RULE_TSDL_SYNTAX,
				"a clock has no name");
	for (; *link; link = &(*link)->next, nr++) {
		if (strcmp((*link)->name, clock->name))
			continue;
		if (clock_same(*link, clock))
			return;
		tctl_parse_fail(parser, TCTL_RULE_TSDL_SYNTAX,
				"clock %s is declared twice, differently",
				clock->name);
	}
	if (nr >= CLOCKS_MAX)
		tctl_parse_fail(parser, TCTL_RULE_TSDL_LIMITS,
				"more than %d clocks", CLOCKS_MAX);
	*link = clock;
}

static void clock_read(struct tctl_parser *parser)
{
	struct tctl_clock *clock;
	struct assignment assignment;
	uint32_t line = parser->token.line;

	clock = tctl_arena_alloc(&parser->trace->arena, sizeof(*clock));
	clock->frequency = 1000000000;
	while (assignment_read(parser, &assignment))
		clock_set(parser, clock, &assignment);
	clock_link(parser, clock);
	if (!clock->frequency) {
		broken(parser, TCTL_RULE_CLOCK_FREQUENCY, line, "freq is 0");
		clock->frequency = 1000000000;
	}
	if (clock->negative)
		broken(parser, TCTL_RULE_CLOCK_OFFSET, line,
		       "the offset is negative");
}

static struct tctl_stream *stream_find(struct tctl_trace *trace, uint64_t id)
{
	struct tctl_stream *stream = trace->streams;

	while (stream && stream->id != id)
		stream = stream->next;
	return stream;
}

static void stream_set(struct tctl_parser *parser, struct tctl_stream *stream,
		       const struct assignment *assignment)
{
	if (sets(assignment, "id"))
		stream->id = tctl_value_number(parser, &assignment->value);
	else if (types(assignment, "packet.context"))
		stream->packet_context = scope_type(parser, assignment,
						    stream->packet_context);
	else if (types(assignment, "event.header"))
		stream->event_header = scope_type(parser, assignment,
						  stream->event_header);
	else if (types(assignment, "event.context"))
		stream->event_context = scope_type(parser, assignment,
						   stream->event_context);
	else
		unknown(parser, "stream", assignment);
}

static void stream_read(struct tctl_parser *parser)
{
	struct tctl_trace *trace = parser->trace;
	struct tctl_stream *stream;
	struct assignment assignment;

	stream = tctl_arena_alloc(&trace->arena, sizeof(*stream));
	stream->line = parser->token.line;
	stream->last_event = &stream->events;
	while (assignment_read(parser, &assignment))
		stream_set(parser, stream, &assignment);
	if (stream_find(trace, stream->id))
		broken(parser, TCTL_RULE_STREAM_ID_UNIQUE, stream->line,
		       "this id has a stream block already");
	if (trace->nr_streams++ >= STREAMS_MAX)
		tctl_parse_fail(parser, TCTL_RULE_TSDL_LIMITS,
				"more than %d streams", STREAMS_MAX);
	*trace->last_stream = stream;
	trace->last_stream = &stream->next;
}

static void event_set(struct tctl_parser *parser, struct tctl_event *event,
		      const struct assignment *assignment, uint64_t *stream_id)
{
	const struct tctl_value *value = &assignment->value;

	if (sets(assignment, "name"))
		event->name = text_of(parser, value);
	else if (sets(assignment, "id"))
		event->id = tctl_value_number(parser, value);
	else if (sets(assignment, "stream_id"))
		*stream_id = tctl_value_number(parser, value);
	else if (types(assignment, "fields"))
		event->fields = scope_type(parser, assignment, event->fields);
	else if (types(assignment, "context"))
		event->context = scope_type(parser, assignment, event->context);
	else if (!sets(assignment, "loglevel") &&
		 !sets(assignment, "model.emf.uri"))
		unknown(parser, "event", assignment);
}

/* LTTng-UST declares a stream behind its first events, and readers take it;
   our own order is fixed. */
static void order_broken(struct tctl_parser *parser,
			 const struct tctl_event *event)
{
	struct tctl_where where = tctl_parse_where(parser, event->line);

	tctl_rule_broken_as(parser->trace->findings, TCTL_RULE_TSDL_ORDER,
			    tctl_trace_is_own(parser->trace) ? TCTL_ERROR :
			    TCTL_NOTE, &where,
			    "no stream %ju is declared before event %.80s",
			    event->stream_id, event->name);
}

static void event_read(struct tctl_parser *parser)
{
	struct tctl_event *event;
	struct assignment assignment;
	uint64_t stream_id = 0;

	event = tctl_arena_alloc(&parser->trace->arena, sizeof(*event));
	event->line = parser->token.line;
	while (assignment_read(parser, &assignment))
		event_set(parser, event, &assignment, &stream_id);
	if (!event->name) {
		broken(parser, TCTL_RULE_EVENT_NAME, event->line,
		       "the event has no name");
		event->name = "";
	}
	event->stream_id = stream_id;
	if (!stream_find(parser->trace, stream_id))
		order_broken(parser, event);
	*parser->last_event = event;
	parser->last_event = &event->next;
}

/* Streams may be declared behind their events: join them at the end. */
static void events_join(struct tctl_parser *parser)
{
	struct tctl_event *event, *next;

	for (event = parser->events; event; event = next) {
		struct tctl_stream *stream = stream_find(parser->trace,
							 event->stream_id);

		if (!stream)
			tctl_parse_fail(parser, TCTL_RULE_TSDL_NAME,
					"no stream %ju is declared, that of "
					"event %.80s", event->stream_id,
					event->name);
		next = event->next;
		event->next = NULL;
		*stream->last_event = event;
		stream->last_event = &event->next;
		stream->nr_events++;
	}
}

static void callsite_read(struct tctl_parser *parser)
{
	struct assignment assignment;

	while (assignment_read(parser, &assignment))
		;
}

static const struct block {
	const char *name;
	void (*read)(struct tctl_parser *parser);
} blocks[] = {
	{ "trace", trace_read },
	{ "env", env_read },
	{ "clock", clock_read },
	{ "stream", stream_read },
	{ "event", event_read },
	{ "callsite", callsite_read },
};

static const struct block *block_find(const struct tctl_parser *parser)
{
	size_t i;

	for (i = 0; i < sizeof(blocks) / sizeof(blocks[0]); i++)
		if (tctl_parse_word(parser, blocks[i].name))
			return &blocks[i];
	return NULL;
}

static void block_read(struct tctl_parser *parser, const struct block *block)
{
	struct tctl_scope scope;

	if (block->read != trace_read && !parser->trace->declared)
		tctl_parse_fail(parser, TCTL_RULE_TSDL_ORDER,
				"%s stands before the trace block",
				block->name);
	tctl_scope_enter(parser, &scope);
	tctl_parse_next(parser);
	tctl_parse_expect(parser, '{');
	block->read(parser);
	tctl_scope_leave(parser);
}

static void text_read(struct tctl_parser *parser)
{
	tctl_parse_next(parser);
	while (parser->token.kind != TCTL_TOKEN_END) {
		const struct block *block = block_find(parser);

		if (block) {
			block_read(parser, block);
		} else if (tctl_parse_tagged(parser)) {
			tctl_parse_type(parser);
			tctl_parse_expect(parser, ';');
		} else if (!tctl_parse_declaration(parser) &&
			   !tctl_parse_take(parser, ';')) {
			tctl_parse_fail(parser, TCTL_RULE_TSDL_SYNTAX,
					"no block or declaration: '%.*s'",
					(int)(parser->token.len < 40 ?
					      parser->token.len : 40),
					parser->token.text);
		}
	}
	if (!parser->trace->declared)
		tctl_parse_fail(parser, TCTL_RULE_TSDL_SYNTAX,
				"there is no trace block");
	events_join(parser);
}

int tctl_tsdl_parse(struct tctl_trace *trace, const char *text, size_t len)
{
	struct tctl_scope scope = { 0 };
	struct tctl_parser parser = {
		.lexer = { .at = text, .end = text + len, .line = 1 },
		.trace = trace, .scope = &scope,
	};
	struct tctl_where where = tctl_where_file(trace->metadata);

	parser.last_event = &parser.events;
	trace->arena.failed = &parser.failed;
	switch (setjmp(parser.failed)) {
	case 0:
		text_read(&parser);
		return 0;
	case 1:
		tctl_rule_broken(trace->findings, TCTL_RULE_TSDL_LIMITS, &where,
				 "the declarations need too much memory");
		return -1;
	default:
		return -1;
	}
}
