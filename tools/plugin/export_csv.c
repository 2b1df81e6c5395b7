/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/export_csv.c: a row for each event, its fields as one JSON
 * object. What is not known is empty.
 */
#include <inttypes.h>
#include <stdlib.h>
#include "tools/plugin/export.h"
#include "tools/plugin/field_json.h"

static void csv_begin(struct tctl_export *export)
{
	fputs("time_ns,cpu,pid,tid,comm,domain,event,fields\r\n",
	      export->stream);
}

static void csv_number(FILE *stream, int64_t number)
{
	if (number >= 0)
		fprintf(stream, ",%" PRId64, number);
	else
		putc(',', stream);
}

static void csv_event(struct tctl_export *export,
		      const struct tctl_event *event)
{
	FILE *stream = export->stream;
	char *fields;

	if (!tctl_report_wants(export->report, event))
		return;
	fields = tctl_event_json(event->ir);
	fprintf(stream, "%" PRId64, event->time_ns);
	csv_number(stream, event->cpu);
	csv_number(stream, event->pid);
	csv_number(stream, event->tid);
	putc(',', stream);
	tctl_csv_put(stream, event->comm);
	fprintf(stream, ",%s,", event->class->domain);
	tctl_csv_put(stream, event->class->name);
	putc(',', stream);
	tctl_csv_put(stream, fields);
	fputs("\r\n", stream);
	free(fields);
}

const struct tctl_export_format tctl_export_csv = {
	.name = "csv",
	.begin = csv_begin,
	.event = csv_event,
};
