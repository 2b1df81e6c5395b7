/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/event_rows.c: rows by name while they are collected, by time
 * when all have been seen.
 */
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/cell.h"
#include "tools/plugin/event_rows.h"
#include "tools/plugin/packed.h"

#define FIELDS_SIZE	512

struct event_name {
	struct tctl_key key;	/* label */
	uint64_t seen;
	uint64_t stride;	/* every so many are kept */
	size_t bytes;
	size_t nr, space;
	struct tctl_event_row *rows;
};

void tctl_event_rows_init(struct tctl_event_rows *rows, size_t max_bytes)
{
	memset(rows, 0, sizeof(*rows));
	tctl_map_init(&rows->names, sizeof(struct event_name));
	rows->max_bytes = max_bytes;
}

static struct event_name *name_at(const struct tctl_event_rows *rows, size_t i)
{
	return (struct event_name *)rows->names.records[i];
}

void tctl_event_rows_release(struct tctl_event_rows *rows)
{
	struct event_name *name;
	size_t i;

	for (i = 0; i < rows->names.nr; i++) {
		name = name_at(rows, i);
		while (name->nr)
			free(name->rows[--name->nr].fields);
		free(name->rows);
	}
	tctl_map_release(&rows->names);
}

static size_t row_bytes(const struct tctl_event_row *row)
{
	return sizeof(*row) + strlen(row->fields);
}

/* The name with most bytes keeps its first, third, ... row. */
static void rows_thin(struct tctl_event_rows *rows)
{
	struct event_name *most = name_at(rows, 0);
	size_t i;

	for (i = 1; i < rows->names.nr; i++)
		if (name_at(rows, i)->bytes > most->bytes)
			most = name_at(rows, i);
	rows->bytes -= most->bytes;
	most->bytes = 0;
	most->stride *= 2;
	for (i = 0; i < most->nr; i++) {
		if (i % 2) {
			free(most->rows[i].fields);
			continue;
		}
		most->rows[i / 2] = most->rows[i];
		most->bytes += row_bytes(&most->rows[i / 2]);
	}
	most->nr = (most->nr + 1) / 2;
	rows->bytes += most->bytes;
}

static void name_add(struct event_name *name, const struct tctl_event_row *row)
{
	if (name->nr == name->space) {
		name->space = name->space ? 2 * name->space : 16;
		name->rows = tctl_plugin_memory(reallocarray(name->rows,
				name->space, sizeof(*name->rows)));
	}
	name->rows[name->nr++] = *row;
	name->bytes += row_bytes(row);
}

void tctl_event_rows_add(struct tctl_event_rows *rows,
			 const struct tctl_event *event, uint32_t label)
{
	struct event_name *name = tctl_map_get(&rows->names, label, NULL);
	struct tctl_event_row row = {
		.time_ns = event->time_ns, .cpu = event->cpu,
		.tid = event->tid, .number = rows->nr_seen++, .label = label,
	};
	char fields[FIELDS_SIZE];

	if (!name->stride)
		name->stride = 1;
	if (name->seen++ % name->stride)
		return;
	tctl_event_arguments(event, NULL, fields, sizeof(fields));
	row.fields = tctl_plugin_memory(strdup(fields));
	name_add(name, &row);
	rows->bytes += row_bytes(&row);
	while (rows->bytes > rows->max_bytes)
		rows_thin(rows);
}

static int compare_rows(const void *a, const void *b)
{
	const struct tctl_event_row *x = *(struct tctl_event_row **)a;
	const struct tctl_event_row *y = *(struct tctl_event_row **)b;

	return x->number < y->number ? -1 : x->number > y->number;
}

/* All of them in their order, to be freed. */
static struct tctl_event_row **rows_sorted(const struct tctl_event_rows *rows,
					   size_t *ret_nr)
{
	struct tctl_event_row **sorted;
	struct event_name *name;
	size_t i, j, nr = 0;

	for (i = 0; i < rows->names.nr; i++)
		nr += name_at(rows, i)->nr;
	sorted = tctl_plugin_memory(calloc(nr + 1, sizeof(*sorted)));
	*ret_nr = nr;
	nr = 0;
	for (i = 0; i < rows->names.nr; i++) {
		name = name_at(rows, i);
		for (j = 0; j < name->nr; j++)
			sorted[nr++] = &name->rows[j];
	}
	qsort(sorted, nr, sizeof(*sorted), compare_rows);
	return sorted;
}

static json_t *thinned_json(const struct tctl_event_rows *rows)
{
	json_t *list = tctl_plugin_memory(json_array());
	struct event_name *name;
	size_t i;

	for (i = 0; i < rows->names.nr; i++) {
		name = name_at(rows, i);
		if (name->stride > 1)
			json_array_append_new(list, json_pack("{sIsIsI}",
				"name", (json_int_t)name->key.number,
				"rows", (json_int_t)name->nr,
				"of", (json_int_t)name->seen));
	}
	return list;
}

json_t *tctl_event_rows_json(const struct tctl_event_rows *rows,
			     int64_t zero_ns)
{
	struct tctl_packed time = { 0 }, name = { 0 }, cpu = { 0 }, tid = { 0 };
	json_t *fields = tctl_plugin_memory(json_array());
	struct tctl_event_row **sorted;
	json_t *packed[4];
	int64_t last = zero_ns;
	size_t i, nr;

	sorted = rows_sorted(rows, &nr);
	for (i = 0; i < nr; i++) {
		tctl_packed_add(&time, sorted[i]->time_ns > last ?
				sorted[i]->time_ns - last : 0);
		tctl_packed_add(&name, sorted[i]->label);
		tctl_packed_add(&cpu, sorted[i]->cpu + 1);
		tctl_packed_add(&tid, sorted[i]->tid + 1);
		json_array_append_new(fields, tctl_json_text(
					sorted[i]->fields));
		last = sorted[i]->time_ns;
	}
	free(sorted);
	packed[0] = tctl_packed_json(&time);
	packed[1] = tctl_packed_json(&name);
	packed[2] = tctl_packed_json(&cpu);
	packed[3] = tctl_packed_json(&tid);
	return tctl_plugin_memory(json_pack("{sIsIsosososososo}",
		"rows", (json_int_t)nr, "of", (json_int_t)rows->nr_seen,
		"time", packed[0], "name", packed[1], "cpu", packed[2],
		"tid", packed[3], "fields", fields,
		"thinned", thinned_json(rows)));
}
