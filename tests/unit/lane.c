/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/unit/lane.c: lanes keep what fits exactly, and merge beyond it. */
#include <string.h>
#include "tests/lib/tap.h"
#include "tools/plugin/lane.h"
#include "tools/plugin/packed.h"

static struct tctl_lanes lanes;

static struct tctl_lane *lane_at(size_t i)
{
	return (struct tctl_lane *)lanes.lanes.records[i];
}

static int packed_is(const uint64_t *numbers, size_t nr, const char *text)
{
	struct tctl_packed packed = { 0 };
	json_t *json;
	int same;
	size_t i;

	for (i = 0; i < nr; i++)
		tctl_packed_add(&packed, numbers[i]);
	json = tctl_packed_json(&packed);
	same = !strcmp(json_string_value(json), text);
	json_decref(json);
	return same;
}

static void test_packed(void)
{
	static const uint64_t numbers[] = { 0, 127, 128, 300 };
	static const uint64_t largest[] = { UINT64_MAX };

	tap_ok(packed_is(NULL, 0, ""), "nothing");
	tap_ok(packed_is(numbers, 1, "AA=="), "a byte");
	tap_ok(packed_is(numbers, 2, "AH8="), "two bytes");
	tap_ok(packed_is(numbers, 4, "AH+AAawC"), "numbers of several bytes");
	tap_ok(packed_is(largest, 1, "////////////AQ=="), "the largest number");
}

static void test_exact(void)
{
	json_t *json, *lane;

	tctl_lanes_init(&lanes, 100, 2);
	tctl_lanes_add(&lanes, TCTL_LANE_CALL, 7, 0, 1000, 1300, 5);
	tctl_lanes_add(&lanes, TCTL_LANE_CALL, 7, 0, 1310, 1310, 6);
	tctl_lanes_add(&lanes, TCTL_LANE_CALL, 8, 1, 1000, 2000, 5);
	tctl_lanes_add(&lanes, TCTL_LANE_CALL, 9, 0, 1000, 2000, 5);
	tap_is(lanes.resolution_ns, 0, "what fits is exact");
	tap_is(lanes.nr_dropped, 1, "lanes beyond the limit are counted");
	json = tctl_lanes_json(&lanes, 1000);
	lane = json_array_get(json, 0);
	tap_is(json_array_size(json), 2, "a row for each lane");
	tap_is(json_integer_value(json_object_get(lane, "items")), 2,
	       "with its items");
	/* 0, 300, 10; 10, 0, 12 */
	tap_ok(!strcmp(json_string_value(json_object_get(lane, "data")),
		       "AKwCCgoADA=="), "packed");
	json_decref(json);
	tctl_lanes_release(&lanes);
}

/* 1000 items of 10 ns every 100 ns, one of 1 s behind them. */
static void test_merged(void)
{
	uint64_t count = 0, busy = 0, i;
	struct tctl_lane *lane;

	tctl_lanes_init(&lanes, 100, 10);
	for (i = 0; i < 1000; i++)
		tctl_lanes_add(&lanes, TCTL_LANE_CALL, 7, 0, i * 100, i * 100 + 10,
			       i == 500 ? 1 : 2);
	tctl_lanes_add(&lanes, TCTL_LANE_CALL, 7, 0, 200000, 1000200000, 3);
	lane = lane_at(0);
	tap_ok(lane->nr <= 100 && lane->nr == lanes.nr_items,
	       "no more items than there is room for");
	tap_ok(lanes.resolution_ns >= 1000 && lanes.resolution_ns <= 8000,
	       "no coarser than need be");
	for (i = 0; i < lane->nr; i++) {
		count += lane->items[i].count;
		busy += lane->items[i].busy_ns;
	}
	tap_is(count, 1001, "none is lost");
	tap_is(busy, 10000 + 1000000000, "nor its time");
	tap_ok(lane->items[lane->nr - 1].count == 1 &&
	       lane->items[lane->nr - 1].begin_ns == 200000,
	       "a long one stays alone");
	tctl_lanes_release(&lanes);
}

static void test_longest(void)
{
	struct tctl_lane *lane;

	tctl_lanes_init(&lanes, 2, 10);
	tctl_lanes_add(&lanes, TCTL_LANE_CALL, 7, 0, 0, 10, 1);
	tctl_lanes_add(&lanes, TCTL_LANE_CALL, 7, 0, 20, 60, 2);
	tctl_lanes_add(&lanes, TCTL_LANE_CALL, 7, 0, 70, 80, 3);
	lane = lane_at(0);
	tap_is(lane->nr, 1, "merged into one");
	tap_is(lane->items[0].label, 2, "with the label of the longest");
	tap_is(lane->items[0].end_ns, 80, "up to the last one's end");
	tctl_lanes_release(&lanes);
}

int main(void)
{
	test_packed();
	test_exact();
	test_merged();
	test_longest();
	return tap_done();
}
