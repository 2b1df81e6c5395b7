/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/regress/everything.c: emits every kind of field and says on standard
 * output what it emitted, in the words of babeltrace2's text output. Compiled
 * as C and as C++, in every way of linking; see everything.sh.
 *
 *	everything ROUNDS [WAIT]	WAIT: first wait for a line on stdin
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracectl/probe.h>

enum colour { RED, GREEN = 4, BLUE };

static void integers(uint64_t n)
{
	int8_t i8 = (int8_t)(n * 3 - 100);
	int16_t i16 = (int16_t)(n * 257 - 9000);
	int32_t i32 = (int32_t)(n * 65537 - 70000);
	int64_t i64 = (int64_t)(n * 4294967297ull) - 5;
	uint8_t u8 = (uint8_t)(n * 7);
	uint16_t u16 = (uint16_t)(n * 771);
	uint32_t u32 = (uint32_t)(n * 2654435761u);
	uint64_t u64 = n * 11400714819323198485ull;

	TRACECTL_PROBE(every, integers, (n, n), (i8, i8), (i16, i16),
		       (i32, i32), (i64, i64), (u8, u8), (u16, u16), (u32, u32),
		       (u64, u64));
	printf("every:integers: { n = %" PRIu64 ", i8 = %d, i16 = %d, "
	       "i32 = %" PRId32 ", i64 = %" PRId64 ", u8 = %u, u16 = %u, "
	       "u32 = %" PRIu32 ", u64 = %" PRIu64 " }\n",
	       n, i8, i16, i32, i64, u8, u16, u32, u64);
}

static void bases(uint64_t n)
{
	uint32_t value = (uint32_t)(n * 2654435761u);
	uint16_t port = (uint16_t)(8000 + n);
	uint32_t address = (uint32_t)(0x7f000001 + n);

	TRACECTL_PROBE(every, bases, (n, n), (x, value, hex), (o, value, oct),
		       (port, __builtin_bswap16(port), net),
		       (address, __builtin_bswap32(address), net));
	printf("every:bases: { n = %" PRIu64 ", x = 0x%" PRIX32 ", o = 0%" PRIo32
	       ", port = %u, address = %" PRIu32 " }\n",
	       n, value, value, port, address);
}

static void others(uint64_t n)
{
	bool yes = n & 1;
	float single = (float)n + 0.5f;
	double twice = (double)n * 0.25;
	const void *pointer = (const void *)(uintptr_t)(0x10000 + n * 16);
	enum colour colour = n % 3 == 0 ? RED : n % 3 == 1 ? GREEN : BLUE;
	const char *name = colour == RED ? "RED" : colour == GREEN ? "GREEN" : "BLUE";

	TRACECTL_PROBE(every, others, (n, n), (yes, yes), (single, single),
		       (twice, twice), (pointer, pointer),
		       (colour, colour, enum, (RED, GREEN, BLUE)));
	printf("every:others: { n = %" PRIu64 ", yes = %d, single = %g, "
	       "twice = %g, pointer = 0x%" PRIXPTR
	       ", colour = ( \"%s\" : container = %d ) }\n",
	       n, yes, (double)single, twice, (uintptr_t)pointer, name, colour);
}

static void strings(uint64_t n)
{
	char text[64], raw[4];
	const char *null = NULL;

	snprintf(text, sizeof(text), "%0*" PRIu64, (int)(n % 50 + 1), n);
	memcpy(raw, "abcd", 4);
	TRACECTL_PROBE(every, strings, (n, n), (text, text), (null, null),
		       (literal, "a literal"), (cut, text, string, 3),
		       (raw, raw, string, 4), (after, n));
	printf("every:strings: { n = %" PRIu64 ", text = \"%s\", "
	       "null = \"(null)\", literal = \"a literal\", cut = \"%.3s\", "
	       "raw = \"abcd\", after = %" PRIu64 " }\n",
	       n, text, text, n);
}

static void blocks(uint64_t n)
{
	uint8_t body[5] = { (uint8_t)n, 1, 2, 3, 255 };
	int16_t list[3] = { -1, (int16_t)n, 3 };
	uint32_t fixed[2] = { (uint32_t)n, 7 };
	unsigned int length = n % 6;

	TRACECTL_PROBE(every, blocks, (n, n), (body, body, bytes, length),
		       (list, list, sequence, 3), (fixed, fixed, array),
		       (after, n));
	printf("every:blocks: { n = %" PRIu64 ", _body_length = %u, body = [",
	       n, length);
	for (unsigned int i = 0; i < length; i++)
		printf("%s [%u] = 0x%X", i ? "," : "", i, body[i]);
	printf(" ], _list_length = 3, list = [ [0] = -1, [1] = %d, [2] = 3 ], "
	       "fixed = [ [0] = %" PRIu32 ", [1] = 7 ], after = %" PRIu64 " }\n",
	       list[1], (uint32_t)n, n);
}

static void marks(uint64_t n)
{
	trace_mark(marked, "number %u name %s", (unsigned int)n, "marked");
	printf("mark:marked: { number = %u, name = \"marked\" }\n",
	       (unsigned int)n);
	tracef("round %" PRIu64 " done", n);
	printf("tracectl:tracef: { msg = \"round %" PRIu64 " done\" }\n", n);
}

static void none(void)
{
	TRACECTL_PROBE_LEVEL(TRACECTL_DEBUG, every, none);
	printf("every:none: { }\n");
}

int main(int argc, char **argv)
{
	uint64_t rounds = argc > 1 ? strtoull(argv[1], NULL, 10) : 10;

	if (argc > 2 && getchar() == EOF)
		return 1;
	for (uint64_t n = 0; n < rounds; n++) {
		integers(n);
		bases(n);
		others(n);
		strings(n);
		blocks(n);
		marks(n);
		none();
	}
	return 0;
}
