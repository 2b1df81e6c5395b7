/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/progress.c: the line that shows what is being recorded.
 */
#include <stdio.h>
#include <time.h>
#include <unistd.h>
#include "tools/tracectl/command.h"
#include "tools/tracectl/progress.h"
#include "tools/tracectl/session.h"
#include "tools/tracectl/table.h"

static uint64_t progress_now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}

void tctl_progress_init(struct tctl_progress *progress)
{
	progress->shown = isatty(STDERR_FILENO) && !tctl_common.quiet;
	progress->dirty = 0;
	progress->events = 0;
	progress->time_ns = progress_now_ns();
}

static uint64_t progress_rate(struct tctl_progress *progress, uint64_t events)
{
	uint64_t now = progress_now_ns(), rate = 0;

	if (now > progress->time_ns && events > progress->events)
		rate = (events - progress->events) * 1e9 /
		       (now - progress->time_ns);
	progress->events = events;
	progress->time_ns = now;
	return rate;
}

void tctl_progress_update(struct tctl_progress *progress, json_t *totals)
{
	uint64_t events = tctl_session_own_events(totals);
	uint64_t lost = json_integer_value(json_object_get(totals, "lost"));
	uint64_t bytes = json_integer_value(json_object_get(totals, "bytes"));
	char count[TCTL_NUMBER_SIZE], rate[TCTL_NUMBER_SIZE];
	char loss[TCTL_NUMBER_SIZE], size[TCTL_NUMBER_SIZE];

	if (!progress->shown)
		return;
	fprintf(stderr, "\r\033[K%s events  %s/s  %s lost  %s",
		tctl_number_count(events, count),
		tctl_number_count(progress_rate(progress, events), rate),
		tctl_number_count(lost, loss),
		tctl_number_bytes(bytes, size));
	fflush(stderr);
	progress->dirty = 1;
}

void tctl_progress_clear(struct tctl_progress *progress)
{
	if (progress->dirty)
		fputs("\r\033[K", stderr);
	progress->dirty = 0;
}
