/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/checker/json.c: the summary as one JSON object. Written by hand, as
 * names in a damaged trace need not be UTF-8 and libraries refuse those: a
 * byte that is not becomes the character of its number.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tools/checker/summary.h>

/* Bytes of the UTF-8 character at text; 0: it is none. */
static int utf8_len(const unsigned char *text)
{
	int len = text[0] < 0x80 ? 1 : text[0] < 0xc2 ? 0 : text[0] < 0xe0 ? 2 :
		  text[0] < 0xf0 ? 3 : text[0] < 0xf5 ? 4 : 0;
	int i;

	for (i = 1; i < len; i++)
		if ((text[i] & 0xc0) != 0x80)
			return 0;
	if ((text[0] == 0xe0 && text[1] < 0xa0) ||
	    (text[0] == 0xed && text[1] > 0x9f) ||
	    (text[0] == 0xf0 && text[1] < 0x90) ||
	    (text[0] == 0xf4 && text[1] > 0x8f))
		return 0;
	return len;
}

static void string_put(const char *string)
{
	const unsigned char *text = (const unsigned char *)string;

	putchar('"');
	while (*text) {
		int len = utf8_len(text);

		if (!len || *text < 0x20 || *text == 0x7f) {
			printf("\\u%04x", *text++);
		} else {
			if (*text == '"' || *text == '\\')
				putchar('\\');
			fwrite(text, 1, len, stdout);
			text += len;
		}
	}
	putchar('"');
}

static void text_put(const char *key, const char *value)
{
	printf("\"%s\": ", key);
	if (value)
		string_put(value);
	else
		printf("null");
}

static void place_put(const char *key, int64_t value)
{
	if (value >= 0)
		printf(", \"%s\": %" PRId64, key, value);
}

static void finding_put(const struct tctl_finding *finding)
{
	const struct tctl_where *where = &finding->where;

	printf("{");
	text_put("rule", tctl_rule_info(finding->rule)->name);
	printf(", ");
	text_put("severity", tctl_severity_name(finding->severity));
	printf(", ");
	text_put("file", where->file);
	place_put("line", where->line);
	place_put("packet", where->packet);
	place_put("packet_offset", where->packet_offset);
	place_put("event", where->event);
	if (where->event_name) {
		printf(", ");
		text_put("event_name", where->event_name);
	}
	place_put("offset", where->offset);
	printf(", ");
	text_put("text", finding->text);
	printf("}");
}

static void sum_put(const struct tctl_trace *trace,
		    const struct tctl_stream_sum *sum)
{
	const struct tctl_clock *clock = tctl_trace_clock(trace);

	printf("\"packets\": %" PRIu64 ", \"events\": %" PRIu64 ", "
	       "\"lost\": %" PRIu64 ", \"bytes\": %" PRIu64, sum->packets,
	       sum->events, sum->lost, sum->bytes);
	if (sum->has_time)
		printf(", \"begin_ns\": %" PRIu64 ", \"end_ns\": %" PRIu64,
		       tctl_clock_ns(clock, sum->begin),
		       tctl_clock_ns(clock, sum->end));
}

static void streams_put(const struct tctl_trace *trace)
{
	const struct tctl_stream_sum *sum;

	printf(", \"streams\": [");
	for (sum = trace->sums; sum; sum = sum->next) {
		printf("%s{", sum == trace->sums ? "" : ", ");
		text_put("file", sum->file);
		printf(", \"stream_id\": %" PRIu64 ", ", sum->stream_id);
		if (sum->has_instance)
			printf("\"stream_instance_id\": %" PRIu64 ", ",
			       sum->instance);
		sum_put(trace, sum);
		printf("}");
	}
	printf("]");
}

static void tally_put(const struct tctl_trace *trace)
{
	size_t i, nr;
	struct tctl_tally *list = tctl_tally_make(trace, &nr);

	printf(", \"event_counts\": {");
	for (i = 0; i < nr; i++) {
		printf("%s", i ? ", " : "");
		string_put(list[i].name);
		printf(": %" PRIu64, list[i].count);
	}
	printf("}");
	free(list);
}

static void trace_put(const struct tctl_trace *trace, bool events)
{
	struct tctl_stream_sum all = tctl_sum_all(trace);
	const struct tctl_clock *clock = tctl_trace_clock(trace);

	printf("{");
	text_put("path", trace->path);
	printf(", ");
	text_put("domain", tctl_trace_env(trace, "domain"));
	printf(", ");
	text_put("clock_uuid", clock ? clock->uuid : NULL);
	printf(", \"byte_order\": \"%s\", ",
	       trace->order == TCTL_ORDER_BE ? "be" : "le");
	sum_put(trace, &all);
	streams_put(trace);
	if (events)
		tally_put(trace);
	printf("}");
}

void tctl_summary_json(const struct tctl_summary *summary)
{
	const struct tctl_findings *findings = summary->findings;
	size_t i;

	printf("{\"valid\": %s, \"errors\": %" PRIu64 ", \"warnings\": %" PRIu64
	       ", \"notes\": %" PRIu64 ", \"traces\": [",
	       summary->valid ? "true" : "false", findings->count[TCTL_ERROR],
	       findings->count[TCTL_WARNING], findings->count[TCTL_NOTE]);
	for (i = 0; i < summary->nr_traces; i++) {
		printf("%s", i ? ", " : "");
		trace_put(summary->traces[i], summary->events);
	}
	printf("], \"findings\": [");
	for (i = 0; i < findings->nr_list; i++) {
		printf("%s", i ? ", " : "");
		finding_put(&findings->list[i]);
	}
	printf("]}\n");
}
