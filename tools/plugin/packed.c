/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/packed.c: the bytes, and their base64 (RFC 4648).
 */
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/map.h"
#include "tools/plugin/packed.h"

#define MAX_BYTES	10	/* of one number */

void tctl_packed_add(struct tctl_packed *packed, uint64_t number)
{
	if (packed->nr + MAX_BYTES > packed->space) {
		packed->space = 2 * packed->space + 64;
		packed->bytes = tctl_plugin_memory(
			realloc(packed->bytes, packed->space));
	}
	while (number > 0x7f) {
		packed->bytes[packed->nr++] = number | 0x80;
		number >>= 7;
	}
	packed->bytes[packed->nr++] = number;
}

static unsigned int byte_at(const struct tctl_packed *packed, size_t i)
{
	return i < packed->nr ? packed->bytes[i] : 0;
}

json_t *tctl_packed_json(struct tctl_packed *packed)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmn"
				     "opqrstuvwxyz0123456789+/";
	size_t size = (packed->nr + 2) / 3 * 4, i, at = 0;
	char *text = tctl_plugin_memory(malloc(size + 1));
	unsigned int three;
	json_t *json;

	for (i = 0; i < packed->nr; i += 3) {
		three = byte_at(packed, i) << 16 | byte_at(packed, i + 1) << 8 |
			byte_at(packed, i + 2);
		text[at++] = digits[three >> 18];
		text[at++] = digits[three >> 12 & 63];
		text[at++] = i + 1 < packed->nr ? digits[three >> 6 & 63] : '=';
		text[at++] = i + 2 < packed->nr ? digits[three & 63] : '=';
	}
	json = tctl_plugin_memory(json_stringn(text, size));
	free(text);
	free(packed->bytes);
	memset(packed, 0, sizeof(*packed));
	return json;
}
