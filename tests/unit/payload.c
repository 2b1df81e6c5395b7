// SPDX-License-Identifier: GPL-2.0-or-later
/* tests/unit/payload.c: how long payloads are, good and bad ones. */
#include <stdlib.h>
#include <string.h>
#include "tests/lib/tap.h"
#include "tools/tracectld/payload.h"

#define U8		TCTL_KIND_UINT
#define S8		TCTL_KIND_INT
#define U16		(TCTL_KIND_UINT | 1 << 4)
#define U32		(TCTL_KIND_UINT | 2 << 4)
#define U64		(TCTL_KIND_UINT | 3 << 4)
#define COUNTED(n)	(TCTL_KIND_COUNTED << 12 | (uint32_t)(n) << 16)
#define ARRAY(n)	(TCTL_KIND_ARRAY << 12 | (uint32_t)(n) << 16)
#define SEQUENCE8	(TCTL_KIND_UINT | TCTL_KIND_SEQUENCE << 12)
#define STRUCT(n)	(TCTL_KIND_STRUCT | (uint32_t)(n) << 16)

static struct tctl_payload payload;

static void declare(const char *names, const uint32_t *kinds, unsigned int nr)
{
	uint64_t words[8] = { 0 };
	struct tctl_event_text decl;
	char text[256];
	unsigned int i;

	for (i = 0; i < nr; i++)
		words[i / 2] |= (uint64_t)kinds[i] << i % 2 * 32;
	snprintf(text, sizeof(text), "p:e\nf.c:1\n%s", names);
	tctl_payload_release(&payload);
	if (tctl_event_text_parse(&decl, text, strlen(text) + 1, words, nr) ||
	    tctl_payload_init(&payload, &decl))
		abort();
	tctl_event_text_release(&decl);
}

static int foreign;

/* Exact allocations: a sanitizer sees any step outside. */
static int64_t length(const char *bytes, size_t size)
{
	char *copy = malloc(size ? size : 1);
	int64_t ret;

	memcpy(copy, bytes, size);
	ret = tctl_payload_length(&payload, foreign, copy, size);
	free(copy);
	return ret;
}

#define LENGTH(bytes)	length(bytes, sizeof(bytes) - 1)

static void test_counted(void)
{
	static const uint32_t bytes[] = { U8, U16, U32 | COUNTED(0) };
	static const uint32_t network[] = {
		U16 | TCTL_KIND_NETWORK, U8 | COUNTED(0),
	};
	static const uint32_t is_signed[] = { S8, U8 | COUNTED(0) };

	declare("n\nx\nl", bytes, 3);
	tap_is(LENGTH("\2xx11112222rest"), 11, "two elements");
	tap_is(LENGTH("\0xx"), 3, "no elements");
	tap_is(LENGTH("\2xx1111222"), -1, "one byte too few");
	tap_is(LENGTH(""), -1, "nothing");
	declare("n\nl", network, 2);
	tap_is(LENGTH("\0\3abcd"), 5, "a big-endian count");
	declare("n\nl", is_signed, 2);
	tap_is(LENGTH("\3abc"), 4, "a signed count");
	tap_is(LENGTH("\377abc"), -1, "a negative count");
}

/* Counts of the machine that has the given byte order, which may be this one. */
static void test_order(int big_endian, const char *u16, const char *u32)
{
	static const uint32_t kinds[] = { U16, U8 | COUNTED(0), SEQUENCE8 };
	char bytes[32] = "";

	foreign = big_endian != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	declare("n\nl\ns", kinds, 3);
	memcpy(bytes, u16, 2);
	memcpy(bytes + 2 + 3, u32, 4);
	tap_is(length(bytes, sizeof(bytes)), 2 + 3 + 4 + 2,
	       big_endian ? "big-endian" : "little-endian");
	foreign = 0;
}

/* n, list of { string, byte, m, bytes[m] } */
static void test_loop(void)
{
	static const uint32_t kinds[] = {
		U8, TCTL_KIND_LIST | COUNTED(0), STRUCT(4), TCTL_KIND_STRING, U8,
		U8, U8 | COUNTED(5), U16,
	};
	static const uint32_t nothing[] = {
		U64, TCTL_KIND_LIST | COUNTED(0), STRUCT(0), U8,
	};

	declare("n\nl\n\ns\nb\nm\nt\nx", kinds, 8);
	tap_is(LENGTH("\2" "ab\0" "x" "\2cc" "\0" "y" "\0" "zz"), 13,
	       "a loop of structures");
	tap_is(LENGTH("\0zz"), 3, "none of them");
	tap_is(LENGTH("\2" "ab\0" "x" "\2cc"), -1, "half of them");
	declare("n\nl\n\nx", nothing, 4);
	tap_is(LENGTH("\377\377\377\377\377\377\377\377y"), 9,
	       "2^64 - 1 times nothing takes no time");
}

static void test_array(void)
{
	static const uint32_t kinds[] = {
		TCTL_KIND_LIST | ARRAY(3), TCTL_KIND_LIST | ARRAY(2),
		U16 | ARRAY(2), U8,
	};

	declare("l\n\n\nx", kinds, 4);
	tap_is(LENGTH("111122221111222211112222x"), 25, "3 x 2 x 2 numbers");
	tap_is(LENGTH("111122221111222211112222"), -1, "one byte too few");
}

int main(void)
{
	test_counted();
	test_loop();
	test_array();
	test_order(0, "\3", "\2\0\0");
	test_order(1, "\0\3", "\0\0\0\2");
	tctl_payload_release(&payload);
	return tap_done();
}
