/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/checker/lex.h: the words of TSDL. The text needs no NUL at its end.
 */
#ifndef CHECKER_LEX_H
#define CHECKER_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum tctl_token_kind {
	TCTL_TOKEN_END,
	TCTL_TOKEN_WORD,	/* identifier or keyword */
	TCTL_TOKEN_NUMBER,
	TCTL_TOKEN_STRING,	/* text: between the quotes, escapes unread */
	TCTL_TOKEN_MARK,	/* punctuation, see mark */
	TCTL_TOKEN_BAD,		/* text says what is wrong */
};

/* Marks of more than one character; the others are themselves. */
enum tctl_mark {
	TCTL_MARK_ALIAS = 256,	/* := */
	TCTL_MARK_RANGE,	/* ... */
};

struct tctl_token {
	enum tctl_token_kind kind;
	const char *text;
	size_t len;
	uint64_t number;
	int mark;
	uint32_t line;
};

struct tctl_lexer {
	const char *at, *end;
	uint32_t line;
};

struct tctl_token tctl_lexer_next(struct tctl_lexer *lexer);

bool tctl_token_is(const struct tctl_token *token, const char *word);

/* Resolve the escapes of a string token into to (at least len + 1 bytes). */
void tctl_token_unescape(const struct tctl_token *token, char *to);

#endif
