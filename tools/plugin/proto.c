/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/proto.c: a message's length stands before it: four bytes are
 * kept free for it, as a number whose leading sevens are zero.
 */
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/cell.h"
#include "tools/plugin/map.h"
#include "tools/plugin/proto.h"

#define LENGTH_BYTES	4
enum wire { WIRE_NUMBER = 0, WIRE_64 = 1, WIRE_BYTES = 2 };

static void proto_bytes(struct tctl_proto *proto, const void *bytes,
			size_t size)
{
	if (proto->nr + size > proto->space) {
		proto->space = 2 * (proto->nr + size);
		proto->bytes = tctl_plugin_memory(
			realloc(proto->bytes, proto->space));
	}
	memcpy(proto->bytes + proto->nr, bytes, size);
	proto->nr += size;
}

static void proto_raw(struct tctl_proto *proto, uint64_t value)
{
	unsigned char bytes[10];
	size_t nr = 0;

	do {
		bytes[nr] = value & 0x7f;
		value >>= 7;
		if (value)
			bytes[nr] |= 0x80;
		nr++;
	} while (value);
	proto_bytes(proto, bytes, nr);
}

static void proto_tag(struct tctl_proto *proto, unsigned int field,
		      enum wire wire)
{
	proto_raw(proto, (uint64_t)field << 3 | wire);
}

void tctl_proto_number(struct tctl_proto *proto, unsigned int field,
		       uint64_t value)
{
	proto_tag(proto, field, WIRE_NUMBER);
	proto_raw(proto, value);
}

void tctl_proto_real(struct tctl_proto *proto, unsigned int field,
		     double value)
{
	unsigned char bytes[8];
	uint64_t bits;
	size_t i;

	memcpy(&bits, &value, sizeof(bits));
	for (i = 0; i < 8; i++)
		bytes[i] = bits >> 8 * i;
	proto_tag(proto, field, WIRE_64);
	proto_bytes(proto, bytes, sizeof(bytes));
}

void tctl_proto_text(struct tctl_proto *proto, unsigned int field,
		     const char *text)
{
	json_t *json = tctl_json_text(text);
	size_t length = json_string_length(json);

	proto_tag(proto, field, WIRE_BYTES);
	proto_raw(proto, length);
	proto_bytes(proto, json_string_value(json), length);
	json_decref(json);
}

size_t tctl_proto_begin(struct tctl_proto *proto, unsigned int field)
{
	static const unsigned char length[LENGTH_BYTES];

	proto_tag(proto, field, WIRE_BYTES);
	proto_bytes(proto, length, sizeof(length));
	return proto->nr;
}

void tctl_proto_end(struct tctl_proto *proto, size_t begin)
{
	size_t length = proto->nr - begin, i;
	unsigned char *bytes = proto->bytes + begin - LENGTH_BYTES;

	for (i = 0; i < LENGTH_BYTES; i++)
		bytes[i] = (length >> 7 * i & 0x7f) |
			   (i + 1 < LENGTH_BYTES ? 0x80 : 0);
}

void tctl_proto_release(struct tctl_proto *proto)
{
	free(proto->bytes);
	memset(proto, 0, sizeof(*proto));
}
