/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/table.c: aligned columns and human numbers.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "tools/tracectl/message.h"
#include "tools/tracectl/table.h"

void tctl_table_init(struct tctl_table *table, unsigned int nr_columns,
		     const char *const *headings)
{
	const char *plain[TCTL_TABLE_COLUMNS];
	unsigned int i;

	memset(table, 0, sizeof(*table));
	table->nr_columns = nr_columns;
	for (i = 0; i < nr_columns; i++) {
		table->right[i] = headings[i][0] == '>';
		plain[i] = headings[i] + table->right[i];
	}
	tctl_table_add(table, plain);
}

void tctl_table_add(struct tctl_table *table, const char *const *texts)
{
	size_t cells = table->nr_cells + table->nr_columns;
	unsigned int i;

	table->cells = tctl_memory(realloc(table->cells,
					   cells * sizeof(*table->cells)));
	for (i = 0; i < table->nr_columns; i++) {
		size_t length = strlen(texts[i]);

		if (length > table->width[i])
			table->width[i] = length;
		table->cells[table->nr_cells + i] =
			tctl_memory(strdup(texts[i]));
	}
	table->nr_cells = cells;
}

void tctl_table_print(const struct tctl_table *table, FILE *stream)
{
	size_t i;

	for (i = 0; i < table->nr_cells; i++) {
		unsigned int column = i % table->nr_columns;
		int last = column + 1 == table->nr_columns;
		int width = (int)table->width[column];

		if (table->right[column])
			fprintf(stream, "%*s", width, table->cells[i]);
		else
			fprintf(stream, "%-*s", last ? 0 : width,
				table->cells[i]);
		fputs(last ? "\n" : "  ", stream);
	}
}

void tctl_table_release(struct tctl_table *table)
{
	while (table->nr_cells)
		free(table->cells[--table->nr_cells]);
	free(table->cells);
	table->cells = NULL;
}

char *tctl_number_count(uint64_t number, char buf[TCTL_NUMBER_SIZE])
{
	char digits[TCTL_NUMBER_SIZE];
	int length = snprintf(digits, sizeof(digits), "%" PRIu64, number);
	int i, used = 0;

	for (i = 0; i < length; i++) {
		if (i && (length - i) % 3 == 0)
			buf[used++] = ',';
		buf[used++] = digits[i];
	}
	buf[used] = '\0';
	return buf;
}

char *tctl_number_bytes(uint64_t bytes, char buf[TCTL_NUMBER_SIZE])
{
	static const char *const units[] = { "KiB", "MiB", "GiB", "TiB" };
	double value = bytes / 1024.0;
	size_t unit = 0;

	if (bytes < 1024) {
		snprintf(buf, TCTL_NUMBER_SIZE, "%" PRIu64 " B", bytes);
		return buf;
	}
	while (value >= 1024 && unit < 3) {
		value /= 1024;
		unit++;
	}
	snprintf(buf, TCTL_NUMBER_SIZE, "%.*f %s",
		 value < 100 && value != (uint64_t)value, value, units[unit]);
	return buf;
}

int tctl_number_parse_size(const char *text, uint64_t *ret_bytes)
{
	static const char units[] = "kmgt";
	const char *unit;
	uint64_t value;
	char *end;
	int shift = 0;

	if (!isdigit((unsigned char)*text))
		return -EINVAL;
	errno = 0;
	value = strtoull(text, &end, 0);
	if (errno)
		return -ERANGE;
	unit = *end ? strchr(units, tolower((unsigned char)*end)) : NULL;
	if (unit) {
		shift = 10 * (int)(unit - units + 1);
		end++;
		if (!strcmp(end, "iB") || !strcmp(end, "B"))
			end += strlen(end);
	}
	if (*end)
		return -EINVAL;
	if (value > UINT64_MAX >> shift)
		return -ERANGE;
	*ret_bytes = value << shift;
	return 0;
}
