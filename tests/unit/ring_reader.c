/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/unit/ring_reader.c: regions and their reader: partial reads, exact
 * losses, times, snapshots, dead writers, and bytes that make no sense.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "libtrace/channel.h"
#include "libtrace/word.h"
#include "tests/lib/tap.h"
#include "tests/unit/ring_fixture.h"

#define SUBBUF	4096u
#define SUBBUFS	4u
#define RECORD	24u	/* header, ids, one number */
#define ID	9

static struct fixture fixture;
static struct tctl_reader reader;
static struct tctl_event_slot slot;
static char bytes[SUBBUF];

static uint32_t size_of_number(void *arg, uint32_t id, const void *payload,
			       uint32_t available)
{
	(void)arg, (void)payload;
	return id == ID && available >= RECORD - 8 ? RECORD - 8 : UINT32_MAX;
}

static void begin(uint32_t protocol, uint32_t mode)
{
	fixture_make(&fixture, protocol, mode, SUBBUF, SUBBUFS, -1);
	if (tctl_channel_open(0, &fixture.fd, 1) ||
	    tctl_reader_init(&reader, fixture.fd))
		tap_ok(0, "region, channel and reader");
	reader.record_size = size_of_number;
	fixture_event(&slot, 0, 1, ID);
}

static void end(void)
{
	tctl_channel_enable(0, slot.index, TCTL_ID_MAX + 2);
	tctl_channel_close(0);
	tctl_reader_release(&reader);
	fixture_release(&fixture);
}

static void emit(uint64_t number)
{
	struct tctl_segment segment = { &number, sizeof(number), 0 };

	tctl_record(&slot, &segment, 1);
}

/* Numbers taken from the ring so far must be next, next + 1, ... */
struct taken {
	uint64_t records, first, last;
	uint64_t lost;
	uint64_t packets;
	uint64_t end_ns;
	int wrong;
};

static void packet_check(const struct tctl_reader_packet *packet,
			 struct taken *taken)
{
	uint64_t at, header, number, ns = packet->begin_ns;

	if (packet->begin_ns < taken->end_ns || packet->offset % 8 ||
	    packet->lost < taken->lost || packet->sequence != taken->packets)
		taken->wrong++;
	for (at = 0; at < packet->content_size; at += RECORD) {
		memcpy(&header, bytes + at, 8);
		memcpy(&number, bytes + at + 16, 8);
		ns += (TCTL_RECORD_NS(header) - ns) & ((1ull << 48) - 1);
		if (TCTL_RECORD_ID(header) != ID || ns > packet->end_ns)
			taken->wrong++;
		if (!taken->records++)
			taken->first = number;
		else if (number <= taken->last)
			taken->wrong++;
		taken->last = number;
	}
	if (at != packet->content_size)
		taken->wrong++;
	taken->end_ns = packet->end_ns;
	taken->lost = packet->lost;
	taken->packets++;
}

/* Take all there is; the last return of the reader. */
static int take(int flush, int dead, struct taken *taken)
{
	struct tctl_reader_packet packet;
	int ret;

	while ((ret = tctl_reader_next(&reader, 0, flush, dead, &packet)) ==
	       1) {
		if (tctl_reader_copy(&reader, 0, &packet, bytes))
			taken->wrong++;
		packet_check(&packet, taken);
		if (tctl_reader_done(&reader, 0, &packet))
			taken->wrong++;
	}
	return ret;
}

