/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/timeline.h: from events to what a picture of time shows: slices
 * with a begin and an end on tracks of CPUs and threads, and marks without a
 * duration. Exporters and the HTML page draw from it.
 *
 * A slice is told when it ends, so they come in the order of their ends. What
 * has not ended when events do, or was not seen to end, is told as unfinished:
 * its end is not known, end_ns is where knowledge ends (for a task on a CPU that
 * another one was seen to leave, where it began).
 */
#ifndef TRACECTL_PLUGIN_TIMELINE_H
#define TRACECTL_PLUGIN_TIMELINE_H

#include "tools/plugin/report.h"
#include "tools/plugin/symbol.h"

#define TCTL_TIMELINE_DEPTH	64	/* of slices within each other */

enum tctl_track {
	TCTL_TRACK_RUN,		/* of a CPU: which task runs; idle is a gap */
	TCTL_TRACK_IRQ,		/* of a CPU: handlers and softirqs */
	TCTL_TRACK_STATE,	/* of a thread: running, waiting, blocked */
	TCTL_TRACK_CALL,	/* of a thread: system calls */
	TCTL_TRACK_SPAN,	/* of a thread: pairs of begin and end events */
	TCTL_NR_TRACKS
};

/* Names of TCTL_TRACK_STATE, compared by address. */
extern const char tctl_state_running[], tctl_state_waiting[],
	tctl_state_blocked[];

struct tctl_slice {
	enum tctl_track track;
	int64_t begin_ns, end_ns;
	int64_t cpu;		/* where it began; -1: not known */
	int64_t tid, pid;	/* whose it is or who runs; -1: not known */
	const char *name;	/* lives as long as the timeline */
	unsigned int depth;	/* below other slices of its track */
	char *begin_json;	/* fields of the first event, or NULL */
	bool unfinished;	/* its end was not seen */
	bool open;		/* nor what would have to come after it */
};

struct tctl_timeline {
	struct tctl_state *state;	/* the report's */
	/* a call, handler or span began with the event; may be NULL */
	void (*opened)(void *data, const struct tctl_slice *slice,
		       const struct tctl_event *event);
	/* end: the event that ended it; NULL: unfinished, or a state */
	void (*slice)(void *data, const struct tctl_slice *slice,
		      const struct tctl_event *end);
	/* any event that is neither end of a slice, nor a switch, nor part of
	   the initial state */
	void (*mark)(void *data, const struct tctl_event *event);
	void *data;
	bool fields;		/* fill in begin_json */

	struct tctl_map cpus;		/* struct timeline_cpu */
	struct tctl_map threads;	/* struct timeline_thread */
	struct tctl_map roles;		/* by event class */
	struct tctl_map names;
	struct tctl_map functions;	/* by address and process */
	struct tctl_symbols symbols;
	uint64_t nr_unmatched;		/* ends without a begin */
};

/* All but the functions and data is set here. */
void tctl_timeline_init(struct tctl_timeline *timeline,
			struct tctl_state *state);
void tctl_timeline_event(struct tctl_timeline *timeline,
			 const struct tctl_event *event);
/* Tells what is unfinished. */
void tctl_timeline_end(struct tctl_timeline *timeline, int64_t end_ns);
void tctl_timeline_release(struct tctl_timeline *timeline);

/* The part of a slice that is within the report's window, of CPUs and tasks
   that it is about; false: there is none. */
bool tctl_slice_wanted(struct tctl_report *report,
		       const struct tctl_slice *slice, int64_t *ret_begin_ns,
		       int64_t *ret_end_ns);

#endif
