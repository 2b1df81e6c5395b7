// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tests/unit/foreign.c: structures and messages turned into the other byte
 * order: layouts cover what they describe, what is turned twice is as before,
 * and nothing outside of a message is touched.
 */
#include <stdlib.h>
#include <string.h>
#include <tracectl/abi/app.h>
#include "tests/lib/tap.h"
#include "tools/tracectld/foreign.h"

static size_t layout_size(const char *layout)
{
	size_t size = 0;

	while (*layout)
		size += (size_t)(*layout++ - '0');
	return size;
}

static void test_layouts(void)
{
	struct tctl_region region = {
		.magic = 0x0102030405060708ull, .version = 0x01020304,
		.word_size = 0x0a0b0c0d, .flags = 7,
		.clock.epoch = 0x11223344,
	};

	tap_is(layout_size(TCTL_LAYOUT_REGION), sizeof(struct tctl_region),
	       "a region's header");
	tap_is(layout_size(TCTL_LAYOUT_CLOCK), sizeof(struct tctl_clock),
	       "a clock");
	tap_is(layout_size(TCTL_LAYOUT_CLOCK_SLOT),
	       sizeof(struct tctl_clock_slot), "a conversion");
	tap_is(layout_size(TCTL_LAYOUT_LOSS), sizeof(struct tctl_region_loss),
	       "losses");
	tap_is(layout_size(TCTL_LAYOUT_CONSUMER),
	       sizeof(struct tctl_ring_consumer), "a consumer");
	tap_is(layout_size(TCTL_LAYOUT_RING), sizeof(struct tctl_ring),
	       "a control block");
	tap_is(layout_size(TCTL_LAYOUT_SUBBUF), sizeof(struct tctl_subbuf),
	       "a table entry");
	tctl_foreign_turn(&region, TCTL_LAYOUT_REGION);
	tap_ok(region.magic == 0x0807060504030201ull &&
	       region.version == 0x04030201 && region.word_size == 0x0d0c0b0a &&
	       region.flags == 7u << 24 && region.clock.epoch == 0x44332211,
	       "numbers are turned where they stand");
}

static void test_header(void)
{
	const uint64_t ns = 0x123456789abcull;

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	tap_is(tctl_foreign_header(__builtin_bswap64(
		       TCTL_RECORD_HEADER_LE(77, ns))),
	       TCTL_RECORD_HEADER(77, ns), "a record's header");
#else
	tap_is(tctl_foreign_header(__builtin_bswap64(
		       TCTL_RECORD_HEADER_BE(77, ns))),
	       TCTL_RECORD_HEADER(77, ns), "a record's header");
#endif
}

static union {
	unsigned char bytes[256];
	struct tctl_message head;
	struct tctl_msg_hello hello;
	struct tctl_msg_event event;
	struct tctl_msg_enable enable;
	struct tctl_msg_ack ack;
} message;

static void begin(unsigned int type, size_t size)
{
	memset(&message, 0, sizeof(message));
	message.head.size = (uint32_t)size;
	message.head.version = TCTL_APP_VERSION;
	message.head.type = (uint16_t)type;
}

static void test_messages(void)
{
	begin(TCTL_MSG_HELLO, sizeof(message.hello) + 4);
	message.hello.pid = 0x01020304;
	message.hello.token = 0x0102030405060708ull;
	strcpy(message.hello.procname, "name");
	tctl_foreign_message_out(&message, sizeof(message.hello) + 4);
	tap_ok(message.head.type == TCTL_MSG_HELLO << 8 &&
	       message.head.size == __builtin_bswap32(sizeof(message.hello) + 4) &&
	       message.hello.pid == 0x04030201 &&
	       message.hello.token == 0x0807060504030201ull &&
	       !strcmp(message.hello.procname, "name"),
	       "numbers of a message, not its text");

	begin(TCTL_MSG_EVENT, sizeof(message.event) + 16 + 2);
	message.event.nr_fields = 3;
	message.event.level = 9;
	message.event.kinds[0] = message.event.kinds[1] = 1;
	message.event.kinds[2] = 1;
	tctl_foreign_message_out(&message, message.head.size);
	tap_ok(message.event.nr_fields == 3 << 8 && message.event.level == 9 &&
	       message.event.kinds[0] == 1ull << 56 &&
	       message.event.kinds[1] == 1ull << 56 &&
	       message.event.kinds[2] == 1, "as many kinds as it has fields");

	begin(TCTL_MSG_ENABLE, sizeof(message.enable) + 16);
	message.enable.nr = 2;
	message.enable.ids[0].index = 1;
	message.enable.ids[1].id = 1;
	message.enable.ids[2].id = 1;
	tctl_foreign_message_out(&message, message.head.size);
	tap_ok(message.enable.ids[0].index == 1u << 24 &&
	       message.enable.ids[1].id == 1u << 24 &&
	       message.enable.ids[2].id == 1, "as many ids as it says");
}

/* 1: nothing behind the size changed, and back again it is as before. */
static int survives(unsigned int type, size_t size)
{
	unsigned char *bytes = malloc(size ? size : 1), before[256];
	size_t i;
	int same;

	for (i = 0; i < sizeof(before); i++)
		before[i] = (unsigned char)(rand() >> 4);
	((struct tctl_message *)before)->type = (uint16_t)type;
	memcpy(bytes, before, size);	/* a sanitizer watches its end */
	tctl_foreign_message_out(bytes, size);
	tctl_foreign_message_in(bytes, size);
	same = !memcmp(bytes, before, size);
	free(bytes);
	return same;
}

static void test_short(void)
{
	unsigned int type, wrong = 0;
	size_t size;

	for (type = 0; type < 40; type++)
		for (size = 0; size < 200; size++)
			wrong += !survives(type, size);
	tap_is(wrong, 0, "messages of all types and sizes, there and back");
}

int main(void)
{
	test_layouts();
	test_header();
	test_messages();
	test_short();
	return tap_done();
}
