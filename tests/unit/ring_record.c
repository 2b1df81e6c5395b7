/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/unit/ring_record.c: each kind of segment, each length, cutting and
 * contexts: what tctl_record() puts into a ring, byte by byte, in both
 * protocols.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "libtrace/channel.h"
#include "libtrace/record.h"
#include "libtrace/thread.h"
#include "tests/lib/tap.h"
#include "tests/unit/ring_fixture.h"

#define SUBBUF	65536u
#define ID	513

static struct fixture fixture;
static struct tctl_reader reader;
static struct tctl_event_slot slot;
static char got[SUBBUF];
static uint64_t got_size;
static uint32_t contexts;

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}

/* The one packet that waits in CPU 0's ring. */
static int take(struct tctl_reader_packet *packet)
{
	int ret;

	tctl_channel_flush(0);
	ret = tctl_reader_next(&reader, 0, 1, 0, packet);
	if (ret != 1)
		return ret;
	got_size = packet->content_size;
	if (tctl_reader_copy(&reader, 0, packet, got))
		return -1;
	tctl_reader_done(&reader, 0, packet);
	return 1;
}

static uint32_t head_size(void)
{
	return 8 + (contexts & TCTL_CONTEXT_VPID ? 4 : 0) +
	       (contexts & TCTL_CONTEXT_VTID ? 4 : 0) +
	       (contexts & TCTL_CONTEXT_PROCNAME ? 16 : 0);
}

static int head_right(uint64_t before, uint64_t after, int cut,
		      const struct tctl_reader_packet *packet)
{
	const char *at = got + 8;
	uint64_t header;
	uint32_t word;

	memcpy(&header, got, 8);
	if (TCTL_RECORD_ID(header) != ID || packet->begin_ns < before ||
	    packet->end_ns > after || packet->begin_ns > packet->end_ns ||
	    TCTL_RECORD_NS(header) != (packet->end_ns & ((1ull << 48) - 1)))
		return 0;
	if (contexts & TCTL_CONTEXT_VPID) {
		memcpy(&word, at, 4);
		at += 4;
		if (word != (uint32_t)getpid())
			return 0;
	}
	if (contexts & TCTL_CONTEXT_VTID) {
		memcpy(&word, at, 4);
		at += 4;
		if (word != ((uint32_t)gettid() | (cut ? 1u << 31 : 0)))
			return 0;
	}
	return !(contexts & TCTL_CONTEXT_PROCNAME) ||
	       !strncmp(at, "ring-test", 16);
}

/* Record the segments; what comes out must be the payload. */
static int record_is(const struct tctl_segment *segments, unsigned int nr,
		     const void *payload, size_t size, int cut)
{
	struct tctl_reader_packet packet;
	uint64_t before = now_ns(), after;

	errno = 4711;
	tctl_record(&slot, segments, nr);
	if (errno != 4711)
		return 0;
	/* The published conversion was measured in 20 ms only. */
	after = now_ns() + 100000;
	if (take(&packet) != 1 || !head_right(before - 100000, after, cut,
					      &packet))
		return 0;
	return got_size == head_size() + size &&
	       !memcmp(got + head_size(), payload, size);
}

static void test_fixed(const char *protocol)
{
	unsigned char bytes[300];
	struct tctl_segment segment = { bytes, 0, TCTL_SEGMENT_FIXED };
	unsigned int i, good = 0;

	for (i = 0; i < sizeof(bytes); i++)
		bytes[i] = i + 1;
	for (i = 0; i <= sizeof(bytes); i++) {
		segment.size = sizeof(bytes) - i;
		good += record_is(&segment, 1, bytes, segment.size, 0);
	}
	tap_is(good, 301, "fixed parts of 300 to 0 bytes");
	tap_ok(record_is(NULL, 0, "", 0, 0), "%s: no fields at all", protocol);
}

static void test_string(const char *protocol)
{
	char text[200], want[201];
	struct tctl_segment segment = { text, 0, TCTL_SEGMENT_STRING };
	unsigned int i, good = 0;

	for (i = 0; i < sizeof(text); i++)
		text[i] = 'a' + i % 26;
	for (i = 0; i < sizeof(text); i++) {
		segment.size = i;
		memcpy(want, text, i);
		want[i] = 0;
		good += record_is(&segment, 1, want, i + 1, 0);
	}
	tap_is(good, 200, "strings of 0 to 199 bytes");
	for (good = i = 0; i < sizeof(text); i++) {
		text[i] = 0;
		segment.size = sizeof(text);
		memcpy(want, text, sizeof(text));
		want[i] = '?';
		want[sizeof(text)] = 0;
		good += record_is(&segment, 1, want, sizeof(want), 0);
		text[i] = (char)(0x80 + i % 100);
	}
	tap_is(good, 200, "an embedded NUL anywhere becomes '?'");
	memset(text, 0, sizeof(text));
	for (good = i = 0; i < 40; i++) {
		segment.size = i;
		memset(want, '?', i);
		want[i] = 0;
		good += record_is(&segment, 1, want, i + 1, 0);
	}
	tap_ok(good == 40, "%s: strings of NULs only", protocol);
}

