/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/unit/checker_decode.c: the checker's numbers: every size, every offset
 * in a byte, both byte orders, signed and not, against a reading bit by bit;
 * and the ends of what may be read.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tests/lib/tap.h>
#include <tools/checker/decode.h>
#include <unistd.h>

static uint8_t content[64];

static uint64_t bits_expected(unsigned int at, unsigned int size, bool be,
			      bool is_signed)
{
	uint64_t value = 0;
	unsigned int i;

	for (i = 0; i < size; i++) {
		unsigned int n = at + i;
		uint64_t bit = content[n / 8] >> (be ? 7 - n % 8 : n % 8) & 1;

		value |= bit << (be ? size - 1 - i : i);
	}
	if (is_signed && value >> (size - 1) && size < 64)
		value |= ~(uint64_t)0 << size;
	return value;
}

static int number_decode(struct tctl_decoder *decoder, struct tctl_node *node,
			 unsigned int at, uint64_t *ret)
{
	decoder->at = at;
	decoder->work = 1;
	if (tctl_decode(decoder, node))
		return -1;
	*ret = decoder->slots[0];
	return 0;
}

static unsigned int sizes_compare(struct tctl_decoder *decoder,
				  struct tctl_node *node)
{
	unsigned int at, size, wrong = 0;
	uint64_t value;

	for (at = 0; at < 16; at++) {
		for (size = 1; size <= 64; size++) {
			node->size = size;
			if (number_decode(decoder, node, at, &value) ||
			    decoder->at != at + size ||
			    value != bits_expected(at, size, node->be,
						   node->is_signed))
				wrong++;
		}
	}
	return wrong;
}

static void numbers_check(struct tctl_decoder *decoder)
{
	struct tctl_node node = { .kind = TCTL_TYPE_INTEGER, .align = 1,
				  .slot = 0, .ref = -1, .name = "number" };
	int form;

	for (form = 0; form < 4; form++) {
		node.be = form & 1;
		node.is_signed = form & 2;
		tap_is(sizes_compare(decoder, &node), 0,
		       node.be ? node.is_signed ? "big endian, signed" :
		       "big endian, unsigned" : node.is_signed ?
		       "little endian, signed" : "little endian, unsigned");
	}
}

static void ends_check(struct tctl_decoder *decoder)
{
	struct tctl_node number = { .kind = TCTL_TYPE_INTEGER, .align = 8,
				    .size = 32, .slot = 0, .ref = -1,
				    .name = "number" };
	struct tctl_node string = { .kind = TCTL_TYPE_STRING, .align = 8,
				    .slot = -1, .ref = -1, .name = "string" };
	uint64_t value;

	decoder->end = 64;
	tap_is(number_decode(decoder, &number, 32, &value), 0,
	       "a number may end with the content");
	tap_is(number_decode(decoder, &number, 33, &value), -1,
	       "not behind it, aligned");
	tap_is(decoder->rule, TCTL_RULE_EVENT_BOUNDS, "the rule says so");
	decoder->end = 63;
	tap_is(number_decode(decoder, &number, 32, &value), -1,
	       "not by one bit");
	tap_is(number_decode(decoder, &string, 0, &value), -1,
	       "a string needs its NUL");
	tap_is(decoder->rule, TCTL_RULE_STRING_END, "the rule says so");
	decoder->end = sizeof(content) * 8;
	tap_is(number_decode(decoder, &string, 0, &value), 0,
	       "a string with a NUL");
	tap_is(decoder->at, sizeof(content) * 8, "ends behind the NUL");
}

int main(void)
{
	struct tctl_window window;
	uint64_t slots[1];
	struct tctl_decoder decoder = { .window = &window, .slots = slots,
					.end = sizeof(content) * 8 };
	char path[] = "/dev/shm/tracectl-unit.XXXXXX";
	int fd = mkstemp(path);
	size_t i;

	for (i = 0; i < sizeof(content); i++)
		content[i] = (uint8_t)(0x9d * (i + 3) ^ 0x5a) | 1;
	content[sizeof(content) - 1] = 0;
	if (fd < 0 || write(fd, content, sizeof(content)) != sizeof(content) ||
	    tctl_window_open(&window, fd, path)) {
		tap_ok(0, "a file to read");
		return tap_done();
	}
	numbers_check(&decoder);
	ends_check(&decoder);
	tap_ok(!tctl_window_at(&window, sizeof(content) - 1, 2),
	       "nothing behind the end of the file");
	tctl_window_close(&window);
	close(fd);
	unlink(path);
	return tap_done();
}
