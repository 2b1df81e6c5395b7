// SPDX-License-Identifier: GPL-2.0-or-later
/* tests/unit/glob.c: patterns of event names. */
#include "tools/lib/glob.h"

#include <stdlib.h>
#include <string.h>

#include "tests/lib/tap.h"

static const struct {
	const char *pattern, *text;
	int match;
} cases[] = {
	{"", "", 1}, {"", "a", 0}, {"a", "", 0}, {"a", "a", 1}, {"a", "b", 0},
	{"*", "", 1}, {"*", "anything:at_all", 1}, {"**", "", 1},
	{"app:*", "app:", 1}, {"app:*", "app:x", 1}, {"app:*", "apq:x", 0},
	{"*:malloc", "libc:malloc", 1}, {"*:malloc", "libc:malloc2", 0},
	{"*alloc*", "lttng_ust_libc:calloc", 1}, {"*alloc*", "free", 0},
	{"a*b*c", "abc", 1}, {"a*b*c", "aXbYbZc", 1}, {"a*b*c", "aXbYbZ", 0},
	{"a*bc", "abbc", 1}, {"a*bc", "abcb", 0}, {"*ab", "aaab", 1},
	{"?", "a", 1}, {"?", "", 0}, {"?", "ab", 0}, {"a?c", "abc", 1},
	{"*?", "", 0}, {"*?", "a", 1}, {"?*?", "a", 0}, {"?*?", "ab", 1},
	{"\\*", "*", 1}, {"\\*", "a", 0}, {"a\\?", "a?", 1}, {"a\\?", "ab", 0},
	{"\\", "\\", 1}, {"*\\*", "ab*", 1}, {"*\\*", "ab", 0},
};

/* What the pattern means, written down plainly; exponential. */
static int model(const char *p, const char *t)
{
	if (!*p)
		return !*t;
	if (*p == '*')
		return model(p + 1, t) || (*t && model(p, t + 1));
	return *t && (*p == '?' || *p == *t) && model(p + 1, t + 1);
}

static void random_string(char *s, size_t max, const char *letters)
{
	size_t n = (size_t)rand() % max;

	for (size_t i = 0; i < n; i++)
		s[i] = letters[(size_t)rand() % strlen(letters)];
	s[n] = '\0';
}

static void distances(void)
{
	int wrong = 0;

	tap_is(tctl_glob_distance("app:start", "app:start"), 0, "the same");
	tap_is(tctl_glob_distance("ap:strat*", "app:start_now"), 3,
	       "a letter left out, two changed");
	tap_is(tctl_glob_distance("*:x", "app:yz"), 2, "one changed, one added");
	tap_is(tctl_glob_distance("a\\*", "ab"), 1, "a star that is meant");
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		wrong += !tctl_glob_distance(cases[i].pattern, cases[i].text) !=
			 cases[i].match;
	tap_is(wrong, 0, "0 where the pattern matches, and only there");
}

static void against_model(void)
{
	char pattern[8], text[10];
	int wrong = 0;

	srand(1);
	for (int i = 0; i < 200000; i++) {
		random_string(pattern, sizeof(pattern), "ab*?");
		random_string(text, sizeof(text), "ab");
		if (tctl_glob_match(pattern, text) == model(pattern, text))
			continue;
		if (!wrong++)
			tap_note("pattern %s, text %s", pattern, text);
	}
	tap_is(wrong, 0, "200,000 random patterns agree with a plain model");
}

int main(void)
{
	static char pattern[4001], text[4001];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		tap_ok(tctl_glob_match(cases[i].pattern, cases[i].text) ==
		       cases[i].match, "\"%s\" %s \"%s\"", cases[i].pattern,
		       cases[i].match ? "takes" : "refuses", cases[i].text);
	against_model();
	distances();

	for (size_t i = 0; i < 4000; i += 2)
		memcpy(pattern + i, "*a", 2);
	pattern[3999] = 'b';
	memset(text, 'a', 4000);
	tap_is(tctl_glob_match(pattern, text), 0, "2,000 stars come to an end");

	tap_is(tctl_glob_literal("app:name"), 1, "a name is literal");
	tap_is(tctl_glob_literal("app:*"), 0, "a star is not");
	tap_is(tctl_glob_literal("app:a?"), 0, "nor is a question mark");
	tap_is(tctl_glob_literal("app:\\*"), 1, "unless it is quoted");
	return tap_done();
}
