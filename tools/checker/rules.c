/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/checker/rules.c: the table of rules; counts, prints and keeps findings.
 * A damaged trace can break a rule a million times: of each rule only the
 * first few per file are printed unless all are asked for.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tools/checker/rules.h>

#define PRINTED_PER_FILE 3
#define KEPT_MAX 10000

static const struct tctl_rule_info rule_table[TCTL_NR_RULES] = {
[TCTL_RULE_TRACE_FOUND] = { "trace-found", TCTL_ERROR,
	"the directory holds at least one trace" },
[TCTL_RULE_FILE_READ] = { "file-read", TCTL_ERROR,
	"every file of the trace can be read" },
[TCTL_RULE_FILE_EMPTY] = { "file-empty", TCTL_NOTE,
	"a stream file holds at least one packet" },
[TCTL_RULE_METADATA_SIGNATURE] = { "metadata-signature", TCTL_ERROR,
	"plain metadata starts with the comment /* CTF 1.8 */" },
[TCTL_RULE_METADATA_PACKET] = { "metadata-packet", TCTL_ERROR,
	"each metadata packet has a sound header" },
[TCTL_RULE_METADATA_UUID] = { "metadata-uuid", TCTL_ERROR,
	"metadata packets carry the trace's uuid" },
[TCTL_RULE_TSDL_SYNTAX] = { "tsdl-syntax", TCTL_ERROR,
	"the metadata is well-formed TSDL" },
[TCTL_RULE_TSDL_ORDER] = { "tsdl-order", TCTL_ERROR,
	"trace comes before env, clock, stream, event; stream before event" },
[TCTL_RULE_TSDL_NAME] = { "tsdl-name", TCTL_ERROR,
	"types, clocks and fields are declared before they are used" },
[TCTL_RULE_TSDL_LIMITS] = { "tsdl-limits", TCTL_ERROR,
	"nesting, counts and sizes of declarations are bounded" },
[TCTL_RULE_TRACE_VERSION] = { "trace-version", TCTL_ERROR,
	"trace says major 1, minor 8" },
[TCTL_RULE_TRACE_BYTE_ORDER] = { "trace-byte-order", TCTL_ERROR,
	"trace says byte_order le or be" },
[TCTL_RULE_ENV_TRACER] = { "env-tracer", TCTL_NOTE,
	"env names domain and tracer_name, by which viewers choose names" },
[TCTL_RULE_CLOCK_FREQUENCY] = { "clock-frequency", TCTL_ERROR,
	"a clock's frequency is not zero" },
[TCTL_RULE_CLOCK_OFFSET] = { "clock-offset", TCTL_ERROR,
	"a clock's offset is not negative" },
[TCTL_RULE_CLOCK_UUID] = { "clock-uuid", TCTL_WARNING,
	"the clock has a uuid, by which viewers know one host's traces" },
[TCTL_RULE_CLOCK_SHARED] = { "clock-shared", TCTL_ERROR,
	"traces below one directory share the clock's uuid and offset" },
[TCTL_RULE_STREAM_ID_UNIQUE] = { "stream-id-unique", TCTL_ERROR,
	"no two stream blocks have one id" },
[TCTL_RULE_EVENT_ID_UNIQUE] = { "event-id-unique", TCTL_ERROR,
	"no two events of a stream have one id" },
[TCTL_RULE_EVENT_ID_DENSE] = { "event-id-dense", TCTL_WARNING,
	"event ids of a stream are dense from 0" },
[TCTL_RULE_EVENT_NAME] = { "event-name", TCTL_ERROR,
	"every event has a name" },
[TCTL_RULE_PACKET_HEADER_FIELDS] = { "packet-header-fields", TCTL_ERROR,
	"packet.header is {u32 magic; u8 uuid[16]; stream_id; ...}" },
[TCTL_RULE_PACKET_CONTEXT_FIELDS] = { "packet-context-fields", TCTL_ERROR,
	"the known fields of packet.context are unsigned integers" },
[TCTL_RULE_EVENT_HEADER_FIELDS] = { "event-header-fields", TCTL_WARNING,
	"event.header has the fields id and timestamp" },
[TCTL_RULE_CONTEXT_TYPE] = { "context-type", TCTL_ERROR,
	"_pid, _tid, _vpid, _vtid are integers of 16 to 64 bits" },
[TCTL_RULE_INTEGER_SIZE] = { "integer-size", TCTL_ERROR,
	"integers have 1 to 64 bits" },
[TCTL_RULE_INTEGER_ODD_SIZE] = { "integer-odd-size", TCTL_ERROR,
	"no integer of 24, 40, 48 or 56 bits is byte-aligned" },
[TCTL_RULE_FLOAT_SIZE] = { "float-size", TCTL_ERROR,
	"floating point numbers have 8+24 or 11+53 bits" },
[TCTL_RULE_ALIGNMENT] = { "alignment", TCTL_ERROR,
	"alignments are powers of two" },
[TCTL_RULE_TEXT_ENCODING] = { "text-encoding", TCTL_WARNING,
	"only integers of 8 bits have an encoding" },
[TCTL_RULE_ENUM_MAPPING] = { "enum-mapping", TCTL_ERROR,
	"an enum has labels, its ranges are ordered and fit its integer" },
[TCTL_RULE_VARIANT_TAG] = { "variant-tag", TCTL_ERROR,
	"a variant's tag is an enum with a label for each option" },
[TCTL_RULE_SEQUENCE_LENGTH] = { "sequence-length", TCTL_ERROR,
	"a sequence's length is an unsigned integer decoded before it" },
[TCTL_RULE_SEQUENCE_TYPEDEF] = { "sequence-typedef", TCTL_ERROR,
	"a sequence is declared at its field, not through a typedef" },
[TCTL_RULE_NAME_CLASH] = { "name-clash", TCTL_ERROR,
	"names differ after one leading underscore is stripped" },
[TCTL_RULE_FIELD_UNDERSCORE] = { "field-underscore", TCTL_NOTE,
	"field names carry a leading underscore" },
[TCTL_RULE_PACKET_MAGIC] = { "packet-magic", TCTL_ERROR,
	"each packet starts with the magic number 0xC1FC1FC1" },
[TCTL_RULE_PACKET_UUID] = { "packet-uuid", TCTL_ERROR,
	"each packet carries the trace's uuid" },
[TCTL_RULE_PACKET_STREAM_ID] = { "packet-stream-id", TCTL_ERROR,
	"each packet's stream id is declared, one per file" },
[TCTL_RULE_STREAM_INSTANCE_ID] = { "stream-instance-id", TCTL_ERROR,
	"the stream instance id is one per file" },
[TCTL_RULE_PACKET_SIZE] = { "packet-size", TCTL_ERROR,
	"packet_size is whole bytes and holds the header and the content" },
[TCTL_RULE_CONTENT_SIZE] = { "content-size", TCTL_ERROR,
	"content_size holds the headers and is at most packet_size" },
[TCTL_RULE_CONTENT_END] = { "content-end", TCTL_ERROR,
	"content_size is the exact end of the last event" },
[TCTL_RULE_PACKET_SEQUENCE] = { "packet-sequence", TCTL_ERROR,
	"packet_seq_num grows by 1" },
[TCTL_RULE_PACKET_TIME_ORDER] = { "packet-time-order", TCTL_ERROR,
	"timestamp_end is at most the next packet's begin" },
[TCTL_RULE_PACKET_BEGIN] = { "packet-begin", TCTL_ERROR,
	"timestamp_begin is at most the first event and timestamp_end" },
[TCTL_RULE_PACKET_END] = { "packet-end", TCTL_ERROR,
	"timestamp_end is at least the last event" },
[TCTL_RULE_EVENTS_DISCARDED] = { "events-discarded", TCTL_ERROR,
	"events_discarded never goes down" },
[TCTL_RULE_CPU_ID] = { "cpu-id", TCTL_ERROR,
	"cpu_id is one per file" },
[TCTL_RULE_FILE_END] = { "file-end", TCTL_ERROR,
	"the file ends where a packet ends" },
[TCTL_RULE_EVENT_ID] = { "event-id", TCTL_ERROR,
	"each event's id is declared" },
[TCTL_RULE_EVENT_BOUNDS] = { "event-bounds", TCTL_ERROR,
	"no field reaches beyond the content" },
[TCTL_RULE_EVENT_SIZE] = { "event-size", TCTL_ERROR,
	"an event has at least one bit" },
[TCTL_RULE_STREAM_TIME_ORDER] = { "stream-time-order", TCTL_ERROR,
	"time never goes back within a stream" },
[TCTL_RULE_STRING_END] = { "string-end", TCTL_ERROR,
	"strings end with NUL inside the content" },
[TCTL_RULE_SEQUENCE_BOUNDS] = { "sequence-bounds", TCTL_ERROR,
	"sequences end inside the content" },
[TCTL_RULE_VARIANT_SELECT] = { "variant-select", TCTL_ERROR,
	"the tag's value selects an option" },
[TCTL_RULE_ENUM_LABEL] = { "enum-label", TCTL_NOTE,
	"the value of an enum has a label" },
[TCTL_RULE_EVENT_WORK] = { "event-work", TCTL_ERROR,
	"an event has a bounded number of fields" },
[TCTL_RULE_INDEX_MISSING] = { "index-missing", TCTL_WARNING,
	"streams and index files belong together" },
[TCTL_RULE_INDEX_MAGIC] = { "index-magic", TCTL_ERROR,
	"index files start with 0xC1F1DCC1" },
[TCTL_RULE_INDEX_VERSION] = { "index-version", TCTL_ERROR,
	"index files have the version 1.0 or 1.1" },
[TCTL_RULE_INDEX_ENTRY_LENGTH] = { "index-entry-length", TCTL_ERROR,
	"entries of version 1.1 have 72 bytes (1.0: 56)" },
[TCTL_RULE_INDEX_COUNT] = { "index-count", TCTL_ERROR,
	"an index has one entry per packet and nothing more" },
[TCTL_RULE_INDEX_ENTRY] = { "index-entry", TCTL_ERROR,
	"each value of an index entry is the packet's" },
};

