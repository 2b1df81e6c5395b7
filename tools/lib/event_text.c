// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Parsing an event's declaration. One allocation holds everything: the labels,
 * the names that a marker's format gives, a copy of the text that is cut into
 * strings in place, and the provider's own copy.
 */
#include "event_text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracectl/abi/ring.h>

#include "event_format.h"
#include "text.h"
#include "event_nesting.h"

struct memory {
	struct tctl_format_field *format;	/* of a marker, or NULL */
	struct tctl_event_label *labels;
	size_t nr_labels, max_labels;
	char *provider;
	char *text;
	struct tctl_event_field fields[];
};

static int refuse(struct tctl_event_text *event, const char *reason)
{
	event->reason = reason;
	return -EINVAL;
}

static int is_identifier(const char *s)
{
	size_t n;

	for (n = 0; s[n]; n++)
		if (!(s[n] == '_' || (s[n] >= 'a' && s[n] <= 'z') ||
		      (s[n] >= 'A' && s[n] <= 'Z') ||
		      (n && s[n] >= '0' && s[n] <= '9')))
			return 0;
	return n && n <= TCTL_MAX_IDENTIFIER;
}

/* Cuts the next part off *at, which becomes NULL behind the last one. */
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

static int parse_name(struct tctl_event_text *event, struct memory *memory,
		      char *line)
{
	char *colon = line ? strchr(line, ':') : NULL;

	if (!colon)
		return refuse(event, "the first line is not provider:name");
	memcpy(memory->provider, line, (size_t)(colon - line));
	memory->provider[colon - line] = '\0';
	event->full_name = line;
	event->provider = memory->provider;
	event->name = colon + 1;
	if (!is_identifier(event->provider))
		return refuse(event, "the provider is not an identifier");
	if (!is_identifier(event->name))
		return refuse(event, "the name is not an identifier");
	return 0;
}

static int parse_place(struct tctl_event_text *event, char *line)
{
	char *model = line ? strchr(line, '\t') : NULL, *colon;
	size_t digits;

	if (model) {
		*model++ = '\0';
		tctl_text_clean(model);
		event->model = model;
	}
	colon = line ? strrchr(line, ':') : NULL;
	if (!colon)
		return refuse(event, "the second line is not file:line");
	*colon++ = '\0';
	digits = strspn(colon, "0123456789");
	if (!digits || digits > 9 || colon[digits])
		return refuse(event, "the line is not a number");
	tctl_text_clean(line);
	event->file = line;
	event->line = (uint32_t)strtoul(colon, NULL, 10);
	return 0;
}

/* Makes the value one of the field's type, as C converts a constant. */
static int convert(uint32_t kind, int64_t *value)
{
	unsigned int bits = 8u << TCTL_KIND_LOG2(kind);
	int64_t top = bits < 64 ? 1ll << (bits - 1) : 0;

	if (bits == 64)
		return 0;
	if (*value < -top || *value >= 2 * top)
		return -EINVAL;
	if (TCTL_KIND_CLASS(kind) == TCTL_KIND_UINT && *value < 0)
		*value += 2 * top;
	if (TCTL_KIND_CLASS(kind) == TCTL_KIND_INT && *value >= top)
		*value -= 2 * top;
	return 0;
}

static int parse_value(const char *text, char **ret_end, int64_t *ret_value)
{
	const char *digits = text + (*text == '-');

	if (*digits < '0' || *digits > '9')
		return -EINVAL;
	errno = 0;
	*ret_value = strtoll(text, ret_end, 10);
	return errno ? -EINVAL : 0;
}

/* VALUE or FIRST..LAST. */
static int parse_range(const char *text, struct tctl_event_label *label)
{
	char *end;

	if (parse_value(text, &end, &label->value))
		return -EINVAL;
	label->last = label->value;
	if (!strncmp(end, "..", 2) && parse_value(end + 2, &end, &label->last))
		return -EINVAL;
	return *end ? -EINVAL : 0;
}

static int is_range(uint32_t kind, const struct tctl_event_label *label)
{
	if (TCTL_KIND_CLASS(kind) == TCTL_KIND_INT)
		return label->value <= label->last;
	return (uint64_t)label->value <= (uint64_t)label->last;
}

