/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/field_json.h: an event's fields as JSON, whatever they are; and
 * texts of a trace as JSON or CSV.
 */
#ifndef TRACECTL_PLUGIN_FIELD_JSON_H
#define TRACECTL_PLUGIN_FIELD_JSON_H

#include <babeltrace2/babeltrace.h>
#include <stdio.h>

/* NULL: null. Bytes that are no UTF-8 are escaped as \xNN. */
void tctl_json_put(FILE *stream, const char *text);
/* A cell of RFC 4180: quoted if need be. */
void tctl_csv_put(FILE *stream, const char *text);

/* One value; numbers that JSON doesn't have (NaN) are null. */
void tctl_field_json(FILE *stream, const bt_field *field);
/* The payload as an object, on one line, to be freed. */
char *tctl_event_json(const bt_event *event);

#endif
