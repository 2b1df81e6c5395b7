// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tests/unit/ring_foreign.c: a region of writers of the other byte order gives
 * the packets that it gives in this machine's. The library writes one; the test
 * turns a copy.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "libtrace/channel.h"
#include "tests/lib/tap.h"
#include "tests/unit/ring_fixture.h"
#include "tools/tracectld/foreign.h"

#define SUBBUF	4096u
#define SUBBUFS	4u
#define RECORD	24u	/* header, ids, one number */
#define ID	9
#define NUMBERS	500u	/* two sub-buffers and a part, rest free */

static struct fixture here, turned;
static struct tctl_reader reader, foreign;
static struct tctl_event_slot slot;

static void emit_all(void)
{
	uint64_t number;
	const struct tctl_segment segment = { &number, sizeof(number), 0 };

	fixture_event(&slot, 0, 1, ID);
	for (number = 0; number < NUMBERS; number++)
		tctl_record(&slot, &segment, 1);
	tctl_channel_close(0);
}

/* Records don't touch the borders of sub-buffers. */
static void turn_headers(const struct tctl_region *region, char *data,
			 uint64_t reserved)
{
	uint64_t at, header;

	for (at = 0; at < reserved; at += RECORD) {
		if (at % region->subbuf_size + RECORD >= region->subbuf_size)
			at = (at / region->subbuf_size + 1) *
			     region->subbuf_size;
		memcpy(&header, data + at, sizeof(header));
		header = tctl_foreign_header(header);
		memcpy(data + at, &header, sizeof(header));
	}
}

static void turn_ring(unsigned int cpu)
{
	const struct tctl_region *region = &here.region;
	char *map = turned.map;
	struct tctl_ring *ring = fixture_ring(&turned, cpu);
	unsigned int i;

	turn_headers(region, map + tctl_region_data_offset(region, cpu, 0),
		     ring->reserve);
	tctl_foreign_turn(ring, TCTL_LAYOUT_RING);
	for (i = 0; i < region->nr_subbufs; i++)
		tctl_foreign_turn(fixture_subbuf(&turned, cpu, i),
				  TCTL_LAYOUT_SUBBUF);
	tctl_foreign_turn(map + region->consumer_offset +
				  cpu * sizeof(struct tctl_ring_consumer),
			  TCTL_LAYOUT_CONSUMER);
}

static void copy_turned(void)
{
	const struct tctl_region *region = &here.region;
	unsigned int cpu;

	fixture_make(&turned, TCTL_PROTOCOL_COUNTED, TCTL_MODE_DISCARD, SUBBUF,
		     SUBBUFS, -1);
	memcpy(turned.map, here.map, region->region_size);
	for (cpu = 0; cpu < region->nr_cpus; cpu++)
		turn_ring(cpu);
	fixture_loss(&turned)->no_memory = 3;
	tctl_foreign_turn(fixture_loss(&turned), TCTL_LAYOUT_LOSS);
	tctl_foreign_turn(turned.map, TCTL_LAYOUT_REGION);
}

static int same_bytes(const char *a, const char *b, uint64_t size)
{
	uint64_t at, header;

	for (at = 0; at < size; at += RECORD) {
		memcpy(&header, b + at, sizeof(header));
		header = tctl_foreign_header(header);
		if (memcmp(a + at, &header, 8) ||
		    memcmp(a + at + 8, b + at + 8, RECORD - 8))
			return 0;
	}
	return 1;
}

static int same_packet(const struct tctl_reader_packet *a,
		       const struct tctl_reader_packet *b)
{
	static char bytes[2][SUBBUF];

	if (a->content_size != b->content_size || a->begin_ns != b->begin_ns ||
	    a->end_ns != b->end_ns || a->lost != b->lost || a->next != b->next)
		return 0;
	return !tctl_reader_copy(&reader, 0, a, bytes[0]) &&
	       !tctl_reader_copy(&foreign, 0, b, bytes[1]) &&
	       same_bytes(bytes[0], bytes[1], a->content_size);
}

static void test_packets(void)
{
	struct tctl_reader_packet a, b;
	unsigned int packets = 0, same = 0;
	uint64_t lost = 0;

	while (tctl_reader_next(&reader, 0, 1, 1, &a) == 1) {
		packets++;
		if (tctl_reader_next(&foreign, 0, 1, 1, &b) != 1)
			break;
		same += same_packet(&a, &b);
		tctl_reader_done(&reader, 0, &a);
		tctl_reader_done(&foreign, 0, &b);
	}
	tap_ok(packets >= 3, "several packets");
	tap_is(same, packets, "and the same from the turned region");
	tap_is(tctl_reader_next(&foreign, 0, 1, 1, &b), 0, "then no more");
	tctl_reader_region_loss(&foreign, &lost);
	tap_is(lost, 3, "what no ring could count");
}

static void test_consumer(void)
{
	const struct tctl_ring_consumer *consumer =
		(void *)(turned.map + here.region.consumer_offset);
	struct tctl_reader again;

	tap_is(__builtin_bswap64(consumer->consumed), foreign.rings[0].consumed,
	       "the consumed position is in the writers' order");
	tap_is(tctl_reader_init(&again, turned.fd), 0, "a successor");
	tap_ok(again.foreign && again.rings[0].consumed ==
	       foreign.rings[0].consumed, "resumes there");
	tctl_reader_release(&again);
}

static void test_clock(void)
{
	const struct tctl_region *region = (const void *)turned.map;
	struct tctl_clock_state clock = {
		.source = TCTL_CLOCK_TSC, .epoch = 7,
		.slot = { .tsc0 = 1, .ns0 = 2, .mult = 3, .valid_until = 4 },
	};
	const uint32_t before = __builtin_bswap32(region->clock.index);
	struct tctl_clock_slot slot_now;

	tap_is(tctl_clock_publish(&clock, turned.fd, 1), 0, "a clock");
	tap_is(__builtin_bswap32(region->clock.index), before + 1, "its index");
	slot_now = region->clock.slots[(before + 1) & 1];
	tctl_foreign_turn(&slot_now, TCTL_LAYOUT_CLOCK_SLOT);
	tap_ok(!memcmp(&slot_now, &clock.slot, sizeof(slot_now)) &&
	       region->clock.epoch == 7u << 24 &&
	       region->clock.source == TCTL_CLOCK_TSC << 24,
	       "in the writers' order");
}

int main(void)
{
	fixture_pin(0);
	fixture_make(&here, TCTL_PROTOCOL_COUNTED, TCTL_MODE_DISCARD, SUBBUF,
		     SUBBUFS, -1);
	tap_is(tctl_channel_open(0, &here.fd, 1), 0, "a region");
	emit_all();
	copy_turned();
	tap_is(tctl_reader_init(&reader, here.fd), 0, "read here");
	tap_is(tctl_reader_init(&foreign, turned.fd), 0, "and turned");
	tap_ok(!reader.foreign && foreign.foreign, "which is told apart");
	test_packets();
	test_consumer();
	test_clock();
	tctl_reader_release(&reader);
	tctl_reader_release(&foreign);
	fixture_release(&here);
	fixture_release(&turned);
	return tap_done();
}