static int parse_label(struct tctl_event_text *event, struct memory *memory,
		       uint32_t kind, char *text)
{
	char *equals = strrchr(text, '=');
	struct tctl_event_label *label;

	if (!equals || memory->nr_labels == memory->max_labels)
		return refuse(event, "a label has no value");
	label = &memory->labels[memory->nr_labels++];
	*equals = '\0';
	label->name = text;
	if (!*text || strlen(text) > TCTL_MAX_IDENTIFIER || !tctl_text_is_clean(text))
		return refuse(event, "a label is empty, too long or no text");
	if (parse_range(equals + 1, label))
		return refuse(event, "a label's value is not a 64-bit number");
	if (convert(kind, &label->value) || convert(kind, &label->last))
		return refuse(event, "a label's value does not fit its field");
	if (!is_range(kind, label))
		return refuse(event, "a label's range is empty");
	return 0;
}

/* Cuts the next label off *at, and takes the backslashes out. */
static char *next_label(char **at)
{
	char *label = *at, *from = label, *to = label;

	if (!label)
		return NULL;
	for (; *from && *from != ','; from++) {
		if (*from == '\\' && from[1])
			from++;
		*to++ = *from;
	}
	*at = *from ? from + 1 : NULL;
	*to = '\0';
	return label;
}

static int parse_labels(struct tctl_event_text *event, struct memory *memory,
			struct tctl_event_field *field, char *text)
{
	char *label;
	int ret;

	if (!text != !(field->kind & TCTL_KIND_ENUM))
		return refuse(event, text ? "labels of a field that is no "
					    "enumeration" :
					    "an enumeration without labels");
	if (!text)
		return 0;
	field->labels = memory->labels + memory->nr_labels;
	while ((label = next_label(&text))) {
		ret = parse_label(event, memory, field->kind, label);
		if (ret)
			return ret;
		field->nr_labels++;
	}
	return 0;
}

static int parse_fields(struct tctl_event_text *event, struct memory *memory,
			char *rest)
{
	struct tctl_event_field *field;
	char *line;
	int ret;

	for (uint32_t i = 0; i < event->nr_fields; i++) {
		field = &event->fields[i];
		line = next_part(&rest, '\n');
		if (!line)
			return refuse(event, "fewer field lines than fields");
		field->name = next_part(&line, '\t');
		ret = parse_labels(event, memory, field, line);
		if (ret)
			return ret;
	}
	/* The last field's line may end in '\n' or not. */
	if (rest && *rest)
		return refuse(event, "more field lines than fields");
	return 0;
}

static int parse_format(struct tctl_event_text *event, struct memory *memory,
			const char *format)
{
	struct tctl_event_field *field;
	int n;

	memory->format = calloc(TCTL_MAX_PROBE_FIELDS, sizeof(*memory->format));
	if (!memory->format)
		return -ENOMEM;
	n = tctl_format_parse(format, memory->format, TCTL_MAX_PROBE_FIELDS);
	if (n < 0 || (uint32_t)n != event->nr_fields)
		return refuse(event, "the format does not fit the fields");
	for (uint32_t i = 0; i < event->nr_fields; i++) {
		field = &event->fields[i];
		field->name = memory->format[i].name;
		if (field->kind & TCTL_KIND_ENUM)
			return refuse(event, "an enumeration without labels");
		if (TCTL_KIND_CLASS(field->kind) <= TCTL_KIND_INT &&
		    !TCTL_KIND_BASE(field->kind))
			field->kind |= memory->format[i].base << 8;
	}
	return 0;
}

/* In TSDL a sequence NAME also makes a field _NAME_length. */
static int is_length_of(const char *name, const struct tctl_event_field *field)
{
	size_t length = strlen(field->name);

	return TCTL_KIND_SHAPE(field->kind) == TCTL_KIND_SEQUENCE &&
	       name[0] == '_' && !strncmp(name + 1, field->name, length) &&
	       !strcmp(name + 1 + length, "_length");
}

/* Against the others of its structure. */
static int check_name(struct tctl_event_text *event, uint32_t i)
{
	const struct tctl_event_field *fields = event->fields;

	if (tctl_event_is_element(event, i)) {
		if (TCTL_KIND_SHAPE(fields[i].kind) == TCTL_KIND_SEQUENCE)
			return refuse(event, "a list's element is a sequence "
					     "outside of a structure");
		return *fields[i].name ? refuse(event, "a list's element has "
						       "a name") : 0;
	}
	if (!is_identifier(fields[i].name))
		return refuse(event, "a field is not an identifier");
	for (uint32_t j = 0; j < event->nr_fields; j++) {
		if (fields[j].parent != fields[i].parent)
			continue;
		if (j < i && !strcmp(fields[i].name, fields[j].name))
			return refuse(event, "a field occurs twice");
		if (is_length_of(fields[i].name, &fields[j]))
			return refuse(event, "a field has the name of "
					     "a sequence's length");
	}
	return 0;
}

