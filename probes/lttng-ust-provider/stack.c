/* SPDX-License-Identifier: MIT */
/*
 * probes/lttng-ust-provider/stack.c: see stack.h. Walks fields and segments side
 * by side: fixed fields lie one behind the other in the fixed segments, none of
 * them across two; strings and sequences are segments of their own. Strings are
 * copied, for they need not end where a filter looks for their end.
 */
#include <string.h>
#include "probes/lttng-ust-provider/stack.h"

struct walk {
	const struct tctl_segment *segment, *end;
	size_t at;		/* within the segment */
	char *value;		/* where the next goes */
	char *string, *strings_end;
};

/* The next size bytes of the payload, or NULL. */
static const char *take(struct walk *walk, size_t size)
{
	const char *bytes;

	while (walk->segment < walk->end && walk->at >= walk->segment->size) {
		walk->segment++;
		walk->at = 0;
	}
	if (walk->segment == walk->end)
		return NULL;
	bytes = (const char *)walk->segment->base + walk->at;
	walk->at += size;
	return bytes;
}

/* An array of text may be two segments: the string, and what fills it up. */
static const char *take_array(struct walk *walk, size_t size)
{
	const char *bytes = take(walk, 0);

	while (walk->segment < walk->end) {
		const size_t rest = walk->segment->size - walk->at;

		if (size <= rest) {
			walk->at += size;
			break;
		}
		size -= rest;
		walk->segment++;
		walk->at = 0;
	}
	return bytes;
}

/* The whole of the next segment; a string or a sequence may be empty. */
static const struct tctl_segment *take_segment(struct walk *walk)
{
	if (walk->segment < walk->end && walk->at &&
	    walk->at >= walk->segment->size)
		walk->segment++;
	walk->at = 0;
	return walk->segment < walk->end ? walk->segment++ : NULL;
}

static void push(struct walk *walk, const void *value, size_t size)
{
	memcpy(walk->value, value, size);
	walk->value += size;
}

static void push_list(struct walk *walk, unsigned long count, const void *base)
{
	push(walk, &count, sizeof(count));
	push(walk, &base, sizeof(base));
}

static void push_string(struct walk *walk)
{
	const struct tctl_segment *segment = take_segment(walk);
	size_t room = (size_t)(walk->strings_end - walk->string);
	const char *text = walk->string;
	size_t size = segment ? segment->size : 0;

	if (!room)
		text = "";
	if (size >= room)
		size = room ? room - 1 : 0;
	if (size)
		memcpy(walk->string, segment->base, size);
	if (room) {
		walk->string[size] = '\0';
		walk->string += size + 1;
	}
	push(walk, &text, sizeof(text));
}

/* As unsigned, in the machine's order. */
static uint64_t number_at(const void *bytes, uint32_t kind)
{
	uint8_t b;
	uint16_t w;
	uint32_t l;
	uint64_t q = 0;
	const int swap = (kind & TCTL_KIND_NETWORK) &&
		__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;

	switch (TCTL_KIND_LOG2(kind)) {
	case 0:
		memcpy(&b, bytes, 1);
		return b;
	case 1:
		memcpy(&w, bytes, 2);
		return swap ? __builtin_bswap16(w) : w;
	case 2:
		memcpy(&l, bytes, 4);
		return swap ? __builtin_bswap32(l) : l;
	default:
		memcpy(&q, bytes, 8);
		return swap ? __builtin_bswap64(q) : q;
	}
}

static void push_float(struct walk *walk, uint64_t bits, uint32_t kind)
{
	const uint32_t narrow = (uint32_t)bits;
	double number;
	float single;

	if (TCTL_KIND_LOG2(kind) == 3) {
		memcpy(&number, &bits, sizeof(number));
	} else {
		memcpy(&single, &narrow, sizeof(single));
		number = (double)single;
	}
	push(walk, &number, sizeof(number));
}

static void push_number(struct walk *walk, uint32_t kind)
{
	const unsigned int size = 1u << TCTL_KIND_LOG2(kind);
	const char *bytes = take(walk, size);
	uint64_t number = bytes ? number_at(bytes, kind) : 0;
	const unsigned int shift = 64 - 8 * size;

	if (TCTL_KIND_CLASS(kind) == TCTL_KIND_FLOAT) {
		push_float(walk, number, kind);
		return;
	}
	if (TCTL_KIND_CLASS(kind) == TCTL_KIND_INT)
		number = (uint64_t)((int64_t)(number << shift) >> shift);
	push(walk, &number, sizeof(number));
}

static void push_field(struct walk *walk, uint32_t kind)
{
	const unsigned int log2 = TCTL_KIND_LOG2(kind);
	const struct tctl_segment *segment;

	switch (TCTL_KIND_SHAPE(kind)) {
	case TCTL_KIND_ARRAY:
		push_list(walk, TCTL_KIND_LENGTH(kind),
			  take_array(walk, (size_t)TCTL_KIND_LENGTH(kind)
					   << log2));
		return;
	case TCTL_KIND_SEQUENCE:
		segment = take_segment(walk);
		push_list(walk, segment ? segment->size >> log2 : 0,
			  segment ? segment->base : NULL);
		return;
	}
	if (TCTL_KIND_CLASS(kind) == TCTL_KIND_STRING)
		push_string(walk);
	else
		push_number(walk, kind);
}

void tctl_stack_fill(char stack[TCTL_STACK_SIZE],
		     const struct tctl_offer *offer,
		     const struct tctl_segment *segments,
		     unsigned int nr_segments)
{
	struct walk walk = {
		.segment = segments,
		.end = segments + nr_segments,
		.value = stack,
		.string = stack + TCTL_STACK_VALUES,
		.strings_end = stack + TCTL_STACK_SIZE,
	};
	unsigned int i;

	for (i = 0; i < offer->nr_fields; i++)
		push_field(&walk, offer->fields[i].kind);
}
