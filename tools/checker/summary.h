/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tools/checker/summary.h: what was found in the traces, as text or JSON. */
#ifndef CHECKER_SUMMARY_H
#define CHECKER_SUMMARY_H

#include <tools/checker/trace.h>

struct tctl_summary {
	struct tctl_findings *findings;
	struct tctl_trace **traces;
	size_t nr_traces;
	bool events;	/* with a count per event name */
	bool valid;
};

/* Events of one name in a trace. */
struct tctl_tally {
	const char *name;
	uint64_t count;
};

/* One per event name that occurs, in order of names; malloc'ed, NULL when
   there is none (or no memory). */
struct tctl_tally *tctl_tally_make(const struct tctl_trace *trace,
				   size_t *ret_nr);

/* Sums over the streams of a trace. file is NULL. */
struct tctl_stream_sum tctl_sum_all(const struct tctl_trace *trace);

void tctl_summary_print(const struct tctl_summary *summary);
void tctl_summary_json(const struct tctl_summary *summary);

#endif
