// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tests/unit/lttng_recorder.c: the channel operations that an LTTng-UST
 * provider's code calls: events within events, long ones, strings that change
 * under our hands, no memory.
 */
#include <stdlib.h>
#include <string.h>
#include <lttng/ust-ringbuffer-context.h>
#include "probes/lttng-ust/recorder.h"
#include "tests/lib/tap.h"

static struct tctl_recorder recorder;
static char got[70000];
static size_t got_size;
static unsigned int records, lost;

static void record(struct tctl_event_slot *slot,
		   const struct tctl_segment *segments, unsigned int nr)
{
	(void)slot;
	if (nr != 1 || segments->flags != TCTL_SEGMENT_FIXED)
		abort();
	if (segments->size > sizeof(got)) {
		lost++;
		return;
	}
	records++;
	got_size = segments->size;
	memcpy(got, segments->base, got_size);
}

static const struct lttng_ust_channel_buffer_ops *ops(void)
{
	return recorder.recorder.chan->ops;
}

static int reserve(struct lttng_ust_ring_buffer_ctx *ctx, size_t size)
{
	lttng_ust_ring_buffer_ctx_init(ctx, &recorder.recorder, size, 1, NULL);
	return ops()->event_reserve(ctx);
}

static int is_got(const char *bytes, size_t size)
{
	return got_size == size && !memcmp(got, bytes, size);
}

static void test_write(void)
{
	struct lttng_ust_ring_buffer_ctx ctx;

	tap_is(reserve(&ctx, 18), 0, "an event is begun");
	ops()->event_write(&ctx, "1", 1, 1);
	ops()->event_write(&ctx, "22", 2, 1);
	ops()->event_write(&ctx, "4444", 4, 1);
	ops()->event_write(&ctx, "88888888", 8, 1);
	ops()->event_write(&ctx, "333", 3, 1);
	ops()->event_write(&ctx, "too much", 8, 1);
	ops()->event_commit(&ctx);
	tap_ok(is_got("122444488888888333", 18), "it is what was written");
}

static void test_strings(void)
{
	struct lttng_ust_ring_buffer_ctx ctx;

	reserve(&ctx, 6 + 6 + 6 + 1);
	ops()->event_strcpy(&ctx, "hello", 6);
	ops()->event_strcpy(&ctx, "he\0lo", 6);
	ops()->event_strcpy(&ctx, "hello and more", 6);
	ops()->event_strcpy(&ctx, "", 1);
	ops()->event_commit(&ctx);
	tap_ok(is_got("hello\0he###\0hello\0\0", 19),
	       "strings keep the length they had");
	reserve(&ctx, 5 + 3 + 3);
	ops()->event_pstrcpy_pad(&ctx, "abc", 5);
	ops()->event_pstrcpy_pad(&ctx, "abcdef", 3);
	ops()->event_pstrcpy_pad(&ctx, "", 3);
	ops()->event_commit(&ctx);
	tap_ok(is_got("abc\0\0abc\0\0\0", 11), "texts are padded");
}

/* As signal handlers do, an event inside of another: 100 of them. */
static void nest(unsigned int depth)
{
	struct lttng_ust_ring_buffer_ctx ctx;
	char want[200];

	memset(want, (int)depth, sizeof(want));
	if (reserve(&ctx, sizeof(want)))
		return;
	ops()->event_write(&ctx, want, 100, 1);
	if (depth < 100)
		nest(depth + 1);
	ops()->event_write(&ctx, want + 100, 100, 1);
	ops()->event_commit(&ctx);
	if (!is_got(want, sizeof(want)))
		abort();
}

static void test_nested(void)
{
	unsigned int before;

	records = lost = 0;
	nest(1);
	tap_is(records + lost, 69, "small and large places are used up");
	tap_is(lost, 1, "what finds none is counted");
	before = records;
	nest(1);
	tap_is(records, 2 * before, "all of them are free again");
}

static void test_long(void)
{
	struct lttng_ust_ring_buffer_ctx ctx;
	char *bytes = malloc(65536);

	memset(bytes, 'x', 65536);
	records = lost = 0;
	tap_is(reserve(&ctx, 65536), 0, "as long as any record");
	ops()->event_write(&ctx, bytes, 65536, 1);
	ops()->event_commit(&ctx);
	tap_ok(records == 1 && is_got(bytes, 65536), "it is recorded");
	tap_ok(reserve(&ctx, 70000) < 0, "a longer one is refused");
	tap_ok(reserve(&ctx, SIZE_MAX) < 0, "the longest, too");
	tap_is(lost, 2, "both are counted");
	free(bytes);
}

int main(void)
{
	tctl_recorder_begin(record);
	tctl_recorder_init(&recorder, NULL);
	test_write();
	test_strings();
	test_nested();
	test_long();
	return tap_done();
}
