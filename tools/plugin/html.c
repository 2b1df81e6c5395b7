/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/html.c: what a page shows is collected here: lanes of CPUs and
 * threads, how long things took, a table of events, and all other reports. How
 * it looks is in html/.
 *
 * What is kept is bounded, whatever the trace's length: MAX_ITEMS items and
 * MAX_LANES lanes of the timeline (see lane.h), MAX_ROW_BYTES of the table of
 * events (see event_rows.h), MAX_FLAME_NODES of a flame graph (see
 * flame_json.h), and the reports' tables by --top.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/cell.h"
#include "tools/plugin/document.h"
#include "tools/plugin/event_rows.h"
#include "tools/plugin/flame_json.h"
#include "tools/plugin/html_page.h"
#include "tools/plugin/lane.h"
#include "tools/plugin/span_stacks.h"
#include "tools/plugin/subreports.h"
#include "tools/plugin/timeline.h"

#define MAX_ITEMS	1500000
#define MAX_LANES	4000
#define MAX_ROW_BYTES	(12 << 20)
#define MAX_FLAME_NODES	20000
#define LONGEST_SHOWN	100	/* rows of the reports' tables */

struct html_latency {
	struct tctl_key key;		/* track, name */
	struct tctl_distribution times;
	uint64_t nr_unfinished;
};

struct html_label {
	struct tctl_key key;		/* its index is its number */
};

struct html {
	struct tctl_document document;
	struct tctl_subreports reports;
	struct tctl_timeline timeline;
	struct tctl_lanes lanes;
	struct tctl_event_rows rows;
	struct tctl_span_stacks spans;
	struct tctl_map labels;
	struct tctl_map latencies;
	struct tctl_report *report;
};

static const enum tctl_lane_kind track_lanes[TCTL_NR_TRACKS] = {
	[TCTL_TRACK_RUN] = TCTL_LANE_RUN,
	[TCTL_TRACK_IRQ] = TCTL_LANE_IRQ,
	[TCTL_TRACK_STATE] = TCTL_LANE_STATE,
	[TCTL_TRACK_CALL] = TCTL_LANE_CALL,
	[TCTL_TRACK_SPAN] = TCTL_LANE_SPAN,
};

static uint32_t html_label(struct html *html, const char *text)
{
	struct html_label *label = tctl_map_get(&html->labels, 0, text);

	return label->key.index;
}

static uint32_t slice_label(struct html *html, const struct tctl_slice *slice)
{
	char text[TCTL_TASK_NAME_SIZE];

	if (slice->track != TCTL_TRACK_RUN)
		return html_label(html, slice->name);
	snprintf(text, sizeof(text), "%s (%" PRId64 ")", slice->name,
		 slice->tid);
	return html_label(html, text);
}

/* As in the reports, what takes time belongs to where it ends. */
static void slice_latency(struct html *html, const struct tctl_slice *slice)
{
	struct html_latency *latency;

	if (slice->track == TCTL_TRACK_RUN ||
	    slice->track == TCTL_TRACK_STATE ||
	    !tctl_filter_inside(&html->report->filter, slice->end_ns))
		return;
	latency = tctl_map_get(&html->latencies, slice->track, slice->name);
	if (slice->unfinished)
		latency->nr_unfinished++;
	else
		tctl_distribution_add(&latency->times,
				      slice->end_ns - slice->begin_ns);
}

static void html_slice(void *data, const struct tctl_slice *slice,
		       const struct tctl_event *end)
{
	struct html *html = data;
	bool of_cpu = slice->track == TCTL_TRACK_RUN ||
		      slice->track == TCTL_TRACK_IRQ;
	int64_t begin, stop;
	bool wanted;

	(void)end;
	wanted = tctl_slice_wanted(html->report, slice, &begin, &stop);
	tctl_span_stacks_closed(&html->spans, slice, wanted);
	if (!wanted)
		return;
	slice_latency(html, slice);
	tctl_lanes_add(&html->lanes, track_lanes[slice->track],
		       of_cpu ? slice->cpu : slice->tid, slice->depth, begin,
		       stop, slice_label(html, slice));
}

