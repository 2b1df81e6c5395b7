/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/span.c: the endings. Looked up once for each event class.
 */
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include "tools/plugin/span.h"

static const struct {
	const char *word;
	enum tctl_span_role role;
} words[] = {
	{ "begin", TCTL_SPAN_BEGIN },
	{ "start", TCTL_SPAN_BEGIN },
	{ "entry", TCTL_SPAN_BEGIN },
	{ "enter", TCTL_SPAN_BEGIN },
	{ "req", TCTL_SPAN_BEGIN },	/* of locks: wanted, had */
	{ "end", TCTL_SPAN_END },
	{ "stop", TCTL_SPAN_END },
	{ "done", TCTL_SPAN_END },
	{ "finish", TCTL_SPAN_END },
	{ "exit", TCTL_SPAN_END },
	{ "leave", TCTL_SPAN_END },
	{ "acq", TCTL_SPAN_END },
};

/* Where "_word", "-word", ".word" or ":word" starts; -1: not such a name. */
static ssize_t ending_of(const char *name, const char *word)
{
	size_t length = strlen(name), end = strlen(word);

	if (length < end + 2 || strcmp(name + length - end, word) ||
	    !strchr("_-.:", name[length - end - 1]))
		return -1;
	return length - end - 1;
}

enum tctl_span_role tctl_span_role_of(const char *name, char *base, size_t size)
{
	ssize_t length;
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		length = ending_of(name, words[i].word);
		if (length < 0)
			continue;
		snprintf(base, size, "%.*s", (int)length, name);
		return words[i].role;
	}
	return TCTL_SPAN_NONE;
}
