// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Pattern matching for event names, called by the daemon for each event and
 * pattern, and by the command. No state, no allocation.
 *
 * Only the last star seen is ever tried again: what stood before it has matched
 * at the earliest place possible, and an earlier star taking more text could
 * only leave less for the rest. So there is no recursion and no exponential
 * case.
 */
#include "glob.h"

#include <stddef.h>
#include <string.h>

#define GLOB_MAX_TEXT	511	/* longer texts are compared up to here */

/* One element of the pattern against one byte; *ret_next is behind it. */
static int glob_one(const char *pattern, char c, const char **ret_next)
{
	if (*pattern == '\\' && pattern[1]) {
		*ret_next = pattern + 2;
		return pattern[1] == c;
	}
	*ret_next = pattern + 1;
	return *pattern == '?' || *pattern == c;
}

int tctl_glob_match(const char *pattern, const char *text)
{
	const char *star = NULL, *retry = NULL, *next;

	while (*text) {
		if (*pattern == '*') {
			star = ++pattern;
			retry = text;
		} else if (*pattern && glob_one(pattern, *text, &next)) {
			pattern = next;
			text++;
		} else if (star) {
			pattern = star;
			text = ++retry;
		} else {
			return 0;
		}
	}
	while (*pattern == '*')
		pattern++;
	return !*pattern;
}

int tctl_glob_literal(const char *pattern)
{
	for (; *pattern; pattern++) {
		if (*pattern == '*' || *pattern == '?')
			return 0;
		if (*pattern == '\\' && pattern[1])
			pattern++;
	}
	return 1;
}

static unsigned int glob_least(unsigned int a, unsigned int b)
{
	return a < b ? a : b;
}

/* row[i]: the distance of the pattern so far from the text's first i letters;
   now with one more element of the pattern. */
static void glob_distance_row(unsigned int *row, const char *element,
			      const char *text, size_t n)
{
	unsigned int diagonal = row[0], above;
	const char *next;
	size_t i;

	row[0] += *element != '*';
	for (i = 1; i <= n; i++) {
		above = row[i];
		if (*element == '*')
			row[i] = glob_least(above, row[i - 1]);
		else
			row[i] = glob_least(
				diagonal + !glob_one(element, text[i - 1],
						     &next),
				glob_least(above, row[i - 1]) + 1);
		diagonal = above;
	}
}

unsigned int tctl_glob_distance(const char *pattern, const char *text)
{
	unsigned int row[GLOB_MAX_TEXT + 1];
	size_t n = strnlen(text, GLOB_MAX_TEXT), i;

	for (i = 0; i <= n; i++)
		row[i] = (unsigned int)i;
	for (; *pattern; pattern++) {
		glob_distance_row(row, pattern, text, n);
		if (*pattern == '\\' && pattern[1])
			pattern++;
	}
	return row[n];
}
