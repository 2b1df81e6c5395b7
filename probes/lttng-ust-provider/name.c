/* SPDX-License-Identifier: MIT */
/*
 * probes/lttng-ust-provider/name.c: see name.h. The compiler has checked the
 * format where it was written.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracectl/abi/site.h>
#include "probes/lttng-ust-provider/name.h"

#define MAX_NAME	64

static int is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* The next '%' that begins a conversion, or NULL. */
static const char *next_conversion(const char *at)
{
	while ((at = strchr(at, '%')) && at[1] == '%')
		at += 2;
	return at;
}

/* The letter of the conversion at '%'. */
static const char *letter_of(const char *at)
{
	return at + 1 + strspn(at + 1, "-+ #0'I.123456789hlLqjzt");
}

static unsigned char base_of(char letter)
{
	switch (letter) {
	case 'x': case 'X': case 'p':
		return TCTL_KIND_HEX;
	case 'o':
		return TCTL_KIND_OCT;
	default:
		return TCTL_KIND_DEC;
	}
}

/* The last word in [begin, end) without digits in front; may be empty. */
static size_t word_before(const char *begin, const char *end,
			  const char **ret_word)
{
	const char *word;

	while (end > begin && !is_word(end[-1]))
		end--;
	for (word = end; word > begin && is_word(word[-1]); word--)
		;
	while (word < end && isdigit((unsigned char)*word))
		word++;
	*ret_word = word;
	return (size_t)(end - word);
}

/* Whether one of the lines before the word says the same. */
static int is_taken(const char *lines, const char *word, size_t length)
{
	size_t each;

	for (; lines < word; lines += each + 1) {
		each = strcspn(lines, "\n");
		if (each == length && !memcmp(lines, word, length))
			return 1;
	}
	return 0;
}

/* Returns where the next line goes. */
static char *add_name(const char *lines, char *to, const char *word,
		      size_t length)
{
	size_t size = length;
	unsigned int number;

	memcpy(to, word, length);
	for (number = 2; is_taken(lines, to, size); number++) {
		to[length] = '\0';
		size = length + (size_t)sprintf(to + length, "_%u", number);
	}
	to[size] = '\n';
	return to + size + 1;
}

int tctl_name_fields(const char *format, unsigned int nr, char **ret_lines,
		     unsigned char *ret_bases)
{
	char *lines = calloc(nr + 1, MAX_NAME), *to = lines;
	const char *begin = format, *at, *word;
	char number[16];
	unsigned int i;
	size_t length;

	for (i = 0; lines && i < nr && (at = next_conversion(begin)); i++) {
		length = word_before(begin, at, &word);
		if (!length) {
			length = (size_t)sprintf(number, "arg%u", i + 1);
			word = number;
		}
		if (length > MAX_NAME - 8)
			length = MAX_NAME - 8;
		to = add_name(lines, to, word, length);
		begin = letter_of(at);
		ret_bases[i] = base_of(*begin);
		begin += *begin != '\0';
	}
	if (!lines || i < nr) {
		free(lines);
		return -1;
	}
	*ret_lines = lines;
	return 0;
}
