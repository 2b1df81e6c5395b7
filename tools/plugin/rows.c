/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/rows.c: rows of values, printed with aligned columns when all
 * are known; or a JSON array of objects.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/cell.h"
#include "tools/plugin/map.h"

static size_t table_width(const struct tctl_column *columns)
{
	size_t nr = 0;

	for (; columns->key; columns++)
		nr += tctl_cell_count(columns->kind);
	return nr;
}

void tctl_rows_begin(struct tctl_rows *table, struct tctl_output *output,
		      const char *key, const char *title,
		      const struct tctl_column *columns, size_t max_rows)
{
	memset(table, 0, sizeof(*table));
	table->output = output;
	table->columns = columns;
	table->max_rows = max_rows;
	table->nr_columns = table_width(columns);
	if (output->json) {
		table->rows = tctl_plugin_memory(json_array());
		json_object_set_new(output->json, key, table->rows);
		return;
	}
	if (output->begun)
		fputc('\n', output->stream);
	output->begun = true;
	if (title)
		fprintf(output->stream, "%s%s%s\n",
			output->colour ? "\033[1m" : "", title,
			output->colour ? "\033[0m" : "");
}

static void row_json(struct tctl_rows *table, va_list *args)
{
	const struct tctl_column *column;
	json_t *row = tctl_plugin_memory(json_object());

	for (column = table->columns; column->key; column++)
		json_object_set_new(row, column->key,
				    tctl_cell_json(column->kind, args));
	json_array_append_new(table->rows, row);
}

static void row_text(struct tctl_rows *table, va_list *args)
{
	const struct tctl_column *column;

	table->cells = tctl_plugin_memory(reallocarray(table->cells,
			table->nr_cells + table->nr_columns,
			sizeof(*table->cells)));
	for (column = table->columns; column->key; column++)
		table->nr_cells += tctl_cell_text(column->kind, args,
					&table->cells[table->nr_cells]);
}

void tctl_rows_add(struct tctl_rows *table, ...)
{
	va_list args;

	table->nr_rows++;
	if (table->max_rows && table->nr_rows > table->max_rows)
		return;
	va_start(args, table);
	if (table->rows)
		row_json(table, &args);
	else
		row_text(table, &args);
	va_end(args);
}

/* Columns on the terminal: bytes that begin a character. */
static size_t text_width(const char *text)
{
	size_t width = 0;

	for (; *text; text++)
		width += (*text & 0xc0) != 0x80;
	return width;
}

static void cell_print(FILE *stream, const char *text, size_t width,
		       bool right, bool last)
{
	size_t blanks = width - text_width(text);

	if (right)
		fprintf(stream, "%*s%s", (int)blanks, "", text);
	else
		fprintf(stream, "%s%*s", text, last ? 0 : (int)blanks, "");
	fputs(last ? "\n" : "  ", stream);
}

static void table_measure(const struct tctl_rows *table,
			  const char *const *headings, size_t *widths)
{
	size_t i, width;

	for (i = 0; i < table->nr_columns; i++)
		widths[i] = strlen(headings[i]);
	for (i = 0; i < table->nr_cells; i++) {
		width = text_width(table->cells[i]);
		if (width > widths[i % table->nr_columns])
			widths[i % table->nr_columns] = width;
	}
}

static void table_print(const struct tctl_rows *table)
{
	const char *headings[table->nr_columns];
	size_t widths[table->nr_columns], i, cell, at = 0;
	bool right[table->nr_columns];
	const struct tctl_column *column;
	FILE *stream = table->output->stream;

	for (column = table->columns; column->key; column++)
		for (cell = 0; cell < tctl_cell_count(column->kind); cell++) {
			right[at] = column->kind != TCTL_TEXT;
			headings[at++] = tctl_cell_heading(column->kind, cell,
							   column->heading);
		}
	table_measure(table, headings, widths);
	for (i = 0; i < at; i++)
		cell_print(stream, headings[i], widths[i], right[i],
			   i + 1 == at);
	for (i = 0; i < table->nr_cells; i++)
		cell_print(stream, table->cells[i], widths[i % at],
			   right[i % at], i % at + 1 == at);
}

void tctl_rows_end(struct tctl_rows *table)
{
	size_t i;

	if (!table->rows) {
		if (table->nr_cells)
			table_print(table);
		else
			fputs("none\n", table->output->stream);
		if (table->max_rows && table->nr_rows > table->max_rows)
			fprintf(table->output->stream,
				"(%zu more rows: --top 0 shows all)\n",
				table->nr_rows - table->max_rows);
	}
	for (i = 0; i < table->nr_cells; i++)
		free(table->cells[i]);
	free(table->cells);
}
