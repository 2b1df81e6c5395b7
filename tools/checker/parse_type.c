/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/checker/parse_type.c: types, fields, typedef and typealias of TSDL.
 * Named types are looked up from the innermost scope outwards; a type found by
 * name is shared, not copied.
 */
#include <string.h>
#include <tools/checker/parse.h>

#define DEPTH_MAX 64
#define DIMENSIONS_MAX 8
#define SCOPE_NAMES_MAX 1024
#define FIELDS_MAX 65536

static void depth_enter(struct tctl_parser *parser)
{
	if (++parser->depth > DEPTH_MAX)
		tctl_parse_fail(parser, TCTL_RULE_TSDL_LIMITS,
				"more than %d levels of nesting", DEPTH_MAX);
}

void tctl_scope_enter(struct tctl_parser *parser, struct tctl_scope *scope)
{
	memset(scope, 0, sizeof(*scope));
	scope->outer = parser->scope;
	parser->scope = scope;
	depth_enter(parser);
}

void tctl_scope_leave(struct tctl_parser *parser)
{
	parser->scope = parser->scope->outer;
	parser->depth--;
}

static struct tctl_type *name_find(const struct tctl_parser *parser,
				   enum tctl_name_kind kind, const char *text)
{
	const struct tctl_scope *scope;
	const struct tctl_name *name;

	for (scope = parser->scope; scope; scope = scope->outer)
		for (name = scope->names; name; name = name->next)
			if (name->kind == kind && !strcmp(name->text, text))
				return name->type;
	return NULL;
}

static struct tctl_type *name_need(struct tctl_parser *parser,
				   enum tctl_name_kind kind, const char *text)
{
	struct tctl_type *type = name_find(parser, kind, text);

	if (!type)
		tctl_parse_fail(parser, TCTL_RULE_TSDL_NAME,
				"no type '%s' is declared before this", text);
	return type;
}

static void name_add(struct tctl_parser *parser, enum tctl_name_kind kind,
		     const char *text, struct tctl_type *type)
{
	struct tctl_scope *scope = parser->scope;
	struct tctl_name *name;

	for (name = scope->names; name; name = name->next)
		if (name->kind == kind && !strcmp(name->text, text))
			tctl_parse_fail(parser, TCTL_RULE_TSDL_SYNTAX,
					"'%s' is declared twice", text);
	if (++scope->nr_names > SCOPE_NAMES_MAX)
		tctl_parse_fail(parser, TCTL_RULE_TSDL_LIMITS,
				"more than %d names in a scope",
				SCOPE_NAMES_MAX);
	name = tctl_arena_alloc(&parser->trace->arena, sizeof(*name));
	name->kind = kind;
	name->text = text;
	name->type = type;
	name->next = scope->names;
	scope->names = name;
}

static struct tctl_type *type_new(struct tctl_parser *parser,
				  enum tctl_type_kind kind)
{
	struct tctl_type *type;

	type = tctl_arena_alloc(&parser->trace->arena, sizeof(*type));
	type->kind = kind;
	type->line = parser->token.line;
	return type;
}

static void *grow(struct tctl_parser *parser, void *list, uint32_t nr,
		  size_t size)
{
	void *bigger;

	if (nr >= FIELDS_MAX)
		tctl_parse_fail(parser, TCTL_RULE_TSDL_LIMITS,
				"more than %d members of a type", FIELDS_MAX);
	if (nr & (nr - 1))
		return list;
	bigger = tctl_arena_alloc(&parser->trace->arena,
				  (nr ? nr * 2 : 1) * size);
	if (nr)
		memcpy(bigger, list, nr * size);
	return bigger;
}

static void attribute_set(struct tctl_parser *parser, struct tctl_type *type,
			  const char *name, const struct tctl_value *value)
{
	bool integer = type->kind == TCTL_TYPE_INTEGER;
	bool real = type->kind == TCTL_TYPE_FLOAT;

	if (integer && !strcmp(name, "size"))
		type->size = tctl_value_number(parser, value);
	else if ((integer || real) && !strcmp(name, "align"))
		type->align = tctl_value_number(parser, value);
	else if (integer && !strcmp(name, "signed"))
		type->is_signed = tctl_value_bool(parser, value);
	else if ((integer || real) && !strcmp(name, "byte_order"))
		type->order = tctl_value_order(parser, value);
	else if (!real && !strcmp(name, "encoding"))
		type->encoded = !value->text || strcmp(value->text, "none");
	else if (integer && !strcmp(name, "map"))
		type->clock = tctl_value_clock(parser, value);
	else if (real && !strcmp(name, "exp_dig"))
		type->exponent = tctl_value_number(parser, value);
	else if (real && !strcmp(name, "mant_dig"))
		type->mantissa = tctl_value_number(parser, value);
	else if (!integer || strcmp(name, "base"))
		tctl_parse_fail(parser, TCTL_RULE_TSDL_SYNTAX,
				"a type has no attribute '%s'", name);
}