static void html_opened(void *data, const struct tctl_slice *slice,
			const struct tctl_event *event)
{
	struct html *html = data;

	tctl_span_stacks_opened(&html->spans, slice, event->comm);
}

static void html_mark(void *data, const struct tctl_event *event)
{
	struct html *html = data;
	uint32_t label;

	if (event->class->kind == TCTL_KIND_WAKEUP ||
	    event->class->kind == TCTL_KIND_WAKING ||
	    !tctl_report_wants(html->report, event))
		return;
	label = html_label(html, event->class->name);
	if (event->tid > 0)
		tctl_lanes_add(&html->lanes, TCTL_LANE_MARK, event->tid, 0,
			       event->time_ns, event->time_ns, label);
	if (event->tid <= 0 || *event->class->domain == 'u')
		tctl_lanes_add(&html->lanes, TCTL_LANE_CPU_MARK, event->cpu, 0,
			       event->time_ns, event->time_ns, label);
}

static const char *html_begin(struct tctl_report *report)
{
	struct html *html = report->data;
	const char *wrong = tctl_document_open(&html->document,
				report->options.output, true);

	html->report = report;
	tctl_lanes_init(&html->lanes, MAX_ITEMS, MAX_LANES);
	tctl_event_rows_init(&html->rows, MAX_ROW_BYTES);
	tctl_map_init(&html->labels, sizeof(struct html_label));
	tctl_map_init(&html->latencies, sizeof(struct html_latency));
	tctl_timeline_init(&html->timeline, &report->state);
	html->timeline.opened = html_opened;
	html->timeline.slice = html_slice;
	html->timeline.mark = html_mark;
	html->timeline.data = html;
	tctl_span_stacks_init(&html->spans);
	tctl_subreports_init(&html->reports, report);
	return wrong;
}

static void html_event(struct tctl_report *report,
		       const struct tctl_event *event)
{
	struct html *html = report->data;

	tctl_timeline_event(&html->timeline, event);
	if (tctl_report_wants(report, event))
		tctl_event_rows_add(&html->rows, event,
				    html_label(html, event->class->name));
}

static const char *html_message(struct tctl_report *report,
				const bt_message *message)
{
	struct html *html = report->data;

	return tctl_subreports_message(&html->reports, message);
}

static json_t *labels_json(const struct html *html)
{
	json_t *list = tctl_plugin_memory(json_array());
	size_t i;

	for (i = 0; i < html->labels.nr; i++)
		json_array_append_new(list, tctl_json_text(
					html->labels.records[i]->text));
	return list;
}

/* Those that have lanes. */
static json_t *threads_json(const struct html *html)
{
	const struct tctl_map *lanes = &html->lanes.lanes;
	json_t *list = tctl_plugin_memory(json_object());
	const struct tctl_lane *lane;
	const struct tctl_task *task;
	const char *comm;
	char tid[32];
	size_t i;

	for (i = 0; i < lanes->nr; i++) {
		lane = (struct tctl_lane *)lanes->records[i];
		if (lane->kind < TCTL_LANE_STATE)
			continue;
		task = tctl_map_find(&html->report->state.tasks, lane->owner,
				     NULL);
		if (!task || lane->owner <= 0)
			continue;
		comm = tctl_state_comm(&html->report->state, lane->owner);
		snprintf(tid, sizeof(tid), "%" PRId64, lane->owner);
		json_object_set_new(list, tid, json_pack("{sIso}",
			"pid", (json_int_t)task->pid,
			"comm", tctl_json_text(comm ? comm : "")));
	}
	return list;
}

static json_t *bars_json(const struct tctl_distribution *times)
{
	json_t *list = tctl_plugin_memory(json_array());
	unsigned int i;

	for (i = 0; i < TCTL_DISTRIBUTION_OCTAVES; i++)
		json_array_append_new(list, json_integer(times->powers[i]));
	return list;
}

