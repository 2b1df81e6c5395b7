/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/checker/decode.c: walks the bits of a packet. Nothing in the trace is
 * trusted: every step is checked against the end of the content, and work per
 * event is bounded, as elements may have no bits at all.
 */
#include <endian.h>
#include <string.h>
#include <tools/checker/decode.h>

static int fail(struct tctl_decoder *decoder, enum tctl_rule rule,
		const struct tctl_node *node)
{
	decoder->rule = rule;
	decoder->failed = node;
	decoder->failed_at = decoder->at;
	return -1;
}

static int align_to(struct tctl_decoder *decoder, const struct tctl_node *node)
{
	uint64_t mask = node->align - 1;
	uint64_t at = (decoder->at + mask) & ~mask;

	if (__builtin_expect(at > decoder->end, 0))
		return fail(decoder, TCTL_RULE_EVENT_BOUNDS, node);
	decoder->at = at;
	return 0;
}

static uint64_t bits_le(const uint8_t *bytes, unsigned int shift,
			unsigned int size)
{
	uint64_t value;

	memcpy(&value, bytes, sizeof(value));
	value = le64toh(value) >> shift;
	if (shift + size > 64)
		value |= (uint64_t)bytes[8] << (64 - shift);
	return size < 64 ? value & (((uint64_t)1 << size) - 1) : value;
}

static uint64_t bits_be(const uint8_t *bytes, unsigned int shift,
			unsigned int size)
{
	uint64_t value;

	memcpy(&value, bytes, sizeof(value));
	value = be64toh(value) << shift;
	if (shift + size > 64)
		value |= bytes[8] >> (8 - shift);
	return value >> (64 - size);
}

static int number_read(struct tctl_decoder *decoder,
		       const struct tctl_node *node, uint64_t *ret)
{
	unsigned int size = node->size, shift = decoder->at & 7;
	const uint8_t *bytes;
	uint64_t value;

	if (__builtin_expect(size > decoder->end - decoder->at, 0))
		return fail(decoder, TCTL_RULE_EVENT_BOUNDS, node);
	bytes = tctl_window_at(decoder->window,
			       decoder->packet + decoder->at / 8,
			       (shift + size + 7) / 8);
	if (__builtin_expect(!bytes, 0))
		return fail(decoder, TCTL_RULE_FILE_READ, node);
	value = node->be ? bits_be(bytes, shift, size) :
			   bits_le(bytes, shift, size);
	if (node->is_signed && size < 64 && value >> (size - 1))
		value |= ~(uint64_t)0 << size;
	decoder->at += size;
	*ret = value;
	return 0;
}

static void value_keep(struct tctl_decoder *decoder,
		       const struct tctl_node *node, uint64_t value)
{
	if (node->slot >= 0)
		decoder->slots[node->slot] = value;
	if (node->role) {
		decoder->role[node->role] = value;
		decoder->has |= (uint64_t)1 << node->role;
		if (node->role == TCTL_ROLE_TIME)
			decoder->time_size = node->size;
	}
}

static int number_decode(struct tctl_decoder *decoder,
			 const struct tctl_node *node)
{
	uint64_t value;

	if (number_read(decoder, node, &value))
		return -1;
	value_keep(decoder, node, value);
	return 0;
}

static bool less(const struct tctl_node *node, int64_t a, int64_t b)
{
	return node->is_signed ? a < b : (uint64_t)a < (uint64_t)b;
}

static bool inside(const struct tctl_node *node, int64_t value,
		   int64_t first, int64_t last)
{
	return !less(node, value, first) && !less(node, last, value);
}

/* The only range that can hold value is the last that starts at or below. */
static bool label_halve(const struct tctl_node *node, int64_t value)
{
	uint32_t low = 0, high = node->nr_ranges;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (less(node, value, node->ranges[middle].first))
			high = middle;
		else
			low = middle + 1;
	}
	return low && !less(node, node->ranges[low - 1].last, value);
}

#define OVERLAPPING_MAX 1024

static bool label_exists(const struct tctl_node *node, int64_t value)
{
	uint32_t i;

	if (node->disjoint || node->nr_ranges > OVERLAPPING_MAX)
		return label_halve(node, value);
	for (i = 0; i < node->nr_ranges; i++)
		if (inside(node, value, node->ranges[i].first,
			   node->ranges[i].last))
			return true;
	return false;
}

static int enum_decode(struct tctl_decoder *decoder, struct tctl_node *node)
{
	uint64_t value;

	if (number_read(decoder, node, &value))
		return -1;
	value_keep(decoder, node, value);
	if (!node->noted && !label_exists(node, (int64_t)value)) {
		node->noted = true;
		decoder->unlabelled = node;
		decoder->unlabelled_value = value;
	}
	return 0;
}

