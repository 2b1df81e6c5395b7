/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/checker/lint_type.c: rules about types. Each declared type is looked at
 * once, however often it is used.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tools/checker/lint.h>

#define ALIGN_MAX 65536

/* Types within types by name, where nesting in the text is no bound. */
#define DEPTH_MAX 100

struct lint {
	struct tctl_trace *trace;
	const char *event;
	bool user;
	bool fatal;
	unsigned int depth;
};

__attribute__((format(printf, 4, 5)))
static void broken(struct lint *lint, enum tctl_rule rule, uint32_t line,
		   const char *format, ...)
{
	struct tctl_where where = tctl_where_file(lint->trace->metadata);
	char text[256];
	va_list args;

	where.line = line;
	where.event_name = lint->event;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	tctl_rule_broken(lint->trace->findings, rule, &where, "%s", text);
}

static void align_check(struct lint *lint, const struct tctl_type *type,
			const char *name)
{
	uint64_t align = type->align;

	if (align <= ALIGN_MAX && !(align & (align - 1)))
		return;
	broken(lint, TCTL_RULE_ALIGNMENT, type->line,
	       "the alignment of '%s' is no power of two up to 65536", name);
	lint->fatal = true;
}

static void integer_check(struct lint *lint, const struct tctl_type *type,
			  const char *name)
{
	uint64_t size = type->size;

	if (size < 1 || size > 64) {
		broken(lint, TCTL_RULE_INTEGER_SIZE, type->line,
		       "'%s' does not have 1 to 64 bits", name);
		lint->fatal = true;
	}
	if ((size == 24 || size == 40 || size == 48 || size == 56) &&
	    type->align % 8 == 0)
		broken(lint, TCTL_RULE_INTEGER_ODD_SIZE, type->line,
		       "'%s' has no size of 8, 16, 32 or 64 bits but is "
		       "byte-aligned", name);
	if (type->encoded && size != 8)
		broken(lint, TCTL_RULE_TEXT_ENCODING, type->line,
		       "'%s' has an encoding, but not 8 bits", name);
}

static void float_check(struct lint *lint, const struct tctl_type *type,
			const char *name)
{
	if ((type->exponent == 8 && type->mantissa == 24) ||
	    (type->exponent == 11 && type->mantissa == 53))
		return;
	broken(lint, TCTL_RULE_FLOAT_SIZE, type->line,
	       "'%s' is neither a float nor a double", name);
	lint->fatal = true;
}

static bool fits(const struct tctl_type *integer, int64_t value)
{
	uint64_t size = integer->size;

	if (size >= 64 || !size)
		return true;
	if (integer->is_signed)
		return value >= -((int64_t)1 << (size - 1)) &&
		       value < (int64_t)1 << (size - 1);
	return (uint64_t)value < (uint64_t)1 << size;
}

static bool range_sound(const struct tctl_type *integer,
			const struct tctl_range *range)
{
	if (integer->is_signed ? range->first > range->last :
	    (uint64_t)range->first > (uint64_t)range->last)
		return false;
	return fits(integer, range->first) && fits(integer, range->last);
}

static void enum_check(struct lint *lint, const struct tctl_type *type,
		       const char *name)
{
	uint32_t i;

	if (!type->nr_ranges)
		broken(lint, TCTL_RULE_ENUM_MAPPING, type->line,
		       "enum '%s' has no labels", name);
	for (i = 0; i < type->nr_ranges; i++)
		if (!range_sound(type->inner, &type->ranges[i]))
			broken(lint, TCTL_RULE_ENUM_MAPPING, type->line,
			       "label '%s' has a range that is reversed or "
			       "does not fit", type->ranges[i].label);
}

static const char *stripped(const char *name)
{
	return name + (name[0] == '_');
}

static int name_compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void clash_check(struct lint *lint, const struct tctl_type *type)
{
	const char **names = calloc(type->nr_fields + 1, sizeof(*names));
	uint32_t i;

	if (!names)
		return;
	for (i = 0; i < type->nr_fields; i++)
		names[i] = stripped(type->fields[i].name);
	qsort(names, type->nr_fields, sizeof(*names), name_compare);
	for (i = 1; i < type->nr_fields; i++)
		if (!strcmp(names[i - 1], names[i]))
			broken(lint, TCTL_RULE_NAME_CLASH, type->line,
			       "two fields are called '%s'", names[i]);
	free(names);
}

static void underscore_check(struct lint *lint, const struct tctl_type *type)
{
	uint32_t i;

	for (i = 0; lint->user && type->kind == TCTL_TYPE_STRUCT &&
	     i < type->nr_fields; i++)
		if (type->fields[i].name[0] != '_')
			broken(lint, TCTL_RULE_FIELD_UNDERSCORE,
			       type->fields[i].line,
			       "'%s' has no leading underscore",
			       type->fields[i].name);
}

static void type_check(struct lint *lint, struct tctl_type *type,
		       const char *name);

static void members_check(struct lint *lint, struct tctl_type *type)
{
	uint32_t i;

	clash_check(lint, type);
	underscore_check(lint, type);
	for (i = 0; i < type->nr_fields; i++)
		type_check(lint, type->fields[i].type, type->fields[i].name);
}

static void kind_check(struct lint *lint, struct tctl_type *type,
		       const char *name)
{
	switch (type->kind) {
	case TCTL_TYPE_INTEGER:
		integer_check(lint, type, name);
		break;
	case TCTL_TYPE_FLOAT:
		float_check(lint, type, name);
		break;
	case TCTL_TYPE_STRING:
		break;
	case TCTL_TYPE_ENUM:
		enum_check(lint, type, name);
		type_check(lint, type->inner, name);
		break;
	case TCTL_TYPE_STRUCT:
	case TCTL_TYPE_VARIANT:
		members_check(lint, type);
		break;
	case TCTL_TYPE_ARRAY:
	case TCTL_TYPE_SEQUENCE:
		type_check(lint, type->inner, name);
		break;
	}
}

static void type_check(struct lint *lint, struct tctl_type *type,
		       const char *name)
{
	if (type->linted)
		return;
	type->linted = true;
	if (lint->depth == DEPTH_MAX) {
		broken(lint, TCTL_RULE_TSDL_LIMITS, type->line,
		       "'%s' is nested too deeply", name);
		lint->fatal = true;
		return;
	}
	lint->depth++;
	align_check(lint, type, name);
	kind_check(lint, type, name);
	lint->depth--;
}

int tctl_lint_scope(struct tctl_trace *trace, struct tctl_type *type,
		    const char *event, bool user)
{
	struct lint lint = { .trace = trace, .event = event, .user = user };

	if (type)
		type_check(&lint, type, "");
	return lint.fatal ? -1 : 0;
}

const struct tctl_type *tctl_lint_field(const struct tctl_type *type,
					const char *name)
{
	uint32_t i;

	for (i = 0; type && i < type->nr_fields; i++)
		if (!strcmp(stripped(type->fields[i].name), name))
			return type->fields[i].type;
	return NULL;
}
