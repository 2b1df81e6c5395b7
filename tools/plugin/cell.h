/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/cell.h: one value of a given kind, as text or JSON. Used by
 * output.c and rows.c only.
 */
#ifndef TRACECTL_PLUGIN_CELL_H
#define TRACECTL_PLUGIN_CELL_H

#include <jansson.h>
#include <stdarg.h>
#include "tools/plugin/output.h"

/* A spread becomes several cells. */
#define TCTL_CELL_MAX	7

size_t tctl_cell_count(enum tctl_column_kind kind);
/* Headings of the cells of a column; own: that of the column. */
const char *tctl_cell_heading(enum tctl_column_kind kind, size_t cell,
			      const char *own);

/* Take the next argument. Texts are to be freed; returns how many. */
size_t tctl_cell_text(enum tctl_column_kind kind, va_list *args,
		      char *ret_texts[TCTL_CELL_MAX]);
json_t *tctl_cell_json(enum tctl_column_kind kind, va_list *args);

/* To be freed: no control characters, valid UTF-8. */
char *tctl_text_escape(const char *text);
json_t *tctl_json_text(const char *text);

#endif