static void test_layout(void)
{
	struct tctl_region region = { .nr_cpus = 3,
				      .protocol = TCTL_PROTOCOL_WHOLE,
				      .mode = TCTL_MODE_DISCARD,
				      .subbuf_size = 8192,
				      .nr_subbufs = 512,
				      .word_size = 64 };
	static const uint32_t bad[] = { 0, 1, 2048, 4095, 4097, 12288,
					1u << 29, UINT32_MAX };
	struct tctl_region changed;
	uint64_t size = tctl_region_layout(&region);
	unsigned int i, refused = 0, fields = 0;

	tap_is(tctl_region_check(&region, size), 0, "a layout checks");
	tap_is(size, region.data_offset + 3 * 8192ull * 512, "its size");
	tap_ok(tctl_region_ring_offset(&region, 2) + sizeof(struct tctl_ring) <=
			       tctl_region_subbuf_offset(&region, 2, 0) &&
		       tctl_region_subbuf_offset(&region, 2, 511) + 64 ==
			       region.data_offset,
	       "control block and table don't overlap");
	tap_is(tctl_region_check(&region, size - 1), -EINVAL, "short file");
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		changed = region;
		changed.subbuf_size = bad[i];
		refused += !tctl_region_layout(&changed);
	}
	tap_is(refused, i, "sizes that are none are refused");
	for (i = refused = 0; i < 96 / 4; i++) {
		uint32_t word;

		if (i * 4 == offsetof(struct tctl_region, owner_pid) ||
		    i * 4 == offsetof(struct tctl_region, contexts))
			continue;
		changed = region;
		memcpy(&word, (char *)&changed + i * 4, 4);
		word ^= 0x10;
		memcpy((char *)&changed + i * 4, &word, 4);
		fields++;
		refused += tctl_region_check(&changed, UINT64_MAX) == -EINVAL;
	}
	tap_is(refused, fields, "each number of the header is checked");
}

static void test_header(void)
{
	struct tctl_reader other;
	uint64_t far = 1ull << 40;

	fixture_make(&fixture, TCTL_PROTOCOL_COUNTED, TCTL_MODE_DISCARD, SUBBUF,
		     SUBBUFS, -1);
	tap_is(tctl_channel_open(0, &fixture.fd, 0), -EINVAL, "no descriptor");
	tap_is(tctl_channel_open(TCTL_MAX_CHANNELS, &fixture.fd, 1), -EINVAL,
	       "no such channel");
	memcpy(fixture.map + offsetof(struct tctl_region, data_offset), &far,
	       8);
	tap_is(tctl_channel_open(0, &fixture.fd, 1), -EINVAL,
	       "the library refuses a wrong header");
	tap_is(tctl_reader_init(&other, fixture.fd), -EINVAL,
	       "the reader does, too");
	fixture_release(&fixture);
}

static void test_partial(void)
{
	struct taken taken = { 0 };
	unsigned int i, right = 0;

	begin(TCTL_PROTOCOL_WHOLE, TCTL_MODE_DISCARD);
	tap_ok(take(1, 0, &taken) == 0 && !taken.packets,
	       "an empty ring gives nothing");
	for (i = 0; i < 1000; i++) {
		emit(i);
		right += take(0, 0, &taken) == 0;
		right += take(1, 0, &taken) == 0 && taken.records == i + 1;
	}
	tap_ok(right == 2000 && !taken.wrong && !taken.lost,
	       "each record can be taken at once");
	tap_is(taken.last, 999, "up to the last");
	end();
}

/* Fill a ring, overfill it, take a part, go on. */
static void test_loss(uint32_t protocol, const char *name)
{
	struct taken taken = { 0 };
	struct tctl_reader_packet packet;
	uint64_t fits, lost, i;

	begin(protocol, TCTL_MODE_DISCARD);
	for (i = 0; !fixture_lost(&fixture); i++)
		emit(i);
	fits = i - 1;
	tap_ok(fits >= 3 * (SUBBUF / RECORD) && fits <= 4 * (SUBBUF / RECORD),
	       "%s: a discard ring holds its size", name);
	for (i = 0; i < 99; i++)
		emit(0);
	tap_is(fixture_lost(&fixture), 100, "each loss is counted");
	tap_is(tctl_reader_next(&reader, 0, 0, 0, &packet), 1, name);
	tap_is(packet.lost, 0, "the first packet was before the loss");
	tctl_reader_copy(&reader, 0, &packet, bytes);
	packet_check(&packet, &taken);
	tctl_reader_done(&reader, 0, &packet);
	emit(1000000);
	lost = fixture_lost(&fixture);
	take(1, 0, &taken);
	tctl_channel_flush(0);
	take(1, 0, &taken);
	tap_ok(!taken.wrong && taken.records == fits + 1 && lost == 100 &&
		       taken.lost == 100 && taken.last == 1000000,
	       "%s: emitted = recorded + lost", name);
	end();
}

