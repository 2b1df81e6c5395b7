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
