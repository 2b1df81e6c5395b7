/* SPDX-License-Identifier: MIT */
/*
 * probes/lttng-ust/describe.c: see describe.h. A field is put down after what it
 * belongs to, so that the numbers of fields are known when a sequence asks for
 * that of its count, which is a field of its own in front.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "probes/lttng-ust/describe.h"

#define DEFAULT_LEVEL	13	/* LTTng's debug line */

/* Fields of one structure: our numbers of those before. */
struct scope {
	const struct lttng_ust_event_field *const *fields;
	uint32_t numbers[TCTL_MAX_FIELDS];
};

__attribute__((format(printf, 2, 3)))
static int put(struct tctl_description *d, const char *format, ...)
{
	size_t room = sizeof(d->text) - d->size;
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(d->text + d->size, room, format, args);
	va_end(args);
	if (n < 0 || (size_t)n >= room)
		return -E2BIG;
	d->size += (size_t)n;
	return 0;
}

/* With a backslash in front of each of `special`; control characters can't be
   in a text. */
static int put_quoted(struct tctl_description *d, const char *text,
		      const char *special)
{
	int ret = 0;

	for (; *text && !ret; text++) {
		unsigned char c = (unsigned char)*text;

		if (c < 0x20 || c == 0x7f)
			c = '?';
		ret = put(d, "%s%c", strchr(special, c) ? "\\" : "", c);
	}
	return ret;
}

static int put_field(struct tctl_description *d, const char *name,
		     uint32_t kind)
{
	if (d->nr_fields == TCTL_MAX_FIELDS)
		return -E2BIG;
	d->kinds[d->nr_fields++] = kind;
	return put(d, "\n%s", name);
}

static int log2_of(unsigned int bits)
{
	switch (bits) {
	case 8:
		return 0;
	case 16:
		return 1;
	case 32:
		return 2;
	case 64:
		return 3;
	default:
		return -ENOTSUP;
	}
}

static uint32_t base_of(unsigned int base)
{
	switch (base) {
	case 2:
		return TCTL_KIND_BIN;
	case 8:
		return TCTL_KIND_OCT;
	case 16:
		return TCTL_KIND_HEX;
	default:
		return TCTL_KIND_DEC;
	}
}

/* Providers know the machine's order and big-endian, so the reverse is that. */
static int integer_kind(const struct lttng_ust_type_common *type,
			uint32_t *ret_kind)
{
	const struct lttng_ust_type_integer *integer = (const void *)type;
	int log2 = log2_of(integer->size);

	if (log2 < 0)
		return log2;
	if (integer->reverse_byte_order &&
	    LTTNG_UST_BYTE_ORDER == LTTNG_UST_BIG_ENDIAN)
		return -ENOTSUP;
	*ret_kind = (integer->signedness ? TCTL_KIND_INT : TCTL_KIND_UINT) |
		    (uint32_t)log2 << 4 | base_of(integer->base) << 8 |
		    (integer->reverse_byte_order ? TCTL_KIND_NETWORK : 0);
	return 0;
}

static int float_kind(const struct lttng_ust_type_common *type,
		      uint32_t *ret_kind)
{
	const struct lttng_ust_type_float *number = (const void *)type;
	unsigned int bits = number->exp_dig + number->mant_dig;

	if (number->reverse_byte_order ||
	    !((bits == 32 && number->mant_dig == 24) ||
	      (bits == 64 && number->mant_dig == 53)))
		return -ENOTSUP;
	*ret_kind = TCTL_KIND_FLOAT | (bits == 32 ? 2u : 3u) << 4;
	return 0;
}

static int put_label(struct tctl_description *d,
		     const struct lttng_ust_enum_entry *entry, long long first,
		     long long last)
{
	int ret = put_quoted(d, entry->string, ",\\");

	if (!ret)
		ret = put(d, "=%lld", first);
	if (!ret && last != first)
		ret = put(d, "..%lld", last);
	return ret;
}

/* An entry without a value follows the one before it. */
static int put_enum(struct tctl_description *d, const char *name,
		    const struct lttng_ust_type_enum *type)
{
	const struct lttng_ust_enum_desc *desc = type->desc;
	long long first, last = -1;
	unsigned int i;
	uint32_t kind;
	int ret = integer_kind(type->container_type, &kind);

	if (!ret)
		ret = put_field(d, name,
				kind | (desc->nr_entries ? TCTL_KIND_ENUM : 0));
	for (i = 0; i < desc->nr_entries && !ret; i++) {
		const struct lttng_ust_enum_entry *entry = desc->entries[i];

		first = (long long)entry->start.value;
		if (entry->options & LTTNG_UST_ENUM_ENTRY_OPTION_IS_AUTO)
			first = last + 1;
		last = (long long)entry->end.value;
		if (entry->options & LTTNG_UST_ENUM_ENTRY_OPTION_IS_AUTO)
			last = first;
		ret = put(d, i ? "," : "\t");
		if (!ret)
			ret = put_label(d, entry, first, last);
	}
	return ret;
}

static int put_type(struct tctl_description *d, const char *name,
		    const struct lttng_ust_type_common *type,
		    const struct scope *scope, uint32_t i);

/* shape: with the number that belongs to it, in place. */
static int put_elements(struct tctl_description *d, const char *name,
			const struct lttng_ust_type_common *element,
			uint32_t shape, enum lttng_ust_string_encoding encoding)
{
	uint32_t kind;
	int ret;

	if (element->type != lttng_ust_type_integer) {
		ret = put_field(d, name, TCTL_KIND_LIST | shape);
		return ret ? ret : put_type(d, "", element, NULL, 0);
	}
	ret = integer_kind(element, &kind);
	if (ret)
		return ret;
	if (encoding != lttng_ust_string_encoding_none &&
	    !TCTL_KIND_LOG2(kind))
		kind = TCTL_KIND_UINT | TCTL_KIND_TEXT;
	return put_field(d, name, kind | shape);
}