/* { name = value; ... } of integer, floating_point and string. */
static void attributes_read(struct tctl_parser *parser, struct tctl_type *type)
{
	tctl_parse_expect(parser, '{');
	while (!tctl_parse_take(parser, '}')) {
		const char *name = tctl_parse_name(parser, "an attribute");
		struct tctl_value value;

		tctl_parse_expect(parser, '=');
		value = tctl_parse_value(parser);
		attribute_set(parser, type, name, &value);
		tctl_parse_expect(parser, ';');
	}
}

static void plain_check(struct tctl_parser *parser, struct tctl_type *type)
{
	if (type->kind == TCTL_TYPE_FLOAT)
		type->size = type->exponent + type->mantissa;
	if (type->kind != TCTL_TYPE_STRING && !type->size)
		tctl_parse_fail(parser, type->kind == TCTL_TYPE_FLOAT ?
				TCTL_RULE_FLOAT_SIZE : TCTL_RULE_INTEGER_SIZE,
				"a number needs a size above 0");
	if (!type->align && type->kind == TCTL_TYPE_INTEGER)
		type->align = type->size % 8 ? 1 : 8;
}

static struct tctl_type *plain_read(struct tctl_parser *parser,
				    enum tctl_type_kind kind)
{
	struct tctl_type *type = type_new(parser, kind);

	tctl_parse_next(parser);
	if (kind != TCTL_TYPE_STRING || tctl_parse_at(parser, '{'))
		attributes_read(parser, type);
	plain_check(parser, type);
	return type;
}

/* [ length ] or [ reference ] around an element. */
struct dimension {
	uint64_t length;
	const char *ref;
};

static struct dimension dimension_read(struct tctl_parser *parser)
{
	struct dimension dimension = { 0 };

	if (parser->token.kind == TCTL_TOKEN_NUMBER) {
		dimension.length = parser->token.number;
		tctl_parse_next(parser);
	} else {
		dimension.ref = tctl_parse_path(parser);
	}
	tctl_parse_expect(parser, ']');
	return dimension;
}

static struct tctl_type *dimensions_read(struct tctl_parser *parser,
					 struct tctl_type *element)
{
	struct dimension list[DIMENSIONS_MAX];
	int nr = 0;

	while (tctl_parse_take(parser, '[')) {
		if (nr == DIMENSIONS_MAX)
			tctl_parse_fail(parser, TCTL_RULE_TSDL_LIMITS,
					"more than %d dimensions",
					DIMENSIONS_MAX);
		list[nr++] = dimension_read(parser);
	}
	while (nr--) {
		struct tctl_type *type = type_new(parser, list[nr].ref ?
				TCTL_TYPE_SEQUENCE : TCTL_TYPE_ARRAY);

		type->inner = element;
		type->length = list[nr].length;
		type->ref = list[nr].ref;
		element = type;
	}
	return element;
}

static void field_add(struct tctl_parser *parser, struct tctl_type *parent,
		      struct tctl_type *type)
{
	struct tctl_field *field;
	uint32_t line = parser->token.line;
	const char *name = tctl_parse_name(parser, "a field's name");

	parent->fields = grow(parser, parent->fields, parent->nr_fields,
			      sizeof(*parent->fields));
	field = &parent->fields[parent->nr_fields];
	field->name = name;
	field->line = line;
	field->type = dimensions_read(parser, type);
	parent->nr_fields++;
}

/* { fields and declarations } of struct and variant. */
static void members_read(struct tctl_parser *parser, struct tctl_type *type)
{
	struct tctl_scope scope;

	type->body = true;
	tctl_scope_enter(parser, &scope);
	tctl_parse_expect(parser, '{');
	while (!tctl_parse_take(parser, '}')) {
		struct tctl_type *member;
		bool tagged = tctl_parse_tagged(parser);

		if (tctl_parse_declaration(parser))
			continue;
		member = tctl_parse_type(parser);
		if (tagged && tctl_parse_take(parser, ';'))
			continue;
		do {
			field_add(parser, type, member);
		} while (tctl_parse_take(parser, ','));
		tctl_parse_expect(parser, ';');
	}
	tctl_scope_leave(parser);
}

static struct tctl_type *copy_of(struct tctl_parser *parser,
				 const struct tctl_type *type)
{
	struct tctl_type *copy = type_new(parser, type->kind);

	*copy = *type;
	return copy;
}

