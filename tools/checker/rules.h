/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/checker/rules.h: the named rules and the findings against them. Every
 * part of the checker reports through tctl_rule_broken(); nothing else prints.
 *
 * One thread; no locks.
 */
#ifndef CHECKER_RULES_H
#define CHECKER_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum tctl_severity {
	TCTL_NOTE,	/* worth knowing; never makes a trace invalid */
	TCTL_WARNING,	/* a known viewer has trouble; invalid with --strict */
	TCTL_ERROR,	/* not valid CTF 1.8, or a known reader refuses it */
};

enum tctl_rule {
	/* files */
	TCTL_RULE_TRACE_FOUND,
	TCTL_RULE_FILE_READ,
	TCTL_RULE_FILE_EMPTY,
	/* metadata as a text */
	TCTL_RULE_METADATA_SIGNATURE,
	TCTL_RULE_METADATA_PACKET,
	TCTL_RULE_METADATA_UUID,
	TCTL_RULE_TSDL_SYNTAX,
	TCTL_RULE_TSDL_ORDER,
	TCTL_RULE_TSDL_NAME,
	TCTL_RULE_TSDL_LIMITS,
	/* what it declares */
	TCTL_RULE_TRACE_VERSION,
	TCTL_RULE_TRACE_BYTE_ORDER,
	TCTL_RULE_ENV_TRACER,
	TCTL_RULE_CLOCK_FREQUENCY,
	TCTL_RULE_CLOCK_OFFSET,
	TCTL_RULE_CLOCK_UUID,
	TCTL_RULE_CLOCK_SHARED,
	TCTL_RULE_STREAM_ID_UNIQUE,
	TCTL_RULE_EVENT_ID_UNIQUE,
	TCTL_RULE_EVENT_ID_DENSE,
	TCTL_RULE_EVENT_NAME,
	TCTL_RULE_PACKET_HEADER_FIELDS,
	TCTL_RULE_PACKET_CONTEXT_FIELDS,
	TCTL_RULE_EVENT_HEADER_FIELDS,
	TCTL_RULE_CONTEXT_TYPE,
	TCTL_RULE_INTEGER_SIZE,
	TCTL_RULE_INTEGER_ODD_SIZE,
	TCTL_RULE_FLOAT_SIZE,
	TCTL_RULE_ALIGNMENT,
	TCTL_RULE_TEXT_ENCODING,
	TCTL_RULE_ENUM_MAPPING,
	TCTL_RULE_VARIANT_TAG,
	TCTL_RULE_SEQUENCE_LENGTH,
	TCTL_RULE_SEQUENCE_TYPEDEF,
	TCTL_RULE_NAME_CLASH,
	TCTL_RULE_FIELD_UNDERSCORE,
	/* packets */
	TCTL_RULE_PACKET_MAGIC,
	TCTL_RULE_PACKET_UUID,
	TCTL_RULE_PACKET_STREAM_ID,
	TCTL_RULE_STREAM_INSTANCE_ID,
	TCTL_RULE_PACKET_SIZE,
	TCTL_RULE_CONTENT_SIZE,
	TCTL_RULE_CONTENT_END,
	TCTL_RULE_PACKET_SEQUENCE,
	TCTL_RULE_PACKET_TIME_ORDER,
	TCTL_RULE_PACKET_BEGIN,
	TCTL_RULE_PACKET_END,
	TCTL_RULE_EVENTS_DISCARDED,
	TCTL_RULE_CPU_ID,
	TCTL_RULE_FILE_END,
	/* events */
	TCTL_RULE_EVENT_ID,
	TCTL_RULE_EVENT_BOUNDS,
	TCTL_RULE_EVENT_SIZE,
	TCTL_RULE_STREAM_TIME_ORDER,
	TCTL_RULE_STRING_END,
	TCTL_RULE_SEQUENCE_BOUNDS,
	TCTL_RULE_VARIANT_SELECT,
	TCTL_RULE_ENUM_LABEL,
	TCTL_RULE_EVENT_WORK,
	/* index files */
	TCTL_RULE_INDEX_MISSING,
	TCTL_RULE_INDEX_MAGIC,
	TCTL_RULE_INDEX_VERSION,
	TCTL_RULE_INDEX_ENTRY_LENGTH,
	TCTL_RULE_INDEX_COUNT,
	TCTL_RULE_INDEX_ENTRY,
	TCTL_NR_RULES,
};

struct tctl_rule_info {
	const char *name;
	enum tctl_severity severity;
	const char *text;	/* what must hold, in one line */
};

/* Where a rule is broken; what does not apply is -1 or NULL. */
struct tctl_where {
	const char *file;
	int64_t line;		/* of the metadata text */
	int64_t packet;		/* number in the file, from 0 */
	int64_t packet_offset;	/* bytes from the start of the file */
	int64_t event;		/* number in the packet, from 0 */
	const char *event_name;
	int64_t offset;		/* byte in the file */
};

/* One finding, kept for --json. */
struct tctl_finding {
	enum tctl_rule rule;
	enum tctl_severity severity;
	struct tctl_where where;
	char *file, *event_name, *text;
};

struct tctl_findings {
	bool quiet;		/* keep, don't print */
	bool all;		/* print each one */
	bool keep;		/* keep for later */
	uint64_t count[3];	/* by severity */
	uint64_t unprinted;
	uint32_t in_file[TCTL_NR_RULES];
	char *file;		/* in_file counts for this one */
	struct tctl_finding *list;
	size_t nr_list;
};

const struct tctl_rule_info *tctl_rule_info(enum tctl_rule rule);
const char *tctl_severity_name(enum tctl_severity severity);

/* A place in a file and nothing more. */
struct tctl_where tctl_where_file(const char *file);

__attribute__((format(printf, 4, 5)))
void tctl_rule_broken(struct tctl_findings *findings, enum tctl_rule rule,
		      const struct tctl_where *where, const char *format, ...);

/* The same, with another severity than the rule's own. */
__attribute__((format(printf, 5, 6)))
void tctl_rule_broken_as(struct tctl_findings *findings, enum tctl_rule rule,
			 enum tctl_severity severity,
			 const struct tctl_where *where,
			 const char *format, ...);

void tctl_findings_release(struct tctl_findings *findings);

/* Print text that a trace holds: control characters become \xNN. */
void tctl_text_print(const char *text);

#endif
