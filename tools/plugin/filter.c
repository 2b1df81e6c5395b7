/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/filter.c: reading and applying a filter.
 */
#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "tools/plugin/filter.h"
#include "tools/plugin/map.h"

#define NS_PER_S	INT64_C(1000000000)
/* what fits an int64_t in ns with room for sums */
#define MAX_S		INT64_C(4000000000)

int tctl_filter_list_parse(struct tctl_filter_list *list, const char *text)
{
	char *end;

	do {
		if (!isdigit((unsigned char)*text))
			return -EINVAL;
		list->numbers = tctl_plugin_memory(reallocarray(list->numbers,
				list->nr + 1, sizeof(*list->numbers)));
		errno = 0;
		list->numbers[list->nr++] = strtoll(text, &end, 10);
		text = end + 1;
	} while (*end == ',' && !errno);
	return *end || errno ? -EINVAL : 0;
}

/* ".5" -> 500000000. */
static int fraction_parse(const char *text, int64_t *ret_ns)
{
	int64_t unit = NS_PER_S;

	*ret_ns = 0;
	if (!*text)
		return 0;
	if (*text++ != '.')
		return -EINVAL;
	for (; isdigit((unsigned char)*text) && unit > 1; text++) {
		unit /= 10;
		*ret_ns += (*text - '0') * unit;
	}
	return *text ? -EINVAL : 0;
}

static int seconds_parse(const char *text, int64_t *ret_ns)
{
	int64_t seconds, fraction;
	char *end;

	if (!isdigit((unsigned char)*text))
		return -EINVAL;
	errno = 0;
	seconds = strtoll(text, &end, 10);
	if (errno || seconds > MAX_S || fraction_parse(end, &fraction))
		return -EINVAL;
	*ret_ns = seconds * NS_PER_S + fraction;
	return 0;
}

static int clock_parse(const char *text, int64_t first_ns, int64_t *ret_ns)
{
	time_t first = first_ns / NS_PER_S;
	int hour, minute, second, used;
	int64_t fraction;
	struct tm tm;

	if (sscanf(text, "%2d:%2d:%2d%n", &hour, &minute, &second, &used) != 3)
		return -EINVAL;
	if (hour < 0 || minute < 0 || second < 0 ||
	    fraction_parse(text + used, &fraction) || !localtime_r(&first, &tm))
		return -EINVAL;
	tm.tm_hour = hour;
	tm.tm_min = minute;
	tm.tm_sec = second;
	tm.tm_isdst = -1;
	*ret_ns = (int64_t)mktime(&tm) * NS_PER_S + fraction;
	return 0;
}

int tctl_filter_time_parse(const char *text, int64_t first_ns, int64_t *ret_ns)
{
	int error;

	if (strchr(text, ':'))
		return clock_parse(text, first_ns, ret_ns);
	if (*text != '+')
		return seconds_parse(text, ret_ns);
	error = seconds_parse(text + 1, ret_ns);
	if (!error && __builtin_add_overflow(*ret_ns, first_ns, ret_ns))
		return -EINVAL;
	return error;
}

int tctl_filter_begin(struct tctl_filter *filter, int64_t first_ns)
{
	filter->begin_ns = INT64_MIN;
	filter->end_ns = INT64_MAX;
	if (filter->begin && tctl_filter_time_parse(filter->begin, first_ns,
						    &filter->begin_ns))
		return -EINVAL;
	if (filter->end && tctl_filter_time_parse(filter->end, first_ns,
						  &filter->end_ns))
		return -EINVAL;
	return 0;
}

void tctl_filter_release(struct tctl_filter *filter)
{
	free(filter->cpus.numbers);
	free(filter->pids.numbers);
	free(filter->tids.numbers);
	free(filter->comm);
}

bool tctl_filter_inside(const struct tctl_filter *filter, int64_t ns)
{
	return ns >= filter->begin_ns && ns < filter->end_ns;
}

static bool list_has(const struct tctl_filter_list *list, int64_t number)
{
	size_t i;

	for (i = 0; i < list->nr; i++)
		if (list->numbers[i] == number)
			return true;
	return !list->nr;
}

bool tctl_filter_cpu(const struct tctl_filter *filter, int64_t cpu)
{
	return list_has(&filter->cpus, cpu);
}

bool tctl_filter_task(const struct tctl_filter *filter, int64_t pid,
		      int64_t tid, const char *comm)
{
	if (!list_has(&filter->pids, pid) || !list_has(&filter->tids, tid))
		return false;
	return !filter->comm ||
	       (comm && !fnmatch(filter->comm, comm, 0));
}

bool tctl_filter_has_task(const struct tctl_filter *filter)
{
	return filter->pids.nr || filter->tids.nr || filter->comm;
}

int64_t tctl_filter_part(const struct tctl_filter *filter, int64_t from,
			 int64_t to)
{
	if (from < filter->begin_ns)
		from = filter->begin_ns;
	if (to > filter->end_ns)
		to = filter->end_ns;
	return from < to ? to - from : 0;
}
