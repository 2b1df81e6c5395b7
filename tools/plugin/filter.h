/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/filter.h: which part of a trace a report is about: a window of
 * time, CPUs, processes, threads, names.
 */
#ifndef TRACECTL_PLUGIN_FILTER_H
#define TRACECTL_PLUGIN_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tctl_filter_list {
	size_t nr;
	int64_t *numbers;
};

struct tctl_filter {
	const char *begin, *end;	/* as given, or NULL */
	int64_t begin_ns, end_ns;	/* [begin, end) */
	struct tctl_filter_list cpus, pids, tids;
	char *comm;			/* pattern, or NULL */
};

/* "1,2,3"; 0 or -EINVAL. */
int tctl_filter_list_parse(struct tctl_filter_list *list, const char *text);

/*
 * What a point in time is: "+SECONDS" after the first event; "SECONDS" since
 * the epoch; "HH:MM:SS" on the local day of the first event. Each with a
 * fraction of up to nine digits. 0 or -EINVAL.
 */
int tctl_filter_time_parse(const char *text, int64_t first_ns,
			   int64_t *ret_ns);

/* Once the first event's time is known; 0 or -EINVAL. */
int tctl_filter_begin(struct tctl_filter *filter, int64_t first_ns);
void tctl_filter_release(struct tctl_filter *filter);

bool tctl_filter_inside(const struct tctl_filter *filter, int64_t ns);
bool tctl_filter_cpu(const struct tctl_filter *filter, int64_t cpu);
bool tctl_filter_task(const struct tctl_filter *filter, int64_t pid,
		      int64_t tid, const char *comm);
bool tctl_filter_has_task(const struct tctl_filter *filter);

/* How much of [from, to) is within the window. */
int64_t tctl_filter_part(const struct tctl_filter *filter, int64_t from,
			 int64_t to);

#endif
