/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/checker/parse.h: TSDL text to declarations. parse.c reads the blocks,
 * parse_type.c types and declarations of names, parse_value.c plain values.
 *
 * Errors end the whole reading: tctl_parse_fail() reports and jumps out.
 */
#ifndef CHECKER_PARSE_H
#define CHECKER_PARSE_H

#include <tools/checker/lex.h>
#include <tools/checker/trace.h>

enum tctl_name_kind {
	TCTL_NAME_ALIAS, TCTL_NAME_STRUCT, TCTL_NAME_VARIANT, TCTL_NAME_ENUM,
};

struct tctl_name {
	struct tctl_name *next;
	enum tctl_name_kind kind;
	const char *text;
	struct tctl_type *type;
};

struct tctl_scope {
	struct tctl_scope *outer;
	struct tctl_name *names;
	uint32_t nr_names;
};

struct tctl_parser {
	struct tctl_lexer lexer;
	struct tctl_token token;	/* the next one, not yet used */
	struct tctl_trace *trace;
	struct tctl_scope *scope;
	unsigned int depth;
	struct tctl_event *events, **last_event;
	jmp_buf failed;
};

/* The right side of "name = value;". */
struct tctl_value {
	enum { TCTL_VALUE_NUMBER, TCTL_VALUE_STRING, TCTL_VALUE_PATH } kind;
	uint64_t number;	/* magnitude */
	bool negative;
	const char *text;	/* of strings and dotted paths */
	uint32_t line;
};

/* Read the whole text into trace. Returns 0 or -1 (reported). */
int tctl_tsdl_parse(struct tctl_trace *trace, const char *text, size_t len);

__attribute__((noreturn, format(printf, 3, 4)))
void tctl_parse_fail(struct tctl_parser *parser, enum tctl_rule rule,
		     const char *format, ...);
struct tctl_where tctl_parse_where(const struct tctl_parser *parser,
				   uint32_t line);

/* Tokens: look at the next, use it, or insist on it. */
void tctl_parse_next(struct tctl_parser *parser);
bool tctl_parse_at(const struct tctl_parser *parser, int mark);
bool tctl_parse_take(struct tctl_parser *parser, int mark);
void tctl_parse_expect(struct tctl_parser *parser, int mark);
bool tctl_parse_word(const struct tctl_parser *parser, const char *word);
const char *tctl_parse_name(struct tctl_parser *parser, const char *what);

/* Values. */
const char *tctl_parse_path(struct tctl_parser *parser);
const char *tctl_parse_string(struct tctl_parser *parser);
struct tctl_value tctl_parse_value(struct tctl_parser *parser);
uint64_t tctl_value_number(struct tctl_parser *parser,
			   const struct tctl_value *value);
bool tctl_value_bool(struct tctl_parser *parser,
		     const struct tctl_value *value);
enum tctl_byte_order tctl_value_order(struct tctl_parser *parser,
				      const struct tctl_value *value);
const struct tctl_clock *tctl_value_clock(struct tctl_parser *parser,
					  const struct tctl_value *value);

/* Types. */
void tctl_scope_enter(struct tctl_parser *parser, struct tctl_scope *scope);
void tctl_scope_leave(struct tctl_parser *parser);
struct tctl_type *tctl_parse_type(struct tctl_parser *parser);
/* typedef or typealias at the current token: reads it, true. */
bool tctl_parse_declaration(struct tctl_parser *parser);
/* A struct, variant or enum declared for its name only: true. */
bool tctl_parse_tagged(const struct tctl_parser *parser);

#endif
