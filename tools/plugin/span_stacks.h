/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/span_stacks.h: what the spans of a timeline add up to as stacks:
 * below each task its spans, each with the time spent in it but not in spans
 * within it. Functions' entries and exits are such spans.
 */
#ifndef TRACECTL_PLUGIN_SPAN_STACKS_H
#define TRACECTL_PLUGIN_SPAN_STACKS_H

#include "tools/plugin/stack.h"
#include "tools/plugin/timeline.h"

struct tctl_span_stacks {
	struct tctl_map threads;	/* struct span_thread */
	struct tctl_stacks stacks;	/* in ns */
};

void tctl_span_stacks_init(struct tctl_span_stacks *spans);
void tctl_span_stacks_release(struct tctl_span_stacks *spans);

/* The timeline's opened() and slice(); other tracks are ignored. comm: the
   task's name, or NULL. wanted: false adds no time, but knows what is within
   what. */
void tctl_span_stacks_opened(struct tctl_span_stacks *spans,
			     const struct tctl_slice *slice, const char *comm);
void tctl_span_stacks_closed(struct tctl_span_stacks *spans,
			     const struct tctl_slice *slice, bool wanted);

#endif
