/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/output.h: what a report prints: single values, tables,
 * histograms, sentences and warnings; as text with aligned columns, or all of
 * it as one JSON object. Texts come from traces: what could drive a terminal is
 * escaped.
 */
#ifndef TRACECTL_PLUGIN_OUTPUT_H
#define TRACECTL_PLUGIN_OUTPUT_H

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "tools/plugin/distribution.h"

struct tctl_output {
	FILE *stream;
	bool colour;
	json_t *json;		/* NULL: text */
	bool begun;		/* something was printed */
};

/* What a column or a value is, and how it is passed. */
enum tctl_column_kind {
	TCTL_TEXT,	/* const char *; NULL: nothing */
	TCTL_COUNT,	/* int64_t */
	TCTL_ID,	/* int64_t that counts nothing: a pid, a CPU */
	TCTL_NS,	/* int64_t, a duration */
	TCTL_TIME,	/* int64_t, ns since the epoch */
	TCTL_BYTES,	/* int64_t */
	TCTL_REAL,	/* double; NAN: nothing */
	TCTL_PERCENT,	/* double; NAN: nothing */
	TCTL_SPREAD,	/* struct tctl_distribution * of plain numbers */
	TCTL_SPREAD_NS,	/* struct tctl_distribution * of durations */
};
#define TCTL_NOTHING	INT64_MIN	/* for the int64_t kinds */

struct tctl_column {
	const char *key;	/* in JSON; NULL ends the list */
	const char *heading;
	enum tctl_column_kind kind;
};

struct tctl_rows {
	struct tctl_output *output;
	const struct tctl_column *columns;
	json_t *rows;
	char **cells;
	size_t nr_cells, nr_columns;
	size_t nr_rows, max_rows;
};

/* The stream stays the caller's. */
void tctl_output_init(struct tctl_output *output, FILE *stream, bool json,
		      bool colour);
/* Prints JSON, frees. Returns 0 or -EIO. */
int tctl_output_end(struct tctl_output *output);

/* One line "name  value". */
void tctl_output_value(struct tctl_output *output,
		       const struct tctl_column *what, ...);
/* A sentence; in JSON one of "notes". */
void tctl_output_note(struct tctl_output *output, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* The same, loud; in JSON one of "warnings". */
void tctl_output_warn(struct tctl_output *output, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* A table; what is beyond max_rows (0: no limit) is counted, not shown; JSON
   has the same rows. The title is NULL or a line above. */
void tctl_rows_begin(struct tctl_rows *table, struct tctl_output *output,
		      const char *key, const char *title,
		      const struct tctl_column *columns, size_t max_rows);
/* One argument for each column, of its kind's type. */
void tctl_rows_add(struct tctl_rows *table, ...);
void tctl_rows_end(struct tctl_rows *table);

/* Powers of two with bars. Nothing when there is no value. */
void tctl_output_histogram(struct tctl_output *output, const char *key,
			   const char *title,
			   const struct tctl_distribution *distribution,
			   bool is_ns);
/* A line of text in a row of its own, such as a time line. */
void tctl_output_line(struct tctl_output *output, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#define TCTL_FORMAT_SIZE	48
char *tctl_format_ns(int64_t ns, char buf[TCTL_FORMAT_SIZE]);
char *tctl_format_time(int64_t ns, char buf[TCTL_FORMAT_SIZE]);
char *tctl_format_count(int64_t number, char buf[TCTL_FORMAT_SIZE]);

#endif