/* A loss after the last record has no record to go with. */
static void test_late_loss(void)
{
	struct taken taken = { 0 };
	uint64_t packets;

	begin(TCTL_PROTOCOL_WHOLE, TCTL_MODE_DISCARD);
	emit(1);
	take(1, 0, &taken);
	packets = taken.packets;
	fixture_ring(&fixture, 0)->lost = 5;
	take(0, 0, &taken);
	tap_ok(taken.packets == packets, "no packet for it without flush");
	take(1, 0, &taken);
	tap_ok(taken.packets == packets + 1 && taken.lost == 5 && !taken.wrong,
	       "with flush an empty one");
	take(1, 0, &taken);
	tap_ok(taken.packets == packets + 1, "only once");
	emit(2);
	take(1, 0, &taken);
	tap_ok(taken.records == 2 && !taken.wrong, "and then the next record");
	end();
}

static void test_resume(void)
{
	struct taken taken = { 0 };
	unsigned int i;

	begin(TCTL_PROTOCOL_WHOLE, TCTL_MODE_DISCARD);
	for (i = 0; i < 300; i++) {
		emit(i);
		if (i % 50)
			continue;
		take(1, 0, &taken);
		tctl_reader_release(&reader);
		tctl_reader_init(&reader, fixture.fd);
	}
	take(1, 0, &taken);
	tap_ok(taken.records == 300 && !taken.wrong,
	       "a successor resumes where its predecessor stopped");
	end();
}

static void test_snapshot(uint32_t protocol, const char *name)
{
	struct tctl_reader_packet packet;
	struct taken taken = { 0 };
	uint64_t i, per = (SUBBUF - 1) / RECORD;

	begin(protocol, TCTL_MODE_OVERWRITE);
	tap_ok(take(1, 0, &taken) == 0 && !taken.packets,
	       "%s: nothing without a snapshot", name);
	for (i = 0; i < 10000; i++)
		emit(i);
	tctl_channel_flush(0);
	tctl_reader_snapshot(&reader, 0);
	for (i = 0; i < per / 2; i++)
		emit(20000 + i);
	take(1, 0, &taken);
	tap_ok(!taken.wrong && !taken.lost && taken.last == 9999 &&
		       taken.records >= (SUBBUFS - 1) * per - per &&
		       taken.records == taken.last - taken.first + 1,
	       "%s: a snapshot holds the last sub-buffers", name);
	for (i = 0; i < 10000; i++)
		emit(30000 + i);
	tctl_reader_snapshot(&reader, 0);
	memset(&taken, 0, sizeof(taken));
	tap_is(tctl_reader_next(&reader, 0, 1, 0, &packet), 1, "a packet");
	for (i = 0; i < 10000; i++)
		emit(50000 + i);
	tap_is(tctl_reader_copy(&reader, 0, &packet, bytes), -ESTALE,
	       "what is overwritten before it is copied is stale");
	tap_ok(take(1, 0, &taken) == 0 && !taken.records,
	       "%s: and a snapshot that is overwritten is empty", name);
	end();
}

/* A writer that died between reserving and writing leaves this. */
static void make_unfinished(uint64_t record)
{
	struct tctl_subbuf *entry;
	uint64_t pos = record * RECORD, header;

	entry = fixture_subbuf(&fixture, 0, pos / SUBBUF);
	header = TCTL_RECORD_HEADER(TCTL_ID_UNFINISHED, RECORD);
	memcpy(fixture.map + tctl_region_data_offset(&fixture.region, 0, pos),
	       &header, 8);
	entry->commit -= RECORD;
}

static void test_dead(void)
{
	static const uint64_t at[] = { 0, 5, 6, 60, 99 };
	struct taken taken = { 0 };
	unsigned int i;

	begin(TCTL_PROTOCOL_COUNTED, TCTL_MODE_DISCARD);
	for (i = 0; i < 100; i++)
		emit(i);
	for (i = 0; i < 5; i++)
		make_unfinished(at[i]);
	tap_ok(take(1, 0, &taken) == 0 && !taken.packets,
	       "unfinished records of the living are waited for");
	tap_ok(take(1, 1, &taken) == 0 && !taken.wrong && taken.records == 95 &&
		       taken.first == 1 && taken.last == 98,
	       "those of the dead are skipped");
	tap_is(taken.lost, 5, "and counted");
	end();
}

