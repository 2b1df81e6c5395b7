/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/span_stacks.c: each thread's open spans, and the time that
 * has gone to those within each.
 */
#include "tools/plugin/span_stacks.h"

struct span_open {
	struct tctl_stack_node *node;
	int64_t within_ns;
};

struct span_thread {
	struct tctl_key key;		/* tid */
	struct span_open open[TCTL_TIMELINE_DEPTH];
};

void tctl_span_stacks_init(struct tctl_span_stacks *spans)
{
	tctl_map_init(&spans->threads, sizeof(struct span_thread));
	tctl_stacks_init(&spans->stacks);
}

void tctl_span_stacks_release(struct tctl_span_stacks *spans)
{
	tctl_map_release(&spans->threads);
	tctl_stacks_release(&spans->stacks);
}

void tctl_span_stacks_opened(struct tctl_span_stacks *spans,
			     const struct tctl_slice *slice, const char *comm)
{
	struct tctl_stack_node *above;
	struct span_thread *thread;
	struct span_open *open;

	if (slice->track != TCTL_TRACK_SPAN)
		return;
	thread = tctl_map_get(&spans->threads, slice->tid, NULL);
	open = &thread->open[slice->depth];
	above = slice->depth ? open[-1].node :
		tctl_stacks_node(&spans->stacks, comm ? comm : "?", NULL, NULL,
				 NULL, NULL);
	open->node = tctl_stacks_below(&spans->stacks, above, slice->name);
	open->within_ns = 0;
}

void tctl_span_stacks_closed(struct tctl_span_stacks *spans,
			     const struct tctl_slice *slice, bool wanted)
{
	int64_t duration_ns = slice->end_ns - slice->begin_ns;
	struct span_thread *thread;
	struct span_open *open;

	if (slice->track != TCTL_TRACK_SPAN)
		return;
	thread = tctl_map_find(&spans->threads, slice->tid, NULL);
	open = &thread->open[slice->depth];
	if (wanted && duration_ns > open->within_ns)
		tctl_stacks_add(&spans->stacks, open->node,
				duration_ns - open->within_ns);
	if (slice->depth)
		open[-1].within_ns += duration_ns;
}