static int check_names(struct tctl_event_text *event)
{
	int ret = tctl_event_nest(event);

	for (uint32_t i = 0; !ret && i < event->nr_fields; i++)
		ret = check_name(event, i);
	return ret;
}

static int check_kinds(struct tctl_event_text *event, const uint64_t *kinds)
{
	uint64_t fixed = 0;
	uint32_t kind;

	for (uint32_t i = 0; i < event->nr_fields; i++) {
		kind = (uint32_t)(kinds[i / 2] >> (i % 2 * 32));
		if (tctl_event_kind_check(kind))
			return refuse(event, "a field's kind makes no sense");
		fixed += TCTL_KIND_SHAPE(kind) == TCTL_KIND_ARRAY ?
			 (uint64_t)TCTL_KIND_LENGTH(kind)
				<< TCTL_KIND_LOG2(kind) : 8;
	}
	if (event->nr_fields % 2 && kinds[event->nr_fields / 2] >> 32)
		return refuse(event, "there is a kind too many");
	if (fixed > TCTL_MAX_RECORD)
		return refuse(event, "the arrays are larger than a record");
	return 0;
}

static size_t count_labels(const char *text)
{
	size_t n = 0;

	for (; *text; text++)
		n += *text == '=';
	return n < TCTL_MAX_LABELS ? n : TCTL_MAX_LABELS;
}

static struct memory *memory_new(const char *text, size_t size,
				 const uint64_t *kinds, uint32_t nr_fields)
{
	size_t fields = nr_fields * sizeof(struct tctl_event_field);
	size_t n = count_labels(text);
	struct memory *memory;
	uint32_t i;

	memory = calloc(1, sizeof(*memory) + fields + 2 * size +
			n * sizeof(struct tctl_event_label));
	if (!memory)
		return NULL;
	for (i = 0; i < nr_fields; i++)
		memory->fields[i].kind =
			(uint32_t)(kinds[i / 2] >> (i % 2 * 32));
	memory->max_labels = n;
	memory->labels = (void *)(memory->fields + nr_fields);
	memory->text = (char *)(memory->labels + n);
	memory->provider = memory->text + size;
	memcpy(memory->text, text, size);
	return memory;
}

static void memory_free(struct memory *memory)
{
	if (memory)
		free(memory->format);
	free(memory);
}

static int parse_lines(struct tctl_event_text *event, struct memory *memory)
{
	char *rest = memory->text;
	int ret;

	ret = parse_name(event, memory, next_part(&rest, '\n'));
	if (!ret)
		ret = parse_place(event, next_part(&rest, '\n'));
	if (ret)
		return ret;
	if (rest && *rest == '%')
		ret = parse_format(event, memory, rest + 1);
	else
		ret = parse_fields(event, memory, rest);
	return ret ? ret : check_names(event);
}

int tctl_event_text_parse(struct tctl_event_text *event, const char *text,
			  size_t size, const uint64_t *kinds,
			  unsigned int nr_fields)
{
	struct memory *memory;
	int ret;

	memset(event, 0, sizeof(*event));
	if (nr_fields > TCTL_MAX_FIELDS)
		return refuse(event, "there are more than 256 fields");
	if (!size || size > TCTL_MAX_EVENT_TEXT ||
	    strnlen(text, size) != size - 1)
		return refuse(event, "the text is too long or does not end");
	event->nr_fields = nr_fields;
	ret = check_kinds(event, kinds);
	if (ret)
		return ret;
	memory = memory_new(text, size, kinds, nr_fields);
	if (!memory)
		return -ENOMEM;
	event->memory = memory;
	event->fields = memory->fields;
	ret = parse_lines(event, memory);
	if (ret)
		tctl_event_text_release(event);
	return ret;
}

void tctl_event_text_release(struct tctl_event_text *event)
{
	const char *reason = event->reason;

	memory_free(event->memory);
	memset(event, 0, sizeof(*event));
	event->reason = reason;
}
