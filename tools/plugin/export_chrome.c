/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/export_chrome.c: the JSON that Chrome's trace viewer introduced:
 * complete slices ("X"), instants ("i") and names ("M"). CPUs are the threads
 * of a process 0; threads of unknown processes are processes of their own.
 * Times are in us since the first event.
 */
#include <inttypes.h>
#include <stdlib.h>
#include "tools/plugin/export.h"
#include "tools/plugin/field_json.h"
#include "tools/plugin/timeline.h"

struct chrome {
	struct tctl_timeline timeline;
	bool begun;		/* an element was written */
};

static void chrome_element(struct tctl_export *export)
{
	struct chrome *chrome = export->data;

	fputs(chrome->begun ? ",\n" : "\n", export->stream);
	chrome->begun = true;
}

/* us with a fraction; exact. */
static void chrome_time(FILE *stream, const char *key, int64_t ns)
{
	fprintf(stream, ",\"%s\":%" PRId64 ".%03d", key, ns / 1000,
		(int)(ns % 1000));
}

static void chrome_place(FILE *stream, bool of_cpu, int64_t cpu, int64_t pid,
			 int64_t tid)
{
	if (of_cpu)
		fprintf(stream, ",\"pid\":0,\"tid\":%" PRId64, cpu);
	else
		fprintf(stream, ",\"pid\":%" PRId64 ",\"tid\":%" PRId64,
			pid >= 0 ? pid : tid, tid);
}

static void chrome_fields(FILE *stream, const struct tctl_slice *slice,
			  const struct tctl_event *end)
{
	char *json;

	fputs(",\"args\":{", stream);
	if (slice->begin_json)
		fprintf(stream, "\"begin\":%s", slice->begin_json);
	if (end && slice->track != TCTL_TRACK_RUN) {
		json = tctl_event_json(end->ir);
		fprintf(stream, "%s\"end\":%s", slice->begin_json ? "," : "",
			json);
		free(json);
	}
	if (slice->unfinished)
		fprintf(stream, "%s\"unfinished\":true",
			slice->begin_json ? "," : "");
	fputs("}}", stream);
}

static void chrome_slice(void *data, const struct tctl_slice *slice,
			 const struct tctl_event *end)
{
	static const char *const categories[TCTL_NR_TRACKS] = {
		"run", "irq", "state", "syscall", "span"
	};
	struct tctl_export *export = data;
	struct tctl_report *report = export->report;
	bool of_cpu = slice->track == TCTL_TRACK_RUN ||
		      slice->track == TCTL_TRACK_IRQ;
	int64_t begin, stop;

	if (slice->track == TCTL_TRACK_STATE ||
	    !tctl_slice_wanted(report, slice, &begin, &stop))
		return;
	chrome_element(export);
	fputs("{\"ph\":\"X\",\"name\":", export->stream);
	tctl_json_put(export->stream, slice->name);
	fprintf(export->stream, ",\"cat\":\"%s\"", categories[slice->track]);
	chrome_time(export->stream, "ts", begin - report->first_ns);
	chrome_time(export->stream, "dur", stop - begin);
	chrome_place(export->stream, of_cpu, slice->cpu, slice->pid,
		     slice->tid);
	chrome_fields(export->stream, slice, end);
}

static void chrome_mark(void *data, const struct tctl_event *event)
{
	struct tctl_export *export = data;
	char *json;

	if (!tctl_report_wants(export->report, event))
		return;
	json = tctl_event_json(event->ir);
	chrome_element(export);
	fputs("{\"ph\":\"i\",\"s\":\"t\",\"name\":", export->stream);
	tctl_json_put(export->stream, event->class->name);
	fputs(",\"cat\":\"event\"", export->stream);
	chrome_time(export->stream, "ts",
		    event->time_ns - export->report->first_ns);
	chrome_place(export->stream, event->tid <= 0, event->cpu, event->pid,
		     event->tid);
	fprintf(export->stream, ",\"args\":%s}", json);
	free(json);
}

static void chrome_begin(struct tctl_export *export)
{
	struct chrome *chrome = export->data;

	tctl_timeline_init(&chrome->timeline, &export->report->state);
	chrome->timeline.slice = chrome_slice;
	chrome->timeline.mark = chrome_mark;
	chrome->timeline.data = export;
	chrome->timeline.fields = true;
	fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[", export->stream);
}

static void chrome_event(struct tctl_export *export,
			 const struct tctl_event *event)
{
	struct chrome *chrome = export->data;

	tctl_timeline_event(&chrome->timeline, event);
}

static void chrome_name(struct tctl_export *export, const char *what,
			int64_t pid, int64_t tid, const char *name)
{
	chrome_element(export);
	fprintf(export->stream, "{\"ph\":\"M\",\"name\":\"%s\",\"pid\":%" PRId64
		",\"tid\":%" PRId64 ",\"args\":{\"name\":", what, pid, tid);
	tctl_json_put(export->stream, name);
	fputs("}}", export->stream);
}

static void chrome_names(struct tctl_export *export)
{
	struct tctl_state *state = &export->report->state;
	const struct tctl_task *task;
	const char *comm;
	int64_t tid, pid;
	size_t i;

	chrome_name(export, "process_name", 0, 0, "CPUs");
	for (i = 0; i < state->tasks.nr; i++) {
		task = (struct tctl_task *)state->tasks.records[i];
		tid = task->key.number;
		pid = task->pid >= 0 ? task->pid : tid;
		comm = tctl_state_comm(state, tid);
		if (!tid || !comm)
			continue;
		chrome_name(export, "thread_name", pid, tid, comm);
		if (pid == tid)
			chrome_name(export, "process_name", pid, tid, comm);
	}
}

/* A loss may be older than the first event that is left. */
static void chrome_loss(struct tctl_export *export,
			const struct tctl_loss *loss)
{
	int64_t first = export->report->first_ns, begin = loss->begin_ns;

	if (begin == TCTL_NOTHING || loss->end_ns < first)
		return;
	begin = begin > first ? begin : first;
	chrome_element(export);
	fprintf(export->stream, "{\"ph\":\"X\",\"name\":\"LOST %s\",\"cat\":"
		"\"lost\"", loss->packets ? "packets" : "events");
	chrome_time(export->stream, "ts", begin - first);
	chrome_time(export->stream, "dur", loss->end_ns - begin);
	fprintf(export->stream, ",\"pid\":0,\"tid\":%" PRId64 ",\"args\":{",
		loss->cpu);
	if (loss->events != TCTL_NOTHING)
		fprintf(export->stream, "\"count\":%" PRId64, loss->events);
	fputs("}}", export->stream);
}

static void chrome_end(struct tctl_export *export)
{
	struct tctl_report *report = export->report;
	struct chrome *chrome = export->data;
	size_t i;

	tctl_timeline_end(&chrome->timeline, report->last_ns);
	chrome_names(export);
	for (i = 0; i < report->nr_losses; i++)
		chrome_loss(export, &report->losses[i]);
	fprintf(export->stream, "],\n\"otherData\":{\"begin_ns\":\"%" PRId64
		"\",\"tracer\":\"tracectl\"}}\n", report->first_ns);
}

static void chrome_release(struct tctl_export *export)
{
	struct chrome *chrome = export->data;

	tctl_timeline_release(&chrome->timeline);
}

const struct tctl_export_format tctl_export_chrome = {
	.name = "chrome",
	.size = sizeof(struct chrome),
	.begin = chrome_begin,
	.event = chrome_event,
	.end = chrome_end,
	.release = chrome_release,
};
