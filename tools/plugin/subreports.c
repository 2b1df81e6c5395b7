/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/subreports.c: reports within a report.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/flame_json.h"
#include "tools/plugin/subreports.h"

#define MAX_EXACT	(INT64_C(1) << 53)

static char *text_copy(const char *text)
{
	return text ? tctl_plugin_text("%s", text) : NULL;
}

static void list_copy(struct tctl_filter_list *to,
		      const struct tctl_filter_list *from)
{
	to->nr = from->nr;
	to->numbers = tctl_plugin_memory(
		calloc(from->nr + 1, sizeof(*to->numbers)));
	if (from->nr)
		memcpy(to->numbers, from->numbers,
		       from->nr * sizeof(*to->numbers));
}

static void report_prepare(struct tctl_report *to,
			   const struct tctl_report *from,
			   const struct tctl_report_class *class)
{
	to->class = class;
	to->options.top = from->options.top;
	to->options.json = true;
	to->options.colour = "never";
	to->filter.begin = text_copy(from->filter.begin);
	to->filter.end = text_copy(from->filter.end);
	to->filter.comm = text_copy(from->filter.comm);
	list_copy(&to->filter.cpus, &from->filter.cpus);
	list_copy(&to->filter.pids, &from->filter.pids);
	list_copy(&to->filter.tids, &from->filter.tids);
	tctl_report_init(to);
}

void tctl_subreports_init(struct tctl_subreports *subreports,
			  const struct tctl_report *report)
{
	size_t i, nr = 0;

	while (tctl_report_classes[nr])
		nr++;
	subreports->reports = tctl_plugin_memory(
		calloc(nr, sizeof(*subreports->reports)));
	subreports->nr = nr;
	for (i = 0; i < nr; i++)
		report_prepare(&subreports->reports[i], report,
			       tctl_report_classes[i]);
}

void tctl_subreports_release(struct tctl_subreports *subreports)
{
	size_t i;

	for (i = 0; i < subreports->nr; i++)
		tctl_report_release(&subreports->reports[i]);
	free(subreports->reports);
}

const char *tctl_subreports_message(struct tctl_subreports *subreports,
				    const bt_message *message)
{
	const char *wrong = NULL;
	size_t i;

	for (i = 0; i < subreports->nr && !wrong; i++)
		wrong = tctl_report_message(&subreports->reports[i], message);
	return wrong;
}

/* A double, which JavaScript's numbers are, has 53 bits. */
static json_t *json_exact(json_t *value)
{
	json_int_t number = json_integer_value(value);
	json_t *item, *exact;
	const char *key;
	char text[32];
	size_t i;

	if (json_is_integer(value) &&
	    (number > MAX_EXACT || number < -MAX_EXACT)) {
		snprintf(text, sizeof(text), "%" PRId64, (int64_t)number);
		return json_string(text);
	}
	json_object_foreach(value, key, item) {
		exact = json_exact(item);
		if (exact)
			json_object_set_new(value, key, exact);
	}
	json_array_foreach(value, i, item) {
		exact = json_exact(item);
		if (exact)
			json_array_set_new(value, i, exact);
	}
	return NULL;
}

static json_t *report_json(struct tctl_report *report, const char *broken)
{
	char *text = NULL;
	size_t size;
	FILE *stream = tctl_plugin_memory(open_memstream(&text, &size));
	json_t *json;

	tctl_report_end(report, stream, broken);
	fclose(stream);
	json = tctl_plugin_memory(json_loadb(text, size, JSON_ALLOW_NUL, NULL));
	free(text);
	json_exact(json);
	return json;
}

json_t *tctl_subreports_json(struct tctl_subreports *subreports,
			     const char *broken)
{
	json_t *list = tctl_plugin_memory(json_array());
	struct tctl_report *report;
	char lacks[TCTL_LACKS_SIZE];
	size_t i;

	for (i = 0; i < subreports->nr; i++) {
		report = &subreports->reports[i];
		if (tctl_report_can_run(report, report->class, lacks))
			json_array_append_new(list,
					      report_json(report, broken));
	}
	return list;
}

json_t *tctl_subreports_flames(struct tctl_subreports *subreports,
			       size_t max_nodes)
{
	json_t *list = tctl_plugin_memory(json_array());
	const char *title, *unit;
	struct tctl_report *report;
	struct tctl_flame flame;
	size_t i;

	for (i = 0; i < subreports->nr; i++) {
		report = &subreports->reports[i];
		if (!report->class->flame)
			continue;
		report->class->flame(report, &flame, &title, &unit);
		if (flame.root->total > 0)
			json_array_append_new(list, tctl_flame_json(&flame,
						title, unit, max_nodes));
		tctl_flame_release(&flame);
	}
	return list;
}
