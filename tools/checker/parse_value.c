/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/checker/parse_value.c: tokens and plain values of TSDL: names, dotted
 * paths, strings, numbers, and what attributes make of them.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <tools/checker/parse.h>

#define PATH_MAX_LEN 1024

struct tctl_where tctl_parse_where(const struct tctl_parser *parser,
				   uint32_t line)
{
	struct tctl_where where = tctl_where_file(parser->trace->metadata);

	where.line = line;
	return where;
}

void tctl_parse_fail(struct tctl_parser *parser, enum tctl_rule rule,
		     const char *format, ...)
{
	struct tctl_where where = tctl_parse_where(parser, parser->token.line);
	char text[256];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	tctl_rule_broken(parser->trace->findings, rule, &where, "%s", text);
	longjmp(parser->failed, 2);
}

void tctl_parse_next(struct tctl_parser *parser)
{
	parser->token = tctl_lexer_next(&parser->lexer);
	if (parser->token.kind == TCTL_TOKEN_BAD)
		tctl_parse_fail(parser, TCTL_RULE_TSDL_SYNTAX, "%s",
				parser->token.text);
}

bool tctl_parse_at(const struct tctl_parser *parser, int mark)
{
	return parser->token.kind == TCTL_TOKEN_MARK &&
	       parser->token.mark == mark;
}

bool tctl_parse_take(struct tctl_parser *parser, int mark)
{
	if (!tctl_parse_at(parser, mark))
		return false;
	tctl_parse_next(parser);
	return true;
}

void tctl_parse_expect(struct tctl_parser *parser, int mark)
{
	const char *text = mark == TCTL_MARK_ALIAS ? ":=" : "...";
	char one[2] = { (char)mark, '\0' };

	if (!tctl_parse_take(parser, mark))
		tctl_parse_fail(parser, TCTL_RULE_TSDL_SYNTAX,
				"'%s' expected before '%.*s'",
				mark < TCTL_MARK_ALIAS ? one : text,
				(int)(parser->token.len < 40 ?
				      parser->token.len : 40),
				parser->token.text);
}

bool tctl_parse_word(const struct tctl_parser *parser, const char *word)
{
	return tctl_token_is(&parser->token, word);
}

const char *tctl_parse_name(struct tctl_parser *parser, const char *what)
{
	const char *name;

	if (parser->token.kind != TCTL_TOKEN_WORD)
		tctl_parse_fail(parser, TCTL_RULE_TSDL_SYNTAX,
				"%s expected before '%.*s'", what,
				(int)(parser->token.len < 40 ?
				      parser->token.len : 40),
				parser->token.text);
	name = tctl_arena_text(&parser->trace->arena, parser->token.text,
			       parser->token.len);
	tctl_parse_next(parser);
	return name;
}

/* Words joined by dots ("clock.monotonic.value"). */
const char *tctl_parse_path(struct tctl_parser *parser)
{
	char path[PATH_MAX_LEN];
	size_t len = 0;

	do {
		const char *name = tctl_parse_name(parser, "a name");
		size_t add = strlen(name);

		if (add + 2 > sizeof(path) - len)
			tctl_parse_fail(parser, TCTL_RULE_TSDL_LIMITS,
					"a path of more than %d characters",
					PATH_MAX_LEN);
		if (len)
			path[len++] = '.';
		memcpy(path + len, name, add);
		len += add;
	} while (tctl_parse_take(parser, '.'));
	return tctl_arena_text(&parser->trace->arena, path, len);
}

const char *tctl_parse_string(struct tctl_parser *parser)
{
	char *text;

	if (parser->token.kind != TCTL_TOKEN_STRING)
		tctl_parse_fail(parser, TCTL_RULE_TSDL_SYNTAX,
				"a string is expected");
	text = tctl_arena_alloc(&parser->trace->arena, parser->token.len + 1);
	tctl_token_unescape(&parser->token, text);
	tctl_parse_next(parser);
	return text;
}

struct tctl_value tctl_parse_value(struct tctl_parser *parser)
{
	struct tctl_value value = { .line = parser->token.line };

	if (parser->token.kind == TCTL_TOKEN_STRING) {
		value.kind = TCTL_VALUE_STRING;
		value.text = tctl_parse_string(parser);
		return value;
	}
	if (parser->token.kind == TCTL_TOKEN_WORD) {
		value.kind = TCTL_VALUE_PATH;
		value.text = tctl_parse_path(parser);
		return value;
	}
	if (tctl_parse_take(parser, '-'))
		value.negative = true;
	else
		tctl_parse_take(parser, '+');
	if (parser->token.kind != TCTL_TOKEN_NUMBER)
		tctl_parse_fail(parser, TCTL_RULE_TSDL_SYNTAX,
				"a value is expected");
	value.kind = TCTL_VALUE_NUMBER;
	value.number = parser->token.number;
	tctl_parse_next(parser);
	return value;
}

uint64_t tctl_value_number(struct tctl_parser *parser,
			   const struct tctl_value *value)
{
	if (value->kind != TCTL_VALUE_NUMBER || value->negative)
		tctl_parse_fail(parser, TCTL_RULE_TSDL_SYNTAX,
				"a number of at least 0 is expected");
	return value->number;
}

bool tctl_value_bool(struct tctl_parser *parser, const struct tctl_value *value)
{
	if (value->kind == TCTL_VALUE_NUMBER)
		return value->number != 0;
	if (!strcasecmp(value->text, "true"))
		return true;
	if (strcasecmp(value->text, "false"))
		tctl_parse_fail(parser, TCTL_RULE_TSDL_SYNTAX,
				"true or false is expected");
	return false;
}

enum tctl_byte_order tctl_value_order(struct tctl_parser *parser,
				      const struct tctl_value *value)
{
	const char *text = value->kind == TCTL_VALUE_NUMBER ? "" : value->text;

	if (!strcmp(text, "le"))
		return TCTL_ORDER_LE;
	if (!strcmp(text, "be") || !strcmp(text, "network"))
		return TCTL_ORDER_BE;
	if (strcmp(text, "native"))
		tctl_parse_fail(parser, TCTL_RULE_TSDL_SYNTAX,
				"byte_order is le, be, network or native");
	return TCTL_ORDER_NATIVE;
}

/* "clock.NAME.value" */
const struct tctl_clock *tctl_value_clock(struct tctl_parser *parser,
					  const struct tctl_value *value)
{
	const char *text = value->kind == TCTL_VALUE_PATH ? value->text : "";
	const struct tctl_clock *clock = parser->trace->clocks;
	size_t len = strlen(text);

	if (strncmp(text, "clock.", 6) || len < 13 ||
	    strcmp(text + len - 6, ".value"))
		tctl_parse_fail(parser, TCTL_RULE_TSDL_SYNTAX,
				"map is clock.NAME.value");
	for (; clock; clock = clock->next)
		if (strlen(clock->name) == len - 12 &&
		    !memcmp(clock->name, text + 6, len - 12))
			return clock;
	tctl_parse_fail(parser, TCTL_RULE_TSDL_NAME,
			"no clock %.*s is declared before this",
			(int)(len - 12), text + 6);
}