/* Narrow writers' last records are not found without their sizes. */
static void test_dead_unknown(void)
{
	struct taken taken = { 0 };
	unsigned int i;

	begin(TCTL_PROTOCOL_COUNTED, TCTL_MODE_DISCARD);
	reader.record_size = NULL;
	for (i = 0; i < 250; i++)
		emit(i);
	make_unfinished(3);
	tap_ok(take(1, 1, &taken) == 0 && !taken.wrong &&
		       taken.lost == (TCTL_NARROW ? 2 : 1) &&
		       (TCTL_NARROW || (taken.first == 170 &&
					taken.last == 249)),
	       "who can't tell records apart gives up the sub-buffer");
	end();
}

/* A writer that died before it could mark its record: old bytes. */
static void test_unmarked(void)
{
	struct taken taken = { 0 };
	struct tctl_ring *ring;
	unsigned int i;

	begin(TCTL_PROTOCOL_COUNTED, TCTL_MODE_DISCARD);
	for (i = 0; i < 700; i++) {
		emit(i);
		if (i % 100 == 99)
			take(1, 0, &taken);
	}
	ring = fixture_ring(&fixture, 0);
	ring->reserve += RECORD;
	take(1, 1, &taken);
	tap_ok(!taken.wrong && taken.records == 700 && taken.last == 699,
	       "a record of an earlier lap is not taken for a new one");
	tap_is(taken.lost, 1, "but for a loss");
	end();
}

/* Publish the clock's conversion with ns0 moved. */
static void clock_move(uint64_t ns, uint32_t epoch)
{
	struct tctl_clock_state clock;

	tctl_clock_init(&clock);
	clock.slot.ns0 += ns;
	clock.epoch = epoch;
	tctl_clock_publish(&clock, fixture.fd, 0);
}

static uint64_t entered(uint32_t protocol)
{
	struct tctl_ring *ring = fixture_ring(&fixture, 0);

	return protocol == TCTL_PROTOCOL_WHOLE
		       ? ring->entered
		       : ring->reserve / SUBBUF + 1;
}

static void test_time(uint32_t protocol, const char *name)
{
	struct taken taken = { 0 };
	struct tctl_clock_state clock;
	uint64_t wrap, first;

	begin(protocol, TCTL_MODE_DISCARD);
	tctl_clock_init(&clock);
	if (clock.source != TCTL_CLOCK_TSC || TCTL_NARROW) {
		tap_skip("%s: times: the clock source is not the tsc", name);
		end();
		return;
	}
	emit(1);
	take(1, 0, &taken);
	first = entered(protocol);
	clock_move(1000, 2);
	emit(2);
	tap_is(entered(protocol), first + 1, "a new epoch, a new sub-buffer");
	emit(3);
	tap_is(entered(protocol), first + 1, "and only one");
	clock_move(1ull << 47, 2);
	emit(4);
	tap_is(entered(protocol), first + 2, "so after 2^47 ns");
	wrap = (1ull << 48) - clock.slot.ns0 % (1ull << 48);
	clock_move((1ull << 48) + wrap - 200000000, 2);
	take(1, 0, &taken);
	emit(5);
	for (wrap = 0; wrap < 30; wrap++) {
		usleep(10000);
		emit(6 + wrap);
	}
	tctl_channel_flush(0);
	take(1, 0, &taken);
	tap_ok(!taken.wrong && taken.records == 35 &&
		       taken.end_ns >= 2ull << 48,
	       "%s: 48 bits are extended across their wrap", name);
	clock_move(0, 2);
	emit(100);
	tctl_channel_flush(0);
	take(1, 0, &taken);
	tap_ok(!taken.wrong && taken.records == 36,
	       "%s: time never goes back", name);
	end();
}

