/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tools/checker/lex.c: cuts TSDL text into words. */
#include <ctype.h>
#include <string.h>
#include <tools/checker/lex.h>

static bool word_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static bool starts(const struct tctl_lexer *lexer, const char *text)
{
	size_t len = strlen(text);

	return (size_t)(lexer->end - lexer->at) >= len &&
	       !memcmp(lexer->at, text, len);
}

static void advance(struct tctl_lexer *lexer)
{
	if (*lexer->at++ == '\n')
		lexer->line++;
}

/* False when a comment has no end. */
static bool comment_skip(struct tctl_lexer *lexer)
{
	lexer->at += 2;
	while (lexer->at < lexer->end && !starts(lexer, "*/"))
		advance(lexer);
	if (lexer->at == lexer->end)
		return false;
	lexer->at += 2;
	return true;
}

static bool blank_skip(struct tctl_lexer *lexer)
{
	while (lexer->at < lexer->end) {
		if (isspace((unsigned char)*lexer->at)) {
			advance(lexer);
		} else if (starts(lexer, "//")) {
			while (lexer->at < lexer->end && *lexer->at != '\n')
				lexer->at++;
		} else if (starts(lexer, "/*")) {
			if (!comment_skip(lexer))
				return false;
		} else {
			break;
		}
	}
	return true;
}

static struct tctl_token bad(struct tctl_lexer *lexer, const char *why)
{
	return (struct tctl_token){ .kind = TCTL_TOKEN_BAD, .text = why,
				    .len = strlen(why), .line = lexer->line };
}

static int digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 99;
}

static struct tctl_token number_next(struct tctl_lexer *lexer)
{
	struct tctl_token token = { .kind = TCTL_TOKEN_NUMBER,
				    .text = lexer->at, .line = lexer->line };
	unsigned int base = 10;

	if (starts(lexer, "0x") || starts(lexer, "0X")) {
		base = 16;
		lexer->at += 2;
	} else if (*lexer->at == '0') {
		base = 8;
	}
	for (; lexer->at < lexer->end; lexer->at++) {
		unsigned int digit = digit_value(*lexer->at);

		if (digit >= base)
			break;
		if (__builtin_mul_overflow(token.number, base, &token.number) ||
		    __builtin_add_overflow(token.number, digit, &token.number))
			return bad(lexer, "the number exceeds 64 bits");
	}
	while (lexer->at < lexer->end && *lexer->at &&
	       strchr("uUlL", *lexer->at))
		lexer->at++;
	if (lexer->at < lexer->end && word_char(*lexer->at))
		return bad(lexer, "this is no number");
	token.len = lexer->at - token.text;
	return token;
}

static struct tctl_token string_next(struct tctl_lexer *lexer)
{
	struct tctl_token token = { .kind = TCTL_TOKEN_STRING,
				    .line = lexer->line };

	token.text = ++lexer->at;
	while (lexer->at < lexer->end && *lexer->at != '"') {
		if (*lexer->at == '\n' || !*lexer->at)
			return bad(lexer, "a string ends on its line");
		lexer->at += 1 + (*lexer->at == '\\');
	}
	if (lexer->at >= lexer->end) {
		lexer->at = lexer->end;
		return bad(lexer, "a string has no end");
	}
	token.len = lexer->at++ - token.text;
	return token;
}

static struct tctl_token word_next(struct tctl_lexer *lexer)
{
	struct tctl_token token = { .kind = TCTL_TOKEN_WORD,
				    .text = lexer->at, .line = lexer->line };

	while (lexer->at < lexer->end && word_char(*lexer->at))
		lexer->at++;
	token.len = lexer->at - token.text;
	return token;
}

static struct tctl_token mark_next(struct tctl_lexer *lexer)
{
	struct tctl_token token = { .kind = TCTL_TOKEN_MARK, .len = 1,
				    .text = lexer->at, .line = lexer->line };

	if (starts(lexer, ":=")) {
		token.mark = TCTL_MARK_ALIAS;
		token.len = 2;
	} else if (starts(lexer, "...")) {
		token.mark = TCTL_MARK_RANGE;
		token.len = 3;
	} else if (starts(lexer, "->")) {
		token.mark = '.';
		token.len = 2;
	} else if (*lexer->at && strchr("{}[]<>():;,=.*-+", *lexer->at)) {
		token.mark = *lexer->at;
	} else {
		return bad(lexer, "this character does not belong here");
	}
	lexer->at += token.len;
	return token;
}

struct tctl_token tctl_lexer_next(struct tctl_lexer *lexer)
{
	if (!blank_skip(lexer))
		return bad(lexer, "a comment has no end");
	if (lexer->at == lexer->end)
		return (struct tctl_token){ .kind = TCTL_TOKEN_END, .text = "",
					    .line = lexer->line };
	if (isdigit((unsigned char)*lexer->at))
		return number_next(lexer);
	if (*lexer->at == '"')
		return string_next(lexer);
	if (word_char(*lexer->at))
		return word_next(lexer);
	return mark_next(lexer);
}

bool tctl_token_is(const struct tctl_token *token, const char *word)
{
	return token->kind == TCTL_TOKEN_WORD && token->len == strlen(word) &&
	       !memcmp(token->text, word, token->len);
}

/* The character after a backslash; *at is left behind what was used. */
static char escape_read(const char **at, const char *end)
{
	static const char from[] = "abfnrtv", to[] = "\a\b\f\n\r\t\v";
	const char *known;
	unsigned int value = 0, digits = 0;
	char c = *(*at)++;

	if (c == 'x') {
		while (*at < end && digit_value(**at) < 16 && digits++ < 2)
			value = value * 16 + digit_value(*(*at)++);
		return (char)value;
	}
	if (c >= '0' && c <= '7') {
		for (--*at; *at < end && digit_value(**at) < 8 && digits < 3;
		     digits++)
			value = value * 8 + digit_value(*(*at)++);
		return (char)value;
	}
	known = c ? strchr(from, c) : NULL;
	return known ? to[known - from] : c;
}

void tctl_token_unescape(const struct tctl_token *token, char *to)
{
	const char *at = token->text, *end = token->text + token->len;

	while (at < end) {
		if (*at == '\\' && at + 1 < end) {
			at++;
			*to++ = escape_read(&at, end);
		} else {
			*to++ = *at++;
		}
	}
	*to = '\0';
}
