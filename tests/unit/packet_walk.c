// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tests/unit/packet_walk.c: identity of events, lengths of their records, and
 * what a walk through a packet finds good or damaged.
 */
#include <string.h>
#include <tracectl/abi/ring.h>
#include "tests/lib/tap.h"
#include "tools/tracectld/foreign.h"
#include "tools/tracectld/packet_walk.h"

#define UINT32		(TCTL_KIND_UINT | 2u << 4)
#define SEQUENCE16	(TCTL_KIND_UINT | 1u << 4 | TCTL_KIND_SEQUENCE << 12)
#define PAIR(a, b)	((uint64_t)(a) | (uint64_t)(b) << 32)

static struct tctl_event_table table;
static char packet[4096];
static size_t packet_size;

static int get(const char *text, uint64_t kinds, unsigned int nr_fields,
	       uint32_t *id)
{
	uint64_t words[2] = { kinds, 0 };

	return tctl_event_table_get(&table, text, strlen(text) + 1, words,
				    nr_fields, 13, id);
}

static void test_identity(void)
{
	uint32_t id = 99;

	tap_is(get("p:e\nf.c:1\nx", UINT32, 1, &id), 1, "a new event");
	tap_is(id, 0, "... has id 0");
	tap_is(get("p:e\nother.c:9\nx", UINT32, 1, &id), 0,
	       "another file and line: the same event");
	tap_is(id, 0, "... the same id");
	tap_is(get("p:e\nf.c:1\ny", UINT32, 1, &id), 1,
	       "another field name: another event");
	tap_is(id, 1, "... the next id");
	tap_is(get("p:e\nf.c:1\nx", TCTL_KIND_STRING, 1, &id), 1,
	       "another kind: another event");
	tap_is(get("p:v\nf.c:1\ns\nq", PAIR(TCTL_KIND_STRING, SEQUENCE16), 2,
		   &id), 1, "string and sequence");
	tap_is(id, 3, "... id 3");
	tap_ok(get("nonsense", 0, 0, &id) < 0, "nonsense is refused");
}

/* Many events: the table grows and still finds each. */
static void test_many(void)
{
	char text[64];
	uint32_t id, wrong = 0;
	int i;

	for (i = 0; i < 5000; i++) {
		snprintf(text, sizeof(text), "p:many%d\nf.c:1", i);
		wrong += get(text, 0, 0, &id) != 1 || id != 4u + (uint32_t)i;
	}
	for (i = 0; i < 5000; i++) {
		snprintf(text, sizeof(text), "p:many%d\nf.c:2", i);
		wrong += get(text, 0, 0, &id) != 0 || id != 4u + (uint32_t)i;
	}
	tap_is(wrong, 0, "5000 events are found again");
}

static void begin(void)
{
	memset(packet, 0, sizeof(packet));
	packet_size = 0;
}

static void add(const void *bytes, size_t size)
{
	memcpy(packet + packet_size, bytes, size);
	packet_size += size;
}

static void add_header(uint32_t id, uint64_t ns)
{
	static const uint32_t context[2] = { 1, 2 };
	uint64_t header = TCTL_RECORD_HEADER(id, ns);

	if (table.foreign)
		header = tctl_foreign_header(header);

	packet_size = (packet_size + 7) & ~(size_t)7;
	add(&header, sizeof(header));
	add(context, sizeof(context));
}

static struct tctl_walk walk(uint64_t begin_ns, uint64_t floor_ns,
			     uint64_t ceiling_ns)
{
	struct tctl_walk_times times = { begin_ns, floor_ns, ceiling_ns };
	struct tctl_walk found;

	tctl_packet_walk(&table, TCTL_CONTEXT_VPID | TCTL_CONTEXT_VTID, &times,
			 packet, packet_size, &found);
	return found;
}

static void fill_good(void)
{
	uint32_t value = 7, count = table.foreign ? 3u << 24 : 3;

	begin();
	add_header(0, 100);
	add(&value, sizeof(value));
	add_header(3, 200);
	add("hello", 6);
	add(&count, sizeof(count));
	add("abcdef", 6);
	add_header(0, 200);
	add(&value, sizeof(value));
}

static void test_walk(void)
{
	struct tctl_walk found;
	size_t good;

	fill_good();
	good = packet_size;
	found = walk(50, 0, 1000);
	tap_ok(found.events == 3 && !found.damaged && found.size == good &&
	       found.end_ns == 200, "three good records");
	add_header(60000, 300);
	found = walk(50, 0, 1000);
	tap_ok(found.events == 3 && found.damaged && found.size == good,
	       "an id that nobody declared");
	fill_good();
	packet_size -= 2;
	found = walk(50, 0, 1000);
	tap_ok(found.events == 2 && found.damaged, "a record that is cut");
	fill_good();
	add_header(0, 199);
	add("1234", 4);
	found = walk(50, 0, 1000);
	tap_ok(found.events == 3 && found.damaged, "time that goes back");
	found = walk(50, 101, 1000);
	tap_ok(found.events == 0 && found.damaged, "earlier than the floor");
	found = walk(50, 0, 150);
	tap_ok(found.events == 1 && found.damaged, "later than the ceiling");
	packet_size = 0;
	found = walk(50, 0, 1000);
	tap_ok(!found.events && !found.damaged, "nothing at all");
}

static void test_walk_ends(void)
{
	uint32_t count = UINT32_MAX;
	struct tctl_walk found;

	begin();
	add_header(3, 100);
	add("no end", 6);
	found = walk(50, 0, 1000);
	tap_ok(!found.events && found.damaged, "a string without an end");
	begin();
	add_header(3, 100);
	add("x", 2);
	add(&count, sizeof(count));
	found = walk(50, 0, 1000);
	tap_ok(!found.events && found.damaged, "4294967295 elements");
}

/* 48 bits of time start again within a packet. */
static void test_wrap(void)
{
	uint64_t base = (5ull << 48) - 10;
	struct tctl_walk found;

	begin();
	add_header(4, base);
	add_header(4, base + 20);
	found = walk(base, 0, UINT64_MAX);
	tap_ok(found.events == 2 && found.end_ns == base + 20,
	       "a time stamp wraps");
}

int main(void)
{
	test_identity();
	test_many();
	test_walk();
	table.foreign = 1;	/* the same in the other byte order */
	test_walk();
	table.foreign = 0;
	test_walk_ends();
	test_wrap();
	tctl_event_table_release(&table);
	return tap_done();
}
