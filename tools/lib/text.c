// SPDX-License-Identifier: GPL-2.0-or-later
/* UTF-8 without control characters. */
#include "text.h"

#include <stddef.h>

static size_t continuation(const unsigned char *s, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	return n;
}

/* Length of the UTF-8 character at s; 0: none, or a control character. */
static size_t character(const unsigned char *s)
{
	if (s[0] < 0x80)
		return s[0] >= 0x20 && s[0] != 0x7f;
	if (s[0] >= 0xc2 && s[0] <= 0xdf)	/* c2 80..9f: controls */
		return s[0] == 0xc2 && s[1] < 0xa0 ? 0 : continuation(s, 2);
	if ((s[0] & 0xf0) == 0xe0) {
		if ((s[0] == 0xe0 && s[1] < 0xa0) ||	/* overlong */
		    (s[0] == 0xed && s[1] > 0x9f))	/* surrogates */
			return 0;
		return continuation(s, 3);
	}
	if (s[0] >= 0xf0 && s[0] <= 0xf4) {
		if ((s[0] == 0xf0 && s[1] < 0x90) ||
		    (s[0] == 0xf4 && s[1] > 0x8f))
			return 0;
		return continuation(s, 4);
	}
	return 0;
}

int tctl_text_is_clean(const char *s)
{
	size_t n;

	for (; *s; s += n) {
		n = character((const unsigned char *)s);
		if (!n)
			return 0;
	}
	return 1;
}

void tctl_text_clean(char *s)
{
	size_t n;

	for (; *s; s += n) {
		n = character((const unsigned char *)s);
		if (!n) {
			*s = '?';
			n = 1;
		}
	}
}