/* Any bytes at all in the areas that writers can write. */
static void garbage(unsigned int *seed)
{
	char *control = fixture.map + fixture.region.control_offset;
	uint64_t size = fixture.region.control_stride, i;
	struct tctl_ring *ring = fixture_ring(&fixture, 0);

	if (rand_r(seed) % 4 == 0)
		for (i = 0; i < size; i += 8)
			*(uint64_t *)(control + i) =
				(uint64_t)rand_r(seed) << (rand_r(seed) % 34);
	ring->commit = (uint64_t)(rand_r(seed) % 65536) << 48 |
		       (uint64_t)rand_r(seed) << (rand_r(seed) % 18) >> 8;
	ring->reserve = ring->commit >> (rand_r(seed) % 16);
	ring->entered = rand_r(seed) % 3;
	ring->lost = rand_r(seed);
	for (i = 0; i < SUBBUFS; i++) {
		struct tctl_subbuf *entry = fixture_subbuf(&fixture, 0, i);

		entry->lap = i + 1 + SUBBUFS * (rand_r(seed) % 3);
		entry->end = (entry->lap - 1) * SUBBUF + rand_r(seed) % 4200;
		entry->commit = rand_r(seed) % 8 * 2048;
		entry->begin_ns = rand_r(seed);
		entry->end_ns = (uint64_t)rand_r(seed) << 1;
	}
}

static int packet_inside(const struct tctl_reader_packet *packet)
{
	const struct tctl_region *region = &fixture.region;
	uint64_t ring_size = tctl_region_ring_size(region);

	if (!packet->content_size)
		return 1;
	return packet->content_size < SUBBUF &&
	       packet->offset >= region->data_offset &&
	       packet->offset + packet->content_size <=
		       region->data_offset + ring_size &&
	       packet->begin_ns <= packet->end_ns;
}

static void test_garbage(uint32_t protocol, uint32_t mode, const char *name)
{
	struct tctl_reader_packet packet;
	unsigned int seed = 1, rounds, tries, outside = 0, endless = 0;
	int ret;

	begin(protocol, mode);
	emit(1);
	for (rounds = 0; rounds < 5000; rounds++) {
		garbage(&seed);
		if (mode == TCTL_MODE_OVERWRITE)
			tctl_reader_snapshot(&reader, 0);
		for (tries = 0; tries < 40; tries++) {
			ret = tctl_reader_next(&reader, 0, 1,
					       rand_r(&seed) % 2, &packet);
			if (ret != 1 && ret != -EBADMSG)
				break;
			if (ret != 1)
				continue;
			outside += !packet_inside(&packet);
			ret = tctl_reader_copy(&reader, 0, &packet, bytes);
			outside += ret && ret != -ESTALE;
			tctl_reader_done(&reader, 0, &packet);
		}
		endless += tries == 40;
		/* A writer that trusts the same bytes must stay inside, too. */
		emit(rounds);
	}
	tap_ok(!outside && !endless, "%s: garbage gives no fault, no end",
	       name);
	end();
}

int main(void)
{
	fixture_pin(0);
	test_layout();
	test_header();
	test_loss(TCTL_PROTOCOL_COUNTED, "counted");
	test_snapshot(TCTL_PROTOCOL_COUNTED, "counted");
	test_dead();
	test_dead_unknown();
	test_unmarked();
	test_time(TCTL_PROTOCOL_COUNTED, "counted");
	test_garbage(TCTL_PROTOCOL_COUNTED, TCTL_MODE_DISCARD, "counted");
	test_garbage(TCTL_PROTOCOL_COUNTED, TCTL_MODE_OVERWRITE,
		     "counted overwrite");
	if (!tctl_rseq_usable() || TCTL_NARROW) {
		tap_skip("whole rings: none here");
		return tap_done();
	}
	test_partial();
	test_loss(TCTL_PROTOCOL_WHOLE, "whole");
	test_late_loss();
	test_resume();
	test_snapshot(TCTL_PROTOCOL_WHOLE, "whole");
	test_time(TCTL_PROTOCOL_WHOLE, "whole");
	test_garbage(TCTL_PROTOCOL_WHOLE, TCTL_MODE_DISCARD, "whole");
	test_garbage(TCTL_PROTOCOL_WHOLE, TCTL_MODE_OVERWRITE,
		     "whole overwrite");
	return tap_done();
}