static void test_sequence(const char *protocol)
{
	unsigned char bytes[128], want[132];
	struct tctl_segment segment = { bytes, 0, 0 };
	unsigned int log2, i, good = 0, tried = 0;

	for (i = 0; i < sizeof(bytes); i++)
		bytes[i] = 255 - i;
	for (log2 = 0; log2 < 4; log2++) {
		for (i = 0; i <= sizeof(bytes); i++) {
			uint32_t count = i >> log2;

			segment.size = i;
			segment.flags = TCTL_SEGMENT_SEQUENCE | log2 << 8;
			memcpy(want, &count, 4);
			memcpy(want + 4, bytes, count << log2);
			good += record_is(&segment, 1, want,
					  4 + (count << log2), 0);
			tried++;
		}
	}
	tap_ok(good == tried, "%s: sequences of 1 to 8 byte elements",
	       protocol);
}

static void test_mixed(const char *protocol)
{
	static const uint32_t numbers[3] = { 7, 8, 9 };
	const struct tctl_segment segments[] = {
		{ "abc", 3, TCTL_SEGMENT_FIXED },
		{ "hello", 5, TCTL_SEGMENT_STRING },
		{ "", 0, TCTL_SEGMENT_STRING },
		{ numbers, 12, TCTL_SEGMENT_SEQUENCE | 2 << 8 },
		{ "0123456789", 10, TCTL_SEGMENT_FIXED },
	};
	static const char want[] = "abchello\0\0\3\0\0\0\7\0\0\0\10\0\0\0\11\0\0\0"
				   "0123456789";

	tap_ok(record_is(segments, 5, want, sizeof(want) - 1, 0),
	       "%s: five segments in a row", protocol);
}

/* The longest record, and what is longer by one byte and by far. */
static void test_cut(const char *protocol)
{
	uint32_t max = SUBBUF / 4, room = max - head_size();
	char *text = malloc(200000), *want = malloc(200000);
	struct tctl_segment segment = { text, 0, TCTL_SEGMENT_STRING };
	struct tctl_segment two[2];

	memset(text, 'x', 200000);
	memcpy(want, text, 200000);
	segment.size = room - 1;
	want[room - 1] = 0;
	tap_ok(record_is(&segment, 1, want, room, 0),
	       "%s: the longest record is not cut", protocol);
	segment.size = room;
	tap_ok(record_is(&segment, 1, want, room, 1),
	       "%s: one byte more is cut and flagged", protocol);
	segment.size = 200000;
	tap_ok(record_is(&segment, 1, want, room, 1),
	       "%s: a far too long string is cut and flagged", protocol);
	segment.flags = TCTL_SEGMENT_SEQUENCE | 3 << 8;
	room = (room - 4) & ~7u;
	memset(want, 'x', room + 4);
	memcpy(want, &(uint32_t){ room / 8 }, 4);
	tap_ok(record_is(&segment, 1, want, room + 4, 1),
	       "%s: a sequence is cut to whole elements", protocol);
	two[0] = (struct tctl_segment){ "short", 5, TCTL_SEGMENT_STRING };
	two[1] = (struct tctl_segment){ text, 200000, TCTL_SEGMENT_STRING };
	room = max - head_size();
	memcpy(want, "short", 6);
	memset(want + 6, 'x', room);
	want[room - 1] = 0;
	tap_ok(record_is(two, 2, want, room, 1),
	       "%s: only the long one of two is cut", protocol);
	free(text);
	free(want);
}

/* What not even fits without its variable parts is lost, and counted. */
static void test_too_long(const char *protocol)
{
	static char bytes[SUBBUF];
	struct tctl_segment segment = { bytes, SUBBUF / 4,
					TCTL_SEGMENT_FIXED };
	struct tctl_reader_packet packet;
	uint64_t before = fixture_lost(&fixture);

	tctl_record(&slot, &segment, 1);
	tap_ok(fixture_lost(&fixture) == before + 1 && take(&packet) == 0,
	       "%s: fixed parts that don't fit are lost and counted", protocol);
}

static void test_disabled(const char *protocol)
{
	struct tctl_reader_packet packet;
	uint64_t before = fixture_lost(&fixture);

	tctl_channel_enable(0, slot.index, TCTL_ID_MAX + 2);
	tctl_record(&slot, NULL, 0);
	tap_ok(take(&packet) == 0 && fixture_lost(&fixture) == before,
	       "%s: a disabled event leaves nothing", protocol);
	tctl_channel_enable(0, slot.index, ID);
	tctl_record_into(~1u, &slot, NULL, 0);
	tap_ok(take(&packet) == 0, "%s: nor one for other channels", protocol);
	tctl_record_into(1u, &slot, NULL, 0);
	tap_ok(take(&packet) == 1, "%s: but one for this channel", protocol);
}

