/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tools/checker/summary.c: sums over a trace, printed for people. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tools/checker/summary.h>

static int tally_compare(const void *a, const void *b)
{
	return strcmp(((const struct tctl_tally *)a)->name,
		      ((const struct tctl_tally *)b)->name);
}

static size_t tally_merge(struct tctl_tally *list, size_t nr)
{
	size_t i, kept = 0;

	for (i = 0; i < nr; i++)
		if (kept && !strcmp(list[kept - 1].name, list[i].name))
			list[kept - 1].count += list[i].count;
		else
			list[kept++] = list[i];
	return kept;
}

struct tctl_tally *tctl_tally_make(const struct tctl_trace *trace,
				   size_t *ret_nr)
{
	const struct tctl_stream *stream;
	const struct tctl_event *event;
	struct tctl_tally *list;
	size_t nr = 0;

	for (stream = trace->streams; stream; stream = stream->next)
		nr += stream->nr_events;
	list = calloc(nr + 1, sizeof(*list));
	*ret_nr = nr = 0;
	if (!list)
		return NULL;
	for (stream = trace->streams; stream; stream = stream->next)
		for (event = stream->events; event; event = event->next)
			if (event->count)
				list[nr++] = (struct tctl_tally){
					event->name, event->count };
	qsort(list, nr, sizeof(*list), tally_compare);
	*ret_nr = tally_merge(list, nr);
	return list;
}

static void sum_join(struct tctl_stream_sum *all,
		     const struct tctl_stream_sum *sum)
{
	all->packets += sum->packets;
	all->events += sum->events;
	all->lost += sum->continued ? 0 : sum->lost;
	all->bytes += sum->bytes;
	if (!sum->has_time)
		return;
	if (!all->has_time || sum->begin < all->begin)
		all->begin = sum->begin;
	if (!all->has_time || sum->end > all->end)
		all->end = sum->end;
	all->has_time = true;
}

struct tctl_stream_sum tctl_sum_all(const struct tctl_trace *trace)
{
	struct tctl_stream_sum all = { 0 };
	const struct tctl_stream_sum *sum;

	for (sum = trace->sums; sum; sum = sum->next)
		sum_join(&all, sum);
	return all;
}

static void sum_print(const struct tctl_trace *trace,
		      const struct tctl_stream_sum *sum)
{
	const struct tctl_clock *clock = tctl_trace_clock(trace);

	printf("%" PRIu64 " packets, %" PRIu64 " events, %" PRIu64 " lost, "
	       "%" PRIu64 " bytes", sum->packets, sum->events, sum->lost,
	       sum->bytes);
	if (sum->has_time) {
		uint64_t begin = tctl_clock_ns(clock, sum->begin);
		uint64_t span = tctl_clock_ns(clock, sum->end) - begin;

		printf(", %" PRIu64 ".%09" PRIu64 " s from "
		       "%" PRIu64 ".%09" PRIu64, span / 1000000000,
		       span % 1000000000, begin / 1000000000,
		       begin % 1000000000);
	}
	printf("\n");
}

static void tally_print(const struct tctl_trace *trace)
{
	size_t i, nr;
	struct tctl_tally *list = tctl_tally_make(trace, &nr);

	for (i = 0; i < nr; i++) {
		printf("  %10" PRIu64 "  ", list[i].count);
		tctl_text_print(list[i].name);
		printf("\n");
	}
	free(list);
}

static void trace_print(const struct tctl_trace *trace, bool events)
{
	struct tctl_stream_sum all = tctl_sum_all(trace);
	const struct tctl_stream_sum *sum;

	tctl_text_print(trace->path);
	printf(": ");
	sum_print(trace, &all);
	for (sum = trace->sums; sum; sum = sum->next) {
		printf("  ");
		tctl_text_print(sum->file);
		printf(": ");
		sum_print(trace, sum);
	}
	if (events)
		tally_print(trace);
}

void tctl_summary_print(const struct tctl_summary *summary)
{
	const struct tctl_findings *findings = summary->findings;
	size_t i;

	for (i = 0; i < summary->nr_traces; i++)
		trace_print(summary->traces[i], summary->events);
	if (findings->unprinted)
		printf("%" PRIu64 " more findings of the same kinds (--all "
		       "prints them)\n", findings->unprinted);
	printf("%s: %zu trace%s, %" PRIu64 " errors, %" PRIu64 " warnings, "
	       "%" PRIu64 " notes\n", summary->valid ? "valid" : "INVALID",
	       summary->nr_traces, summary->nr_traces == 1 ? "" : "s",
	       findings->count[TCTL_ERROR], findings->count[TCTL_WARNING],
	       findings->count[TCTL_NOTE]);
}