static const char *const severity_names[] = { "note", "warning", "error" };

const struct tctl_rule_info *tctl_rule_info(enum tctl_rule rule)
{
	return &rule_table[rule];
}

const char *tctl_severity_name(enum tctl_severity severity)
{
	return severity_names[severity];
}

struct tctl_where tctl_where_file(const char *file)
{
	return (struct tctl_where){
		.file = file, .line = -1, .packet = -1, .packet_offset = -1,
		.event = -1, .offset = -1,
	};
}

void tctl_text_print(const char *text)
{
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c < 0x20 || c == 0x7f)
			printf("\\x%02x", c);
		else
			putchar(c);
	}
}

static void where_print(const struct tctl_where *where)
{
	tctl_text_print(where->file);
	if (where->line >= 0)
		printf(":%lld", (long long)where->line);
	if (where->packet >= 0)
		printf(": packet %lld at %lld", (long long)where->packet,
		       (long long)where->packet_offset);
	if (where->event >= 0)
		printf(": event %lld", (long long)where->event);
	if (where->event_name) {
		printf(" ");
		tctl_text_print(where->event_name);
	}
	if (where->offset >= 0)
		printf(" at %lld", (long long)where->offset);
}

static void finding_print(const struct tctl_finding *finding)
{
	printf("%s: ", tctl_severity_name(finding->severity));
	where_print(&finding->where);
	printf(": %s: ", rule_table[finding->rule].name);
	tctl_text_print(finding->text);
	printf("\n");
}

