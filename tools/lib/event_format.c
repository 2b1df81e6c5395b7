// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A marker's format, "id %u path %s": the compiler has checked it against the
 * arguments where it was written, the kinds say what is on the wire, and this
 * gives the fields their names. The text is as untrusted as the rest.
 */
#include "event_format.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <tracectl/abi/site.h>

static int is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '_';
}

static int is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Skips flags, width, precision and length behind a '%'; NULL: ends early. */
static const char *find_conversion(const char *at)
{
	at += strspn(at, "-+ #0'I");
	at += strspn(at, "0123456789");
	if (*at == '.')
		at += 1 + strspn(at + 1, "0123456789");
	at += strspn(at, "hlLqjzt");
	return *at ? at : NULL;
}

static int conversion_base(char c, uint32_t *ret_base)
{
	switch (c) {
	case 'd': case 'i': case 'u': case 'c': case 's':
	case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
	case 'a': case 'A':
		*ret_base = TCTL_KIND_DEC;
		return 0;
	case 'x': case 'X': case 'p':
		*ret_base = TCTL_KIND_HEX;
		return 0;
	case 'o':
		*ret_base = TCTL_KIND_OCT;
		return 0;
	}
	return -EINVAL;
}

/* The last word in [begin, end); "" when there is none. */
static void word_before(const char *begin, const char *end, char *name,
			size_t size)
{
	size_t length = 0;

	while (end > begin && !is_word(end[-1]))
		end--;
	while (end > begin && is_word(end[-1])) {
		end--;
		length++;
	}
	while (length && is_digit(*end)) {
		end++;
		length--;
	}
	if (length >= size)
		length = size - 1;
	memcpy(name, end, length);
	name[length] = '\0';
}

static int name_taken(const struct tctl_format_field *fields, unsigned int n,
		      const char *name)
{
	for (unsigned int i = 0; i < n; i++)
		if (!strcmp(fields[i].name, name))
			return 1;
	return 0;
}

static void name_field(struct tctl_format_field *fields, unsigned int n,
		       const char *begin, const char *end)
{
	char word[TCTL_FORMAT_NAME_MAX - 8];
	unsigned int number = 2;
	char *name = fields[n].name;

	word_before(begin, end, word, sizeof(word));
	if (!word[0])
		snprintf(word, sizeof(word), "arg%u", n + 1);
	strcpy(name, word);
	while (name_taken(fields, n, name))
		snprintf(name, TCTL_FORMAT_NAME_MAX, "%s_%u", word, number++);
}

int tctl_format_parse(const char *format, struct tctl_format_field *ret_fields,
		      unsigned int max)
{
	const char *begin = format, *at, *conversion;
	unsigned int n = 0;

	while ((at = strchr(begin, '%'))) {
		if (at[1] == '%') {
			begin = at + 2;
			continue;
		}
		conversion = find_conversion(at + 1);
		if (!conversion || n == max ||
		    conversion_base(*conversion, &ret_fields[n].base))
			return -EINVAL;
		name_field(ret_fields, n++, begin, at);
		begin = conversion + 1;
	}
	return (int)n;
}