#define STRING_STEP 4096

static int string_decode(struct tctl_decoder *decoder,
			 const struct tctl_node *node)
{
	uint64_t start = decoder->at;

	while (decoder->end - decoder->at >= 8) {
		uint64_t left = (decoder->end - decoder->at) / 8;
		uint64_t step = left < STRING_STEP ? left : STRING_STEP;
		const uint8_t *bytes, *nul;

		bytes = tctl_window_at(decoder->window,
				       decoder->packet + decoder->at / 8, step);
		if (!bytes)
			return fail(decoder, TCTL_RULE_FILE_READ, node);
		nul = memchr(bytes, '\0', step);
		if (nul) {
			decoder->at += (uint64_t)(nul - bytes + 1) * 8;
			return 0;
		}
		decoder->at += step * 8;
	}
	decoder->at = start;
	return fail(decoder, TCTL_RULE_STRING_END, node);
}

static int struct_decode(struct tctl_decoder *decoder, struct tctl_node *node)
{
	uint32_t i;

	for (i = 0; i < node->nr_children; i++)
		if (tctl_decode(decoder, node->children[i]))
			return -1;
	return 0;
}

static int variant_decode(struct tctl_decoder *decoder, struct tctl_node *node)
{
	int64_t tag = (int64_t)decoder->slots[node->ref];
	uint32_t i;

	for (i = 0; i < node->nr_options; i++)
		if (inside(node, tag, node->options[i].first,
			   node->options[i].last))
			return tctl_decode(decoder,
				node->children[node->options[i].child]);
	decoder->failed_value = (uint64_t)tag;
	return fail(decoder, TCTL_RULE_VARIANT_SELECT, node);
}

/* Numbers without gaps: nothing to look at, only their end. */
static int numbers_skip(struct tctl_decoder *decoder,
			const struct tctl_node *node, uint64_t length)
{
	uint64_t size = node->children[0]->size;

	if (length > (decoder->end - decoder->at) / size) {
		decoder->failed_value = length;
		return fail(decoder, node->kind == TCTL_TYPE_SEQUENCE ?
			    TCTL_RULE_SEQUENCE_BOUNDS : TCTL_RULE_EVENT_BOUNDS,
			    node);
	}
	decoder->at += length * size;
	return 0;
}

/* A sequence that leaves the content breaks its own rule, not its element's. */
static int elements_fail(struct tctl_decoder *decoder,
			 const struct tctl_node *node, uint64_t length)
{
	if (decoder->rule == TCTL_RULE_EVENT_BOUNDS &&
	    node->kind == TCTL_TYPE_SEQUENCE) {
		decoder->failed_value = length;
		return fail(decoder, TCTL_RULE_SEQUENCE_BOUNDS, node);
	}
	return -1;
}

static int elements_decode(struct tctl_decoder *decoder,
			   const struct tctl_node *node, uint64_t length)
{
	struct tctl_node *element = node->children[0];
	uint64_t i;

	if (node->role == TCTL_ROLE_UUID)
		decoder->uuid_at = decoder->at / 8;
	if (element->plain && element->kind <= TCTL_TYPE_FLOAT &&
	    element->size % element->align == 0)
		return numbers_skip(decoder, node, length);
	for (i = 0; i < length; i++)
		if (tctl_decode(decoder, element))
			return elements_fail(decoder, node, length);
	return 0;
}

int tctl_decode(struct tctl_decoder *decoder, struct tctl_node *node)
{
	if (align_to(decoder, node))
		return -1;
	if (!decoder->work--)
		return fail(decoder, TCTL_RULE_EVENT_WORK, node);
	switch ((enum tctl_type_kind)node->kind) {
	case TCTL_TYPE_INTEGER:
	case TCTL_TYPE_FLOAT:
		if (!node->plain)
			return number_decode(decoder, node);
		if (node->size > decoder->end - decoder->at)
			return fail(decoder, TCTL_RULE_EVENT_BOUNDS, node);
		decoder->at += node->size;
		return 0;
	case TCTL_TYPE_STRING:
		return string_decode(decoder, node);
	case TCTL_TYPE_ENUM:
		return enum_decode(decoder, node);
	case TCTL_TYPE_STRUCT:
		return struct_decode(decoder, node);
	case TCTL_TYPE_VARIANT:
		return variant_decode(decoder, node);
	case TCTL_TYPE_ARRAY:
		return elements_decode(decoder, node, node->length);
	case TCTL_TYPE_SEQUENCE:
		return elements_decode(decoder, node,
				       decoder->slots[node->ref]);
	}
	return 0;
}