/* align(8) */
static uint64_t align_read(struct tctl_parser *parser)
{
	struct tctl_value value;

	tctl_parse_next(parser);
	tctl_parse_expect(parser, '(');
	value = tctl_parse_value(parser);
	tctl_parse_expect(parser, ')');
	return tctl_value_number(parser, &value);
}

static struct tctl_type *struct_read(struct tctl_parser *parser)
{
	struct tctl_type *type = type_new(parser, TCTL_TYPE_STRUCT);
	const char *name = NULL;
	bool body;

	tctl_parse_next(parser);
	if (!tctl_parse_at(parser, '{'))
		name = tctl_parse_name(parser, "a struct's name or body");
	body = tctl_parse_at(parser, '{');
	if (body)
		members_read(parser, type);
	else
		type = name_need(parser, TCTL_NAME_STRUCT, name);
	if (tctl_parse_word(parser, "align")) {
		if (!body)
			type = copy_of(parser, type);
		type->align = align_read(parser);
	}
	if (name && body)
		name_add(parser, TCTL_NAME_STRUCT, name, type);
	return type;
}

static struct tctl_type *variant_read(struct tctl_parser *parser)
{
	struct tctl_type *type = type_new(parser, TCTL_TYPE_VARIANT);
	const char *name = NULL, *tag = NULL;

	tctl_parse_next(parser);
	if (parser->token.kind == TCTL_TOKEN_WORD)
		name = tctl_parse_name(parser, "a variant's name");
	if (tctl_parse_take(parser, '<')) {
		/* One name: both babeltraces refuse a path here. */
		tag = tctl_parse_name(parser, "a variant's tag");
		tctl_parse_expect(parser, '>');
	}
	if (tctl_parse_at(parser, '{')) {
		members_read(parser, type);
		if (name)
			name_add(parser, TCTL_NAME_VARIANT, name, type);
	} else {
		if (!name)
			tctl_parse_expect(parser, '{');
		type = name_need(parser, TCTL_NAME_VARIANT, name);
	}
	if (tag) {
		type = copy_of(parser, type);
		type->ref = tag;
	}
	return type;
}

static int64_t enum_value(struct tctl_parser *parser)
{
	struct tctl_value value = tctl_parse_value(parser);

	if (value.kind != TCTL_VALUE_NUMBER)
		tctl_parse_fail(parser, TCTL_RULE_TSDL_SYNTAX,
				"a label's value is a number");
	return (int64_t)(value.negative ? 0 - value.number : value.number);
}

static void label_read(struct tctl_parser *parser, struct tctl_type *type,
		       int64_t *next)
{
	struct tctl_range *range;

	type->ranges = grow(parser, type->ranges, type->nr_ranges,
			    sizeof(*type->ranges));
	range = &type->ranges[type->nr_ranges++];
	range->label = parser->token.kind == TCTL_TOKEN_STRING ?
		       tctl_parse_string(parser) :
		       tctl_parse_name(parser, "a label");
	range->first = *next;
	if (tctl_parse_take(parser, '='))
		range->first = enum_value(parser);
	range->last = range->first;
	if (tctl_parse_take(parser, TCTL_MARK_RANGE))
		range->last = enum_value(parser);
	*next = (int64_t)((uint64_t)range->last + 1);
}

static void labels_read(struct tctl_parser *parser, struct tctl_type *type)
{
	int64_t next = 0;

	type->body = true;
	tctl_parse_expect(parser, '{');
	while (!tctl_parse_take(parser, '}')) {
		label_read(parser, type, &next);
		if (!tctl_parse_take(parser, ',') &&
		    !tctl_parse_at(parser, '}'))
			tctl_parse_expect(parser, '}');
	}
}

static struct tctl_type *enum_read(struct tctl_parser *parser)
{
	struct tctl_type *type = type_new(parser, TCTL_TYPE_ENUM);
	const char *name = NULL;

	tctl_parse_next(parser);
	if (parser->token.kind == TCTL_TOKEN_WORD)
		name = tctl_parse_name(parser, "an enum's name");
	if (tctl_parse_take(parser, ':'))
		type->inner = tctl_parse_type(parser);
	if (!tctl_parse_at(parser, '{'))
		return name_need(parser, TCTL_NAME_ENUM, name ? name : "");
	if (!type->inner)
		type->inner = name_need(parser, TCTL_NAME_ALIAS, "int");
	if (type->inner->kind != TCTL_TYPE_INTEGER)
		tctl_parse_fail(parser, TCTL_RULE_TSDL_SYNTAX,
				"an enum is based on an integer");
	labels_read(parser, type);
	if (name)
		name_add(parser, TCTL_NAME_ENUM, name, type);
	return type;
}

