/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/field_json.c: a walk over a field, which is as deep as the
 * trace's metadata, which babeltrace2 has bounded.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/cell.h"
#include "tools/plugin/field_json.h"
#include "tools/plugin/map.h"

/* Most texts need no care. */
static bool text_is_plain(const char *text)
{
	for (; *text; text++)
		if (*text < 0x20 || *text == 0x7f || *text == '"' ||
		    *text == '\\')
			return false;
	return true;
}

void tctl_json_put(FILE *stream, const char *text)
{
	json_t *json;

	if (!text) {
		fputs("null", stream);
	} else if (text_is_plain(text)) {
		fprintf(stream, "\"%s\"", text);
	} else {
		json = tctl_json_text(text);
		json_dumpf(json, stream, JSON_ENCODE_ANY);
		json_decref(json);
	}
}

void tctl_csv_put(FILE *stream, const char *text)
{
	if (!text)
		return;
	if (!strpbrk(text, ",\"\r\n")) {
		fputs(text, stream);
		return;
	}
	putc('"', stream);
	for (; *text; text++) {
		if (*text == '"')
			putc('"', stream);
		putc(*text, stream);
	}
	putc('"', stream);
}

static void real_json(FILE *stream, double real)
{
	if (isfinite(real))
		fprintf(stream, "%.17g", real);
	else
		fputs("null", stream);
}

static void structure_json(FILE *stream, const bt_field *field)
{
	const bt_field_class *class = bt_field_borrow_class_const(field);
	uint64_t i, nr = bt_field_class_structure_get_member_count(class);

	putc('{', stream);
	for (i = 0; i < nr; i++) {
		if (i)
			putc(',', stream);
		tctl_json_put(stream,
			bt_field_class_structure_member_get_name(
			bt_field_class_structure_borrow_member_by_index_const(
				class, i)));
		putc(':', stream);
		tctl_field_json(stream,
			bt_field_structure_borrow_member_field_by_index_const(
				field, i));
	}
	putc('}', stream);
}

static void array_json(FILE *stream, const bt_field *field)
{
	uint64_t i, nr = bt_field_array_get_length(field);

	putc('[', stream);
	for (i = 0; i < nr; i++) {
		if (i)
			putc(',', stream);
		tctl_field_json(stream,
			bt_field_array_borrow_element_field_by_index_const(
				field, i));
	}
	putc(']', stream);
}

static void scalar_json(FILE *stream, const bt_field *field,
			bt_field_class_type type)
{
	if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_BOOL))
		fputs(bt_field_bool_get_value(field) ? "true" : "false",
		      stream);
	else if (bt_field_class_type_is(type,
					BT_FIELD_CLASS_TYPE_UNSIGNED_INTEGER))
		fprintf(stream, "%" PRIu64,
			bt_field_integer_unsigned_get_value(field));
	else if (bt_field_class_type_is(type,
					BT_FIELD_CLASS_TYPE_SIGNED_INTEGER))
		fprintf(stream, "%" PRId64,
			bt_field_integer_signed_get_value(field));
	else if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_BIT_ARRAY))
		fprintf(stream, "%" PRIu64,
			bt_field_bit_array_get_value_as_integer(field));
	else if (bt_field_class_type_is(type,
				BT_FIELD_CLASS_TYPE_SINGLE_PRECISION_REAL))
		real_json(stream,
			  bt_field_real_single_precision_get_value(field));
	else if (bt_field_class_type_is(type,
				BT_FIELD_CLASS_TYPE_DOUBLE_PRECISION_REAL))
		real_json(stream,
			  bt_field_real_double_precision_get_value(field));
	else if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_STRING))
		tctl_json_put(stream, bt_field_string_get_value(field));
	else
		fputs("null", stream);
}

void tctl_field_json(FILE *stream, const bt_field *field)
{
	bt_field_class_type type;

	if (!field) {
		fputs("null", stream);
		return;
	}
	type = bt_field_get_class_type(field);
	if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_STRUCTURE))
		structure_json(stream, field);
	else if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_ARRAY))
		array_json(stream, field);
	else if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_OPTION))
		tctl_field_json(stream,
				bt_field_option_borrow_field_const(field));
	else if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_VARIANT))
		tctl_field_json(stream,
			bt_field_variant_borrow_selected_option_field_const(
				field));
	else
		scalar_json(stream, field, type);
}

char *tctl_event_json(const bt_event *event)
{
	const bt_field *payload = bt_event_borrow_payload_field_const(event);
	char *text = NULL;
	size_t size;
	FILE *stream = tctl_plugin_memory(open_memstream(&text, &size));

	if (payload)
		tctl_field_json(stream, payload);
	else
		fputs("{}", stream);
	fclose(stream);
	return tctl_plugin_memory(text);
}
