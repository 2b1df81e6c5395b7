/* SPDX-License-Identifier: MIT */
/*
 * libtrace/declaration.c: puts the parts of a declaration together to an event's
 * text, "provider:name\nfile:line\nfield\nfield\tLABEL=0,OTHER=2..4". Called by
 * event.c for each slot of a new object, under tctl_object_lock: one buffer is
 * enough.
 */
#include <errno.h>
#include <string.h>

#include <tracectl/abi/declaration.h>
#include <libtrace/declaration.h>

/* What does not fit is counted, too: size then says so. */
struct text {
	char bytes[TCTL_DECLARATION_MAX];
	size_t size;
};

static struct text composed;

static void add(struct text *text, const char *bytes, size_t size)
{
	if (text->size + size < sizeof(text->bytes))
		memcpy(text->bytes + text->size, bytes, size);
	text->size += size;
}

static void add_number(struct text *text, int64_t number)
{
	uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
	char digits[20];
	size_t at = sizeof(digits);

	if (number < 0)
		add(text, "-", 1);
	do {
		digits[--at] = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest);
	add(text, digits + at, sizeof(digits) - at);
}

static void add_label_name(struct text *text, const char *name)
{
	for (; *name; name++) {
		if (*name == ',' || *name == '\\')
			add(text, "\\", 1);
		add(text, name, 1);
	}
}

static void add_labels(struct text *text, const struct tctl_label *label)
{
	char separator = '\t';
	int64_t next = 0;

	for (; label->name; label++) {
		int64_t first = label->is_next ? next : label->first;
		int64_t last = label->is_next ? next : label->last;

		add(text, &separator, 1);
		add_label_name(text, label->name);
		add(text, "=", 1);
		add_number(text, first);
		if (last != first) {
			add(text, "..", 2);
			add_number(text, last);
		}
		next = (int64_t)((uint64_t)last + 1);
		separator = ',';
	}
}

static uint32_t kind_of(const struct tctl_fields *fields, unsigned int i)
{
	return (uint32_t)(fields->kinds[i / 2] >> (i % 2 * 32));
}

static void add_fields(struct text *text, const struct tctl_fields *fields)
{
	const struct tctl_label *const *labels = fields->labels;
	const char *line = fields->lines;
	unsigned int i;
	size_t length;

	for (i = 0; i < fields->nr_fields && *line; i++, line += length) {
		length = 1 + strcspn(line + 1, "\n");
		add(text, line, length);
		if (kind_of(fields, i) & TCTL_KIND_ENUM)
			add_labels(text, *labels++);
	}
}

static int compose(struct text *text,
		   const struct tctl_declaration *declaration)
{
	text->size = 0;
	add(text, declaration->head, strlen(declaration->head));
	if (declaration->model) {
		add(text, "\t", 1);
		add(text, *declaration->model, strlen(*declaration->model));
	}
	add_fields(text, declaration->fields);
	if (text->size >= sizeof(text->bytes))
		return -EINVAL;
	text->bytes[text->size] = '\0';
	return 0;
}

static const void *target(const struct tctl_event_slot *slot)
{
	return (const char *)&slot->text + slot->text;
}

static int read_declaration(const struct tctl_event_slot *slot,
			    struct tctl_declared *ret)
{
	const struct tctl_declaration *declaration = target(slot);

	if (declaration->fields->nr_fields > TCTL_MAX_FIELDS ||
	    compose(&composed, declaration))
		return -EINVAL;
	ret->text = composed.bytes;
	ret->kinds = declaration->fields->kinds;
	ret->nr_fields = (uint16_t)declaration->fields->nr_fields;
	ret->level = declaration->level ? *declaration->level :
					  TCTL_DECLARED_LEVEL;
	return 0;
}

int tctl_declaration_read(const struct tctl_event_slot *slot,
			  struct tctl_declared *ret)
{
	const size_t kinds = (slot->nr_fields + 1u) / 2u *
			     sizeof(slot->kinds[0]);

	if (!slot->text)
		return -EINVAL;
	if (slot->nr_fields == TCTL_SLOT_DECLARED)
		return read_declaration(slot, ret);
	if (slot->nr_fields > TCTL_MAX_FIELDS ||
	    slot->size < sizeof(*slot) + kinds)
		return -EINVAL;
	ret->text = target(slot);
	ret->kinds = slot->kinds;
	ret->nr_fields = slot->nr_fields;
	ret->level = slot->level;
	return 0;
}