/* A child has its own ids at once; in a counted region of its parent it must
   not write, but count. */
static void test_fork(uint32_t protocol, const char *name)
{
	uint64_t before = fixture_lost(&fixture);
	struct tctl_reader_packet packet;
	uint32_t ids[2] = { 0, 0 };
	int status = 0;
	pid_t child;

	child = fork();
	if (!child) {
		tctl_record(&slot, NULL, 0);
		_exit(0);
	}
	waitpid(child, &status, 0);
	if (protocol == TCTL_PROTOCOL_COUNTED) {
		tap_ok(fixture_lost(&fixture) == before + 1,
		       "%s: a forked child's event is counted", name);
		return;
	}
	if (take(&packet) == 1)
		memcpy(ids, got + 8, 8);
	tap_ok(ids[0] == (uint32_t)child && ids[1] == (uint32_t)child,
	       "%s: a forked child records its own ids", name);
}

/* While the flag for vfork is up, the parent's cache stays untouched. */
static void test_vfork(uint32_t protocol, const char *name)
{
	struct tctl_reader_packet packet;
	uint64_t before = fixture_lost(&fixture);
	uint32_t pid = tctl_thread.vpid;

	tctl_thread_vfork_begin();
	tctl_thread.vpid = 1;
	tctl_record(&slot, NULL, 0);
	if (protocol == TCTL_PROTOCOL_COUNTED) {
		tap_ok(take(&packet) == 1 && !memcmp(got + 8, &pid, 4) &&
			       tctl_thread.vpid == 1,
		       "%s: a vfork child asks the kernel for its pid", name);
	} else {
		tap_ok(take(&packet) == 0 &&
			       fixture_lost(&fixture) == before + 1,
		       "%s: a vfork child stays out of whole rings", name);
	}
	tctl_thread_vfork_end();
	tap_ok(record_is(NULL, 0, "", 0, 0), "%s: its parent goes on", name);
}

static void run(uint32_t protocol, uint32_t with, const char *name)
{
	contexts = with;
	fixture_make(&fixture, protocol, TCTL_MODE_DISCARD, SUBBUF, 4, -1);
	fixture_contexts(&fixture, contexts);
	tap_is(tctl_reader_init(&reader, fixture.fd), 0, "reader");
	tap_is(tctl_channel_open(0, &fixture.fd, 1), 0, name);
	fixture_event(&slot, 0, 1, ID);
	test_fixed(name);
	test_string(name);
	test_sequence(name);
	test_mixed(name);
	test_cut(name);
	test_too_long(name);
	test_disabled(name);
	if (contexts == FIXTURE_CONTEXTS) {
		test_fork(protocol, name);
		test_vfork(protocol, name);
	}
	tctl_channel_enable(0, slot.index, TCTL_ID_MAX + 2);
	tctl_channel_close(0);
	tctl_reader_release(&reader);
	fixture_release(&fixture);
}

static void test_payload(void)
{
	const struct tctl_segment segments[] = {
		{ "", 10, TCTL_SEGMENT_FIXED },
		{ "", 100, TCTL_SEGMENT_STRING },
		{ "", 101, TCTL_SEGMENT_SEQUENCE | 2 << 8 },
		{ "", UINT32_MAX, TCTL_SEGMENT_STRING },
	};
	uint32_t cap, size;

	tap_is(tctl_record_payload(segments, 3, UINT32_MAX), 10 + 101 + 104,
	       "the payload's size");
	tap_is(tctl_record_payload(segments, 4, UINT32_MAX),
	       10 + 101 + 104 + (1ull << 32), "does not overflow");
	tap_ok(!tctl_record_cut(segments, 3, 100, &cap, &size) &&
		       size <= 100 && size > 95 && cap >= 40 && cap < 44,
	       "two variable parts share what room there is");
	tap_is(tctl_record_cut(segments, 3, 14, &cap, &size), -EMSGSIZE,
	       "no room for the fixed parts");
}

int main(void)
{
	const uint32_t all = FIXTURE_CONTEXTS | TCTL_CONTEXT_PROCNAME;

	fixture_pin(0);
	prctl(PR_SET_NAME, "ring-test");
	test_payload();
	run(TCTL_PROTOCOL_COUNTED, FIXTURE_CONTEXTS, "counted");
	run(TCTL_PROTOCOL_COUNTED, all, "counted with names");
	if (!tctl_rseq_usable()) {
		tap_skip("whole rings: no rseq here");
		return tap_done();
	}
	run(TCTL_PROTOCOL_WHOLE, FIXTURE_CONTEXTS, "whole");
	run(TCTL_PROTOCOL_WHOLE, all, "whole with names");
	run(TCTL_PROTOCOL_WHOLE, 0, "whole without contexts");
	return tap_done();
}
