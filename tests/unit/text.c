// SPDX-License-Identifier: GPL-2.0-or-later
/* tests/unit/text.c: what can be shown. */
#include "tools/lib/text.h"

#include <stdlib.h>
#include <string.h>

#include "tests/lib/tap.h"

static const struct {
	const char *text, *clean;
} cases[] = {
	{"", ""}, {"plain [0/1] ~", "plain [0/1] ~"}, {"a\nb\tc", "a?b?c"},
	{"\x7f", "?"}, {"caf\xc3\xa9", "caf\xc3\xa9"}, {"caf\xc3", "caf?"},
	{"\xe9t\xe9", "?t?"}, {"\xc0\xaf", "??"}, {"\xed\xa0\x80", "???"},
	{"\xf0\x9f\x90\xa7", "\xf0\x9f\x90\xa7"}, {"\xf5\x80", "??"},
	{"\xc2\x85", "??"}, {"\xe2\x82", "??"},
};

int main(void)
{
	char text[32];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		strcpy(text, cases[i].text);
		tctl_text_clean(text);
		tap_ok(!strcmp(text, cases[i].clean) &&
			       tctl_text_is_clean(text) &&
			       tctl_text_is_clean(cases[i].text) ==
				       !strcmp(cases[i].text, text),
		       "\"%s\"", cases[i].clean);
	}
	return tap_done();
}
