/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/event_rows.h: a table of events in bounded memory. When there is
 * no room, the kind of event that takes most of it is thinned out: every second
 * one goes. So rare events are kept, and of frequent ones every nth.
 */
#ifndef TRACECTL_PLUGIN_EVENT_ROWS_H
#define TRACECTL_PLUGIN_EVENT_ROWS_H

#include <jansson.h>
#include "tools/plugin/event.h"

struct tctl_event_row {
	int64_t time_ns, cpu, tid;
	uint64_t number;		/* in the order of events */
	uint32_t label;			/* its name */
	char *fields;
};

struct tctl_event_rows {
	struct tctl_map names;		/* struct event_name */
	size_t bytes, max_bytes;
	uint64_t nr_seen;
};

void tctl_event_rows_init(struct tctl_event_rows *rows, size_t max_bytes);
void tctl_event_rows_release(struct tctl_event_rows *rows);
/* label: of the event's name, which the caller numbers. */
void tctl_event_rows_add(struct tctl_event_rows *rows,
			 const struct tctl_event *event, uint32_t label);

/* {"rows", "of", "time", "name", "cpu", "tid": packed (time as differences,
   from zero_ns; cpu and tid plus 1), "fields": [text], "thinned": [{"name":
   label, "rows", "of"}]} */
json_t *tctl_event_rows_json(const struct tctl_event_rows *rows,
			     int64_t zero_ns);

#endif