static json_t *latency_json(struct html_latency *latency)
{
	static const struct {
		const char *key;
		double percent;
	} percents[] = {
		{ "p50", 50 }, { "p90", 90 }, { "p99", 99 }, { "p99_9", 99.9 }
	};
	struct tctl_distribution *times = &latency->times;
	json_t *json = tctl_plugin_memory(json_pack("{sssosIsI}",
		"kind", tctl_lane_names[track_lanes[latency->key.number]],
		"name", tctl_json_text(latency->key.text),
		"count", (json_int_t)times->count,
		"unfinished", (json_int_t)latency->nr_unfinished));
	size_t i;

	if (!times->count)
		return json;
	json_object_set_new(json, "total", json_real(times->sum));
	json_object_set_new(json, "min", json_integer(times->min));
	json_object_set_new(json, "mean",
			    json_real(tctl_distribution_mean(times)));
	for (i = 0; i < 4; i++)
		json_object_set_new(json, percents[i].key, json_integer(
			tctl_distribution_percentile(times,
						     percents[i].percent)));
	json_object_set_new(json, "max", json_integer(times->max));
	json_object_set_new(json, "bars", bars_json(times));
	return json;
}

static json_t *latencies_json(const struct html *html)
{
	json_t *list = tctl_plugin_memory(json_array());
	size_t i;

	for (i = 0; i < html->latencies.nr; i++)
		json_array_append_new(list, latency_json((struct html_latency *)
					html->latencies.records[i]));
	return list;
}

/* Those of reports, and one of the spans. */
static json_t *flames_json(struct html *html)
{
	json_t *list = tctl_subreports_flames(&html->reports, MAX_FLAME_NODES);
	struct tctl_flame flame;

	if (!html->spans.stacks.count)
		return list;
	tctl_flame_init(&flame, &html->spans.stacks, &html->timeline.symbols);
	json_array_append_new(list, tctl_flame_json(&flame,
		"Between begin and end events", "ns", MAX_FLAME_NODES));
	tctl_flame_release(&flame);
	return list;
}

static json_t *html_json(struct tctl_report *report, const char *broken)
{
	struct html *html = report->data;
	int64_t zero = tctl_report_begin_ns(report);
	char begin[32];

	if (!report->nr_events)
		zero = 0;
	snprintf(begin, sizeof(begin), "%" PRId64, zero);
	return tctl_plugin_memory(json_pack(
		"{sssIsIsIsIsososososososo}", "begin_ns", begin,
		"span_ns", (json_int_t)(report->nr_events ?
				tctl_report_end_ns(report) - zero : 0),
		"resolution_ns", (json_int_t)html->lanes.resolution_ns,
		"dropped", (json_int_t)html->lanes.nr_dropped,
		"unmatched", (json_int_t)html->timeline.nr_unmatched,
		"labels", labels_json(html), "threads", threads_json(html),
		"lanes", tctl_lanes_json(&html->lanes, zero),
		"latencies", latencies_json(html), "flames", flames_json(html),
		"events", tctl_event_rows_json(&html->rows, zero),
		"reports", tctl_subreports_json(&html->reports, broken)));
}

static int html_write(struct tctl_report *report, const char *broken)
{
	struct html *html = report->data;
	json_t *json;

	tctl_timeline_end(&html->timeline, report->last_ns);
	json = html_json(report, broken);
	tctl_html_page(html->document.stream, json);
	json_decref(json);
	return tctl_document_close(&html->document);
}

static void html_release(struct tctl_report *report)
{
	struct html *html = report->data;
	size_t i;

	for (i = 0; i < html->latencies.nr; i++)
		tctl_distribution_release(&((struct html_latency *)
				html->latencies.records[i])->times);
	tctl_map_release(&html->latencies);
	tctl_span_stacks_release(&html->spans);
	tctl_map_release(&html->labels);
	tctl_timeline_release(&html->timeline);
	tctl_lanes_release(&html->lanes);
	tctl_event_rows_release(&html->rows);
	tctl_subreports_release(&html->reports);
	tctl_document_close(&html->document);
}

const struct tctl_report_class tctl_report_html = {
	.name = "html",
	.description = "a page with pictures of all of it",
	.help = "Timeline of CPUs and threads, latencies, flame graph, events\n"
		"and all reports in one file.",
	.size = sizeof(struct html),
	.takes = TCTL_TAKES_OUTPUT,
	.top = LONGEST_SHOWN,
	.begin = html_begin,
	.message = html_message,
	.event = html_event,
	.write = html_write,
	.release = html_release,
};
