/* SPDX-License-Identifier: MIT */
/*
 * probes/lttng-ust-provider/offer.c: describes an event in LTTng's terms. The
 * bytes of a field are the same in both: packed, in the machine's order or big-
 * endian, a sequence with a 32-bit count in front. Called when events become
 * known, under provider.c's lock.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <lttng/ust-endian.h>
#include "probes/lttng-ust-provider/label.h"
#include "probes/lttng-ust-provider/name.h"
#include "probes/lttng-ust-provider/offer.h"

/* Takes the next part off *at, up to a separator; NULL: nothing is left. */
static char *next_part(char **at, char separator)
{
	char *part = *at, *end;

	if (!part)
		return NULL;
	end = strchr(part, separator);
	if (end)
		*end++ = '\0';
	*at = end;
	return part;
}

static uint32_t kind_of(const struct tctl_listener_event *event, unsigned int i)
{
	return (uint32_t)(event->kinds[i / 2] >> (i % 2 * 32));
}

static unsigned int base_of(uint32_t kind)
{
	static const unsigned int bases[] = { 10, 16, 8, 2 };

	return bases[TCTL_KIND_BASE(kind)];
}

static void describe_integer(struct lttng_ust_type_integer *type, uint32_t kind)
{
	type->parent.type = lttng_ust_type_integer;
	type->struct_size = sizeof(*type);
	type->size = 8u << TCTL_KIND_LOG2(kind);
	type->alignment = 8;
	type->signedness = TCTL_KIND_CLASS(kind) == TCTL_KIND_INT;
	type->reverse_byte_order = (kind & TCTL_KIND_NETWORK) &&
		LTTNG_UST_BYTE_ORDER != LTTNG_UST_BIG_ENDIAN;
	type->base = base_of(kind);
}

static void describe_float(struct lttng_ust_type_float *type, uint32_t kind)
{
	const int wide = TCTL_KIND_LOG2(kind) == 3;

	type->parent.type = lttng_ust_type_float;
	type->struct_size = sizeof(*type);
	type->mant_dig = wide ? 53 : 24;
	type->exp_dig = wide ? 11 : 8;
	type->alignment = 8;
	type->reverse_byte_order = (kind & TCTL_KIND_NETWORK) &&
		LTTNG_UST_BYTE_ORDER != LTTNG_UST_BIG_ENDIAN;
}

/* LTTng takes lists of integers only: those of other numbers show their bits. */
static void describe_element(struct tctl_offer_field *field)
{
	describe_integer(&field->element, field->kind);
	if (TCTL_KIND_CLASS(field->kind) == TCTL_KIND_FLOAT)
		field->element.base = 16;
}

static enum lttng_ust_string_encoding encoding_of(uint32_t kind)
{
	return kind & TCTL_KIND_TEXT ? lttng_ust_string_encoding_UTF8 :
				       lttng_ust_string_encoding_none;
}

static void describe_array(struct tctl_offer_field *field)
{
	struct lttng_ust_type_array *array = &field->type.array;

	describe_element(field);
	array->parent.type = lttng_ust_type_array;
	array->struct_size = sizeof(*array);
	array->elem_type = &field->element.parent;
	array->length = TCTL_KIND_LENGTH(field->kind);
	array->encoding = encoding_of(field->kind);
}

static int describe_sequence(struct tctl_offer_field *field)
{
	struct lttng_ust_type_sequence *sequence = &field->type.sequence;
	char *name;

	if (asprintf(&name, "_%s_length", field->field.name) < 0)
		return -1;
	describe_element(field);
	sequence->parent.type = lttng_ust_type_sequence;
	sequence->struct_size = sizeof(*sequence);
	sequence->elem_type = &field->element.parent;
	sequence->encoding = encoding_of(field->kind);
	describe_integer(&field->count_type, TCTL_KIND_UINT | 2 << 4);
	field->count.struct_size = sizeof(field->count);
	field->count.name = name;
	field->count.type = &field->count_type.parent;
	field->count.nofilter = 1;
	return 0;
}

static int describe_labels(struct tctl_offer *offer,
			   struct tctl_offer_field *field, char *labels)
{
	char *name;

	if (asprintf(&name, "%s_%s_%s", offer->provider,
		     offer->event.event_name, field->field.name) < 0)
		return -1;
	describe_integer(&field->element, field->kind);
	field->type.labelled.parent.type = lttng_ust_type_enum;
	field->type.labelled.struct_size = sizeof(field->type.labelled);
	field->type.labelled.desc = &field->labels;
	field->type.labelled.container_type = &field->element.parent;
	field->labels.struct_size = sizeof(field->labels);
	field->labels.name = name;
	return tctl_label_parse(labels, field->element.signedness,
				&field->labels);
}

static int describe_scalar(struct tctl_offer *offer,
			   struct tctl_offer_field *field, char *labels)
{
	if (field->kind & TCTL_KIND_ENUM)
		return labels ? describe_labels(offer, field, labels) : -1;
	if (TCTL_KIND_CLASS(field->kind) == TCTL_KIND_STRING) {
		field->type.string.parent.type = lttng_ust_type_string;
		field->type.string.struct_size = sizeof(field->type.string);
		field->type.string.encoding = lttng_ust_string_encoding_UTF8;
	} else if (TCTL_KIND_CLASS(field->kind) == TCTL_KIND_FLOAT) {
		describe_float(&field->type.number, field->kind);
	} else {
		describe_integer(&field->type.integer, field->kind);
	}
	return 0;
}