static int put_array(struct tctl_description *d, const char *name,
		     const struct lttng_ust_type_array *array)
{
	if (!array->length || array->length > TCTL_KIND_LENGTH(UINT32_MAX))
		return -ENOTSUP;
	return put_elements(d, name, array->elem_type,
			    TCTL_KIND_ARRAY << 12 | array->length << 16,
			    array->encoding);
}

/* The field with the count: the one before, or that of this name. */
static int find_count(const struct scope *scope, uint32_t i, const char *name,
		      uint32_t *ret_number)
{
	while (scope && i--) {
		if (scope->fields[i]->nowrite ||
		    (name && strcmp(scope->fields[i]->name, name)))
			continue;
		*ret_number = scope->numbers[i];
		return 0;
	}
	return -ENOTSUP;
}

static int put_sequence(struct tctl_description *d, const char *name,
			const struct lttng_ust_type_sequence *sequence,
			const struct scope *scope, uint32_t i)
{
	uint32_t number;
	int ret = find_count(scope, i, sequence->length_name, &number);

	return ret ? ret : put_elements(d, name, sequence->elem_type,
					(uint32_t)TCTL_KIND_COUNTED << 12 |
					number << 16, sequence->encoding);
}

static int put_fields(struct tctl_description *d,
		      const struct lttng_ust_event_field *const *fields,
		      size_t nr_fields)
{
	struct scope scope = { .fields = fields };
	int ret = nr_fields > TCTL_MAX_FIELDS ? -E2BIG : 0;
	uint32_t i;

	for (i = 0; i < nr_fields && !ret; i++) {
		if (fields[i]->nowrite)
			continue;
		scope.numbers[i] = d->nr_fields;
		ret = put_type(d, fields[i]->name, fields[i]->type, &scope, i);
	}
	return ret;
}

static int put_struct(struct tctl_description *d, const char *name,
		      const struct lttng_ust_type_struct *type)
{
	uint32_t members = 0, i;
	int ret;

	for (i = 0; i < type->nr_fields; i++)
		members += !type->fields[i]->nowrite;
	ret = put_field(d, name, TCTL_KIND_STRUCT | members << 16);
	return ret ? ret : put_fields(d, type->fields, type->nr_fields);
}

static int put_type(struct tctl_description *d, const char *name,
		    const struct lttng_ust_type_common *type,
		    const struct scope *scope, uint32_t i)
{
	uint32_t kind = TCTL_KIND_STRING;
	int ret = 0;

	switch (type->type) {
	case lttng_ust_type_integer:
		ret = integer_kind(type, &kind);
		break;
	case lttng_ust_type_float:
		ret = float_kind(type, &kind);
		break;
	case lttng_ust_type_string:
		break;
	case lttng_ust_type_enum:
		return put_enum(d, name, (const void *)type);
	case lttng_ust_type_array:
		return put_array(d, name, (const void *)type);
	case lttng_ust_type_sequence:
		return put_sequence(d, name, (const void *)type, scope, i);
	case lttng_ust_type_struct:
		return put_struct(d, name, (const void *)type);
	default:
		return -ENOTSUP;
	}
	return ret ? ret : put_field(d, name, kind);
}

/* A weak reference: NULL where the provider says nothing. */
static const char *model_of(const struct lttng_ust_event_desc *event)
{
	return event->model_emf_uri ? *event->model_emf_uri : NULL;
}

static uint8_t level_of(const struct lttng_ust_event_desc *event)
{
	const int *level = event->loglevel ? *event->loglevel : NULL;

	return level && *level >= 0 && *level <= 14 ? (uint8_t)*level :
						      DEFAULT_LEVEL;
}

int tctl_describe(struct tctl_description *d,
		  const struct lttng_ust_event_desc *event, const char *place)
{
	const char *model = model_of(event);
	int ret;

	d->nr_fields = 0;
	d->size = 0;
	ret = put(d, "%s:%s\n", event->probe_desc->provider_name,
		  event->event_name);
	if (!ret)
		ret = put_quoted(d, place, "");
	if (!ret)
		ret = put(d, ":0%s", model ? "\t" : "");
	if (!ret && model)
		ret = put_quoted(d, model, "");
	if (!ret)
		ret = put_fields(d, event->tp_class->fields,
				 event->tp_class->nr_fields);
	d->size++;
	return ret;
}

static size_t kinds_size(const struct tctl_description *d)
{
	return (d->nr_fields + 1u) / 2 * sizeof(uint64_t);
}

size_t tctl_description_slot_size(const struct tctl_description *d)
{
	return (sizeof(struct tctl_event_slot) + kinds_size(d) + d->size + 7) &
	       ~(size_t)7;
}

void tctl_description_fill(const struct tctl_description *d,
			   const struct lttng_ust_event_desc *event,
			   struct tctl_event_slot *slot)
{
	char *text = (char *)slot->kinds + kinds_size(d);
	uint32_t i;

	memset(slot, 0, sizeof(*slot) + kinds_size(d));
	slot->text = (int32_t)(text - (char *)&slot->text);
	slot->size = (uint16_t)(sizeof(*slot) + kinds_size(d));
	slot->nr_fields = (uint16_t)d->nr_fields;
	slot->level = level_of(event);
	for (i = 0; i < d->nr_fields; i++)
		slot->kinds[i / 2] |= (uint64_t)d->kinds[i] << i % 2 * 32;
	memcpy(text, d->text, d->size);
}