/* The words of C of which several make one type name. */
static bool c_word(const struct tctl_parser *parser)
{
	static const char *const words[] = {
		"char", "double", "float", "int", "long", "short", "signed",
		"unsigned", "void", "const", "_Bool", "_Complex", "_Imaginary",
	};
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (tctl_parse_word(parser, words[i]))
			return true;
	return false;
}

/* "unsigned long", "uint8_t", "const char *"; whole: all words, as there is
   no field's name behind. */
static const char *type_name_read(struct tctl_parser *parser, bool whole)
{
	char name[256];
	size_t len = 0;
	bool more;

	do {
		bool c = c_word(parser);
		const char *word = tctl_parse_at(parser, '*') ? "*" : NULL;

		if (word)
			tctl_parse_next(parser);
		else
			word = tctl_parse_name(parser, "a type's name");
		if (strlen(word) + 2 > sizeof(name) - len)
			tctl_parse_fail(parser, TCTL_RULE_TSDL_LIMITS,
					"a type's name is too long");
		if (len)
			name[len++] = ' ';
		memcpy(name + len, word, strlen(word));
		len += strlen(word);
		more = tctl_parse_at(parser, '*') ||
		       (c && c_word(parser)) ||
		       (whole && parser->token.kind == TCTL_TOKEN_WORD);
	} while (more);
	return tctl_arena_text(&parser->trace->arena, name, len);
}

static struct tctl_type *type_read(struct tctl_parser *parser)
{
	const char *name;

	if (tctl_parse_word(parser, "const"))
		tctl_parse_next(parser);
	if (tctl_parse_word(parser, "integer"))
		return plain_read(parser, TCTL_TYPE_INTEGER);
	if (tctl_parse_word(parser, "floating_point"))
		return plain_read(parser, TCTL_TYPE_FLOAT);
	if (tctl_parse_word(parser, "string"))
		return plain_read(parser, TCTL_TYPE_STRING);
	if (tctl_parse_word(parser, "struct"))
		return struct_read(parser);
	if (tctl_parse_word(parser, "variant"))
		return variant_read(parser);
	if (tctl_parse_word(parser, "enum"))
		return enum_read(parser);
	name = type_name_read(parser, false);
	return name_need(parser, TCTL_NAME_ALIAS, name);
}

struct tctl_type *tctl_parse_type(struct tctl_parser *parser)
{
	struct tctl_type *type;

	depth_enter(parser);
	type = type_read(parser);
	parser->depth--;
	return type;
}

bool tctl_parse_tagged(const struct tctl_parser *parser)
{
	return tctl_parse_word(parser, "struct") ||
	       tctl_parse_word(parser, "variant") ||
	       tctl_parse_word(parser, "enum");
}

static void sequence_refuse(struct tctl_parser *parser,
			    const struct tctl_type *type)
{
	struct tctl_where where = tctl_parse_where(parser, type->line);

	for (; type; type = type->inner)
		if (type->kind == TCTL_TYPE_SEQUENCE)
			tctl_rule_broken(parser->trace->findings,
					 TCTL_RULE_SEQUENCE_TYPEDEF, &where,
					 "a typedef holds the length '%s'",
					 type->ref);
}

static void typedef_read(struct tctl_parser *parser)
{
	struct tctl_type *base = tctl_parse_type(parser);

	do {
		const char *name = tctl_parse_name(parser, "a type's name");
		struct tctl_type *type = dimensions_read(parser, base);

		sequence_refuse(parser, type);
		name_add(parser, TCTL_NAME_ALIAS, name, type);
	} while (tctl_parse_take(parser, ','));
	tctl_parse_expect(parser, ';');
}

static void typealias_read(struct tctl_parser *parser)
{
	struct tctl_type *type = tctl_parse_type(parser);
	const char *name;

	type = dimensions_read(parser, type);
	sequence_refuse(parser, type);
	tctl_parse_expect(parser, TCTL_MARK_ALIAS);
	name = type_name_read(parser, true);
	name_add(parser, TCTL_NAME_ALIAS, name, type);
	tctl_parse_expect(parser, ';');
}

bool tctl_parse_declaration(struct tctl_parser *parser)
{
	bool alias = tctl_parse_word(parser, "typealias");

	if (!alias && !tctl_parse_word(parser, "typedef"))
		return false;
	tctl_parse_next(parser);
	if (alias)
		typealias_read(parser);
	else
		typedef_read(parser);
	return true;
}