static int describe_field(struct tctl_offer *offer,
			  struct tctl_offer_field *field, const char *name,
			  char *labels)
{
	field->field.struct_size = sizeof(field->field);
	field->field.name = name;
	field->field.type = &field->type.common;
	if (TCTL_KIND_CLASS(field->kind) > TCTL_KIND_BOOL)
		return -1;
	switch (TCTL_KIND_SHAPE(field->kind)) {
	case TCTL_KIND_SCALAR:
		return describe_scalar(offer, field, labels);
	case TCTL_KIND_ARRAY:
		describe_array(field);
		return 0;
	case TCTL_KIND_SEQUENCE:
		return describe_sequence(field);
	default:
		return -1;
	}
}

/* lines: one for each field, or '%' and a marker's format. */
static int describe_fields(struct tctl_offer *offer,
			   const struct tctl_listener_event *event, char *lines)
{
	unsigned char bases[TCTL_MAX_FIELDS] = { 0 };
	const int is_marker = lines && *lines == '%';
	char *line, *name;
	unsigned int i;

	if (is_marker && tctl_name_fields(lines + 1, offer->nr_fields, &lines,
					  bases))
		return -1;
	for (i = 0; i < offer->nr_fields; i++) {
		line = next_part(&lines, '\n');
		if (!line)
			return -1;
		name = next_part(&line, '\t');
		offer->fields[i].kind = kind_of(event, i);
		if (!TCTL_KIND_BASE(offer->fields[i].kind))
			offer->fields[i].kind |= (uint32_t)bases[i] << 8;
		if (describe_field(offer, &offer->fields[i], name, line))
			return -1;
		if (offer->fields[i].count.name)
			offer->all[offer->class.nr_fields++] =
				&offer->fields[i].count;
		offer->all[offer->class.nr_fields++] = &offer->fields[i].field;
	}
	return 0;
}

static void describe_class(struct tctl_offer *offer, void (*callback)(void))
{
	offer->class.struct_size = sizeof(offer->class);
	offer->class.fields = offer->all;
	offer->class.probe_callback = callback;
	offer->class.signature = offer->signature;
	offer->level_at = &offer->level;
	offer->event.struct_size = sizeof(offer->event);
	offer->event.tp_class = &offer->class;
	offer->event.loglevel = &offer->level_at;
	offer->event.model_emf_uri = &offer->model;
}

static int describe(struct tctl_offer *offer,
		    const struct tctl_listener_event *event, char *text)
{
	char *head = next_part(&text, '\n');
	char *place = next_part(&text, '\n');

	offer->provider = next_part(&head, ':');
	offer->event.event_name = head;
	next_part(&place, '\t');
	offer->model = place;
	offer->level = (int)event->level;
	offer->nr_fields = event->nr_fields;
	offer->fields = calloc(event->nr_fields + 1, sizeof(*offer->fields));
	offer->all = calloc(2 * event->nr_fields + 1, sizeof(*offer->all));
	if (!head || !offer->fields || !offer->all)
		return -1;
	return describe_fields(offer, event, text);
}

/* Half-built ones, too. */
static void offer_free(struct tctl_offer *offer)
{
	unsigned int i;

	for (i = 0; offer && offer->fields && i < offer->nr_fields; i++) {
		free((void *)offer->fields[i].count.name);
		free((void *)offer->fields[i].labels.name);
		tctl_label_release(&offer->fields[i].labels);
	}
	if (offer) {
		free(offer->fields);
		free(offer->all);
	}
	free(offer);
}

struct tctl_offer *tctl_offer_new(const struct tctl_listener_event *event,
				  void (*callback)(void))
{
	struct tctl_offer *offer = calloc(1, sizeof(*offer));
	char *text = strdup(event->text);

	if (!offer || !text || describe(offer, event, text)) {
		offer_free(offer);
		free(text);
		return NULL;
	}
	offer->text = event->text;
	offer->kinds = event->kinds;
	describe_class(offer, callback);
	return offer;
}

/* But for the second line, which is the place. */
static int same_text(const char *a, const char *b)
{
	const size_t length = strcspn(a, "\n");
	const char *x, *y;

	if (strncmp(a, b, length + 1))
		return 0;
	x = strpbrk(a[length] ? a + length + 1 : a + length, "\t\n");
	y = strpbrk(b[length] ? b + length + 1 : b + length, "\t\n");
	return x && y ? !strcmp(x, y) : x == y;
}

int tctl_offer_matches(const struct tctl_offer *offer,
		       const struct tctl_listener_event *event)
{
	return offer->nr_fields == event->nr_fields &&
	       same_text(offer->text, event->text) &&
	       !memcmp(offer->kinds, event->kinds,
		       (event->nr_fields + 1) / 2 * sizeof(event->kinds[0]));
}
