/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/checker/trace.h: what the metadata of a trace declares: types, clocks,
 * streams and events, as written. Made by tctl_tsdl_parse(), looked at by
 * lint.c, turned into what decodes by plan.c.
 *
 * Everything lives in the trace's arena.
 */
#ifndef CHECKER_TRACE_H
#define CHECKER_TRACE_H

#include <stdbool.h>
#include <stdint.h>
#include <tools/checker/arena.h>
#include <tools/checker/rules.h>

enum tctl_type_kind {
	TCTL_TYPE_INTEGER,
	TCTL_TYPE_FLOAT,
	TCTL_TYPE_STRING,
	TCTL_TYPE_ENUM,
	TCTL_TYPE_STRUCT,
	TCTL_TYPE_VARIANT,
	TCTL_TYPE_ARRAY,
	TCTL_TYPE_SEQUENCE,
};

enum tctl_byte_order { TCTL_ORDER_NATIVE, TCTL_ORDER_LE, TCTL_ORDER_BE };

struct tctl_clock {
	struct tctl_clock *next;
	const char *name;
	const char *uuid;		/* text, NULL: none */
	uint64_t frequency;
	uint64_t offset_s, offset;	/* magnitudes */
	bool negative;
};

struct tctl_field {
	const char *name;
	struct tctl_type *type;
	uint32_t line;
};

/* One label of an enum; both ends belong to the range. */
struct tctl_range {
	const char *label;
	int64_t first, last;	/* two's complement of the value */
};

struct tctl_type {
	enum tctl_type_kind kind;
	uint32_t line;
	uint64_t align;			/* bits; 0: not said */
	bool linted;
	bool sorted, disjoint;		/* enum: its ranges */
	bool body;			/* struct, variant, enum: has one */

	/* integer */
	uint64_t size;			/* bits; float: their sum */
	bool is_signed, encoded;
	enum tctl_byte_order order;
	const struct tctl_clock *clock;
	/* float */
	uint64_t exponent, mantissa;
	/* struct, variant */
	struct tctl_field *fields;
	uint32_t nr_fields;
	/* enum */
	struct tctl_range *ranges;
	uint32_t nr_ranges;
	/* enum: its integer; array, sequence: the element */
	struct tctl_type *inner;
	uint64_t length;		/* array */
	const char *ref;		/* variant: tag; sequence: length */
};

struct tctl_event {
	struct tctl_event *next;
	const char *name;
	uint64_t id, stream_id;
	uint32_t line;
	struct tctl_type *context, *fields;
	struct tctl_node *context_node, *fields_node;
	uint64_t count;			/* decoded */
};

struct tctl_stream {
	struct tctl_stream *next;
	uint64_t id;
	uint32_t line;
	struct tctl_type *packet_context, *event_header, *event_context;
	struct tctl_node *packet_node, *header_node, *context_node;
	struct tctl_event *events, **last_event;
	struct tctl_event **by_id;	/* sorted */
	uint32_t nr_events;
};

struct tctl_env {
	struct tctl_env *next;
	const char *key, *value;
};

struct tctl_trace {
	struct tctl_arena arena;
	struct tctl_findings *findings;
	char *path;			/* of the directory */
	char *metadata;			/* path of the file */

	bool packetised;
	uint8_t packet_uuid[16];	/* of the first metadata packet */
	bool declared;			/* a trace block was seen */
	bool has_uuid;
	uint8_t uuid[16];
	enum tctl_byte_order order;
	struct tctl_type *packet_header;
	struct tctl_node *header_node;
	struct tctl_env *envs;
	struct tctl_clock *clocks;
	struct tctl_stream *streams, **last_stream;
	uint32_t nr_streams;
	uint32_t nr_slots;		/* values kept while decoding */
	uint32_t nr_nodes;

	/* sums over the trace, for the summary */
	struct tctl_stream_sum *sums, **last_sum;
};

/* One stream file, for the summary. */
struct tctl_stream_sum {
	struct tctl_stream_sum *next;
	char *file;			/* name below the trace */
	uint64_t stream_id, instance;
	bool has_instance, has_time;
	bool continued;			/* in another file, with its loss */
	uint64_t packets, events, lost, bytes;
	uint64_t begin, end;		/* clock ticks */
};

/* The value of an env key; NULL when there is none. */
const char *tctl_trace_env(const struct tctl_trace *trace, const char *key);

/* Made by tracectl: some rules are stricter then than CTF's. */
bool tctl_trace_is_own(const struct tctl_trace *trace);

/* The clock of the trace's time stamps; NULL when it has none. */
const struct tctl_clock *tctl_trace_clock(const struct tctl_trace *trace);

/* Ticks since the clock's start as ns since the epoch. */
uint64_t tctl_clock_ns(const struct tctl_clock *clock, uint64_t ticks);

/* Read and check the metadata, then every stream and index file of the
   directory path (copied). Returns a trace which the caller releases; it
   holds the sums. NULL: out of memory. */
struct tctl_trace *tctl_trace_check(struct tctl_findings *findings,
				    const char *path);
void tctl_trace_close(struct tctl_trace *trace);

#endif