static void finding_release(struct tctl_finding *finding)
{
	free(finding->file);
	free(finding->event_name);
	free(finding->text);
}

/* Keeps a copy; without memory the finding stays counted and printed. */
static void finding_keep(struct tctl_findings *findings,
			 const struct tctl_finding *finding)
{
	struct tctl_finding *list, copy = *finding;

	if (findings->nr_list >= KEPT_MAX)
		return;
	list = realloc(findings->list, (findings->nr_list + 1) * sizeof(*list));
	if (!list)
		return;
	findings->list = list;
	copy.file = strdup(finding->where.file);
	copy.text = strdup(finding->text);
	copy.event_name = finding->where.event_name ?
			  strdup(finding->where.event_name) : NULL;
	if (!copy.file || !copy.text) {
		finding_release(&copy);
		return;
	}
	copy.where.file = copy.file;
	copy.where.event_name = copy.event_name;
	list[findings->nr_list++] = copy;
}

/* How many times this rule was broken in this file, before this time. */
static uint32_t count_in_file(struct tctl_findings *findings,
			      enum tctl_rule rule, const char *file)
{
	if (!findings->file || strcmp(findings->file, file)) {
		free(findings->file);
		findings->file = strdup(file);
		memset(findings->in_file, 0, sizeof(findings->in_file));
	}
	return findings->in_file[rule]++;
}

static void broken(struct tctl_findings *findings, enum tctl_rule rule,
		   enum tctl_severity severity, const struct tctl_where *where,
		   const char *format, va_list args)
{
	struct tctl_finding finding = {
		.rule = rule, .severity = severity, .where = *where,
	};
	char text[512];

	findings->count[severity]++;
	if (count_in_file(findings, rule, where->file) >= PRINTED_PER_FILE &&
	    !findings->all) {
		findings->unprinted++;
		return;
	}
	vsnprintf(text, sizeof(text), format, args);
	finding.text = text;
	if (findings->keep)
		finding_keep(findings, &finding);
	if (!findings->quiet)
		finding_print(&finding);
}

void tctl_rule_broken(struct tctl_findings *findings, enum tctl_rule rule,
		      const struct tctl_where *where, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	broken(findings, rule, rule_table[rule].severity, where, format, args);
	va_end(args);
}

void tctl_rule_broken_as(struct tctl_findings *findings, enum tctl_rule rule,
			 enum tctl_severity severity,
			 const struct tctl_where *where,
			 const char *format, ...)
{
	va_list args;

	va_start(args, format);
	broken(findings, rule, severity, where, format, args);
	va_end(args);
}

void tctl_findings_release(struct tctl_findings *findings)
{
	size_t i;

	for (i = 0; i < findings->nr_list; i++)
		finding_release(&findings->list[i]);
	free(findings->list);
	free(findings->file);
}
