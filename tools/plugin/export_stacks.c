/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/export_stacks.c: stacks for flame graphs, folded and in
 * speedscope's format: sampled ones if the trace has some, else the spans and
 * functions that applications tell the begin and end of.
 */
#include <inttypes.h>
#include "tools/plugin/export.h"
#include "tools/plugin/field_json.h"
#include "tools/plugin/flame.h"
#include "tools/plugin/span_stacks.h"

struct stacks {
	struct tctl_timeline timeline;
	struct tctl_span_stacks spans;
	struct tctl_stack stack;	/* one that is read */
	struct tctl_stacks samples;
};

static void stacks_opened(void *data, const struct tctl_slice *slice,
			  const struct tctl_event *event)
{
	struct tctl_export *export = data;
	struct stacks *stacks = export->data;

	tctl_span_stacks_opened(&stacks->spans, slice, event->comm);
}

static void stacks_slice(void *data, const struct tctl_slice *slice,
			 const struct tctl_event *end)
{
	struct tctl_export *export = data;
	struct stacks *stacks = export->data;
	struct tctl_report *report = export->report;

	(void)end;
	tctl_span_stacks_closed(&stacks->spans, slice,
		tctl_filter_inside(&report->filter, slice->end_ns) &&
		tctl_filter_cpu(&report->filter, slice->cpu) &&
		tctl_report_wants_task(report, slice->tid));
}

static void stacks_mark(void *data, const struct tctl_event *event)
{
	(void)data;
	(void)event;
}

static void stacks_begin(struct tctl_export *export)
{
	struct stacks *stacks = export->data;

	tctl_timeline_init(&stacks->timeline, &export->report->state);
	stacks->timeline.opened = stacks_opened;
	stacks->timeline.slice = stacks_slice;
	stacks->timeline.mark = stacks_mark;
	stacks->timeline.data = export;
	tctl_span_stacks_init(&stacks->spans);
	tctl_stacks_init(&stacks->samples);
}

static void stacks_event(struct tctl_export *export,
			 const struct tctl_event *event)
{
	struct stacks *stacks = export->data;

	tctl_timeline_event(&stacks->timeline, event);
	if (event->class->kind == TCTL_KIND_PROFILE_SAMPLE &&
	    tctl_report_wants(export->report, event))
		tctl_stacks_sample(&stacks->samples, &stacks->stack,
				   &stacks->timeline.symbols, event);
}

/* What there is; returns its unit. */
static const char *stacks_flame(struct tctl_export *export,
				struct tctl_flame *ret_flame)
{
	struct stacks *stacks = export->data;

	tctl_timeline_end(&stacks->timeline, export->report->last_ns);
	if (stacks->samples.count) {
		tctl_flame_init(ret_flame, &stacks->samples, &stacks->timeline.symbols);
		return "none";
	}
	tctl_flame_init(ret_flame, &stacks->spans.stacks, &stacks->timeline.symbols);
	return "nanoseconds";
}

static void folded_end(struct tctl_export *export)
{
	struct tctl_flame flame;

	stacks_flame(export, &flame);
	tctl_flame_fold(&flame, export->stream);
	tctl_flame_release(&flame);
}

/* --- speedscope */

/* A frame for each name, wherever it is called. */
static void speedscope_frames(const struct tctl_flame *flame,
			      struct tctl_map *frames, FILE *stream)
{
	size_t i;

	for (i = 1; i < flame->nodes.nr; i++)
		tctl_map_get(frames, 0, flame->nodes.records[i]->text);
	for (i = 0; i < frames->nr; i++) {
		fputs(i ? ",\n{\"name\":" : "\n{\"name\":", stream);
		tctl_json_put(stream, frames->records[i]->text);
		putc('}', stream);
	}
}

/* The frames' numbers, outermost first; without the root. As deep as recorded
   stacks are at most. */
static void sample_put(FILE *stream, const struct tctl_map *frames,
		       const struct tctl_flame_node *node)
{
	const struct tctl_key *frame = tctl_map_find(frames, 0, node->key.text);

	if (node->parent->parent)
		sample_put(stream, frames, node->parent);
	fprintf(stream, "%c%zu", node->parent->parent ? ',' : '[',
		frame->index);
}

static void speedscope_samples(const struct tctl_flame *flame,
			       const struct tctl_map *frames, FILE *stream,
			       bool weights)
{
	const struct tctl_flame_node *node;
	const char *between = "";
	size_t i;

	for (i = 1; i < flame->nodes.nr; i++) {
		node = (struct tctl_flame_node *)flame->nodes.records[i];
		if (!node->self)
			continue;
		fputs(between, stream);
		between = ",\n";
		if (weights) {
			fprintf(stream, "%" PRId64, node->self);
		} else {
			sample_put(stream, frames, node);
			putc(']', stream);
		}
	}
}

static void speedscope_end(struct tctl_export *export)
{
	FILE *stream = export->stream;
	struct tctl_map frames;
	struct tctl_flame flame;
	const char *unit = stacks_flame(export, &flame);

	tctl_map_init(&frames, sizeof(struct tctl_key));
	fputs("{\"$schema\":\"https://www.speedscope.app/"
	      "file-format-schema.json\",\n\"exporter\":\"tracectl "
	      PACKAGE_VERSION "\",\n\"shared\":{\"frames\":[", stream);
	speedscope_frames(&flame, &frames, stream);
	fprintf(stream, "]},\n\"profiles\":[{\"type\":\"sampled\",\"name\":"
		"\"trace\",\"unit\":\"%s\",\"startValue\":0,\"endValue\":%"
		PRId64 ",\n\"samples\":[", unit, flame.root->total);
	speedscope_samples(&flame, &frames, stream, false);
	fputs("],\n\"weights\":[", stream);
	speedscope_samples(&flame, &frames, stream, true);
	fputs("]}]}\n", stream);
	tctl_map_release(&frames);
	tctl_flame_release(&flame);
}

static void stacks_release(struct tctl_export *export)
{
	struct stacks *stacks = export->data;

	tctl_timeline_release(&stacks->timeline);
	tctl_span_stacks_release(&stacks->spans);
	tctl_stacks_release(&stacks->samples);
}

const struct tctl_export_format tctl_export_folded = {
	.name = "folded",
	.size = sizeof(struct stacks),
	.begin = stacks_begin,
	.event = stacks_event,
	.end = folded_end,
	.release = stacks_release,
};

const struct tctl_export_format tctl_export_speedscope = {
	.name = "speedscope",
	.size = sizeof(struct stacks),
	.begin = stacks_begin,
	.event = stacks_event,
	.end = speedscope_end,
	.release = stacks_release,
};
