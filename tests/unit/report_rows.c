/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/unit/report_rows.c: tables and values as text with aligned columns and
 * as JSON.
 */
#include <stdlib.h>
#include <string.h>
#include <tests/lib/tap.h>
#include <tools/plugin/output.h>

static const struct tctl_column columns[] = {
	{ "name", "name", TCTL_TEXT },
	{ "count", "count", TCTL_COUNT },
	{ "time_ns", "time", TCTL_NS },
	{ "bytes", "bytes", TCTL_BYTES },
	{ "share", "share", TCTL_PERCENT },
	{ "spread_ns", "", TCTL_SPREAD_NS },
	{ NULL, NULL, 0 }
};

/* Rows that show each kind of value, also those of nothing. */
static char *table_print(bool json, bool colour, size_t max_rows)
{
	struct tctl_distribution none = { 0 }, some = { 0 };
	char *text = NULL;
	size_t size;
	FILE *stream = open_memstream(&text, &size);
	struct tctl_output output;
	struct tctl_rows rows;

	tctl_distribution_add(&some, 1000);
	tctl_distribution_add(&some, 3000);
	tctl_output_init(&output, stream, json, colour);
	tctl_rows_begin(&rows, &output, "rows", "Title", columns, max_rows);
	tctl_rows_add(&rows, "a\x1b", (int64_t)1234567, (int64_t)1500,
		      (int64_t)2048, 12.5, &some);
	tctl_rows_add(&rows, "b\xc3\xa4", TCTL_NOTHING, TCTL_NOTHING,
		      TCTL_NOTHING, NAN, &none);
	tctl_rows_add(&rows, NULL, (int64_t)-5, (int64_t)0, (int64_t)0, 0.0,
		      &none);
	tctl_rows_end(&rows);
	tctl_output_end(&output);
	fclose(stream);
	tctl_distribution_release(&some);
	return text;
}

static void check_text(void)
{
	static const char want[] =
"Title\n"
"name       count      time    bytes    share       min      mean       p50       p90       p99     p99.9       max\n"
"a\\x1b  1,234,567  1.500 us  2.0 KiB  12.50 %  1.000 us  2.000 us  1.000 us  3.000 us  3.000 us  3.000 us  3.000 us\n"
"b\xc3\xa4             -         -        -        -         -         -         -         -         -         -         -\n"
"-             -5      0 ns      0 B   0.00 %         -         -         -         -         -         -         -\n";
	char *text = table_print(false, false, 0);

	if (!tap_ok(!strcmp(text, want), "aligned, escaped, nothing is -"))
		tap_note("got:\n%s", text);
	free(text);
	text = table_print(false, false, 1);
	tap_ok(strstr(text, "(2 more rows: --top 0 shows all)") &&
	       !strstr(text, "-5"), "what is beyond the limit is counted");
	free(text);
	text = table_print(false, true, 1);
	tap_ok(!!strstr(text, "\033[1mTitle\033[0m"), "colour");
	free(text);
}

static void check_json(void)
{
	char *text = table_print(true, true, 2);
	json_t *json = json_loads(text, 0, NULL), *rows, *row;

	rows = json_object_get(json, "rows");
	tap_ok(json_array_size(rows) == 2, "rows, within the limit");
	row = json_array_get(rows, 0);
	tap_ok(!strcmp(json_string_value(json_object_get(row, "name")),
		       "a\x1b") &&
	       json_integer_value(json_object_get(row, "count")) == 1234567 &&
	       json_integer_value(json_object_get(json_object_get(row,
				"spread_ns"), "max")) == 3000, "values");
	row = json_array_get(rows, 1);
	tap_ok(json_is_null(json_object_get(row, "count")) &&
	       json_is_null(json_object_get(row, "share")) &&
	       json_is_null(json_object_get(row, "spread_ns")),
	       "nothing is null");
	json_decref(json);
	free(text);
}

static void check_format(void)
{
	char buf[TCTL_FORMAT_SIZE];

	tap_ok(!strcmp(tctl_format_ns(-1500, buf), "-1.500 us"),
	       "a negative duration");
	tap_ok(!strcmp(tctl_format_count(INT64_MIN, buf),
		       "-9,223,372,036,854,775,808"), "the smallest number");
	tap_ok(!strcmp(tctl_format_count(999, buf), "999"), "no comma");
	setenv("TZ", "UTC", 1);
	tap_ok(!strcmp(tctl_format_time(-1, buf), "23:59:59.999999999"),
	       "before the epoch");
}

int main(void)
{
	check_text();
	check_json();
	check_format();
	return tap_done();
}
