/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/lane.c: appending, merging, packing.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/lane.h"
#include "tools/plugin/packed.h"

#define FIRST_RESOLUTION_NS	1000

const char *const tctl_lane_names[TCTL_NR_LANES] = {
	[TCTL_LANE_RUN] = "run",
	[TCTL_LANE_IRQ] = "irq",
	[TCTL_LANE_CPU_MARK] = "cpumark",
	[TCTL_LANE_STATE] = "state",
	[TCTL_LANE_CALL] = "call",
	[TCTL_LANE_SPAN] = "span",
	[TCTL_LANE_MARK] = "mark",
};

void tctl_lanes_init(struct tctl_lanes *lanes, size_t max_items,
		     size_t max_lanes)
{
	memset(lanes, 0, sizeof(*lanes));
	tctl_map_init(&lanes->lanes, sizeof(struct tctl_lane));
	lanes->max_items = max_items;
	lanes->max_lanes = max_lanes;
}

void tctl_lanes_release(struct tctl_lanes *lanes)
{
	size_t i;

	for (i = 0; i < lanes->lanes.nr; i++)
		free(((struct tctl_lane *)lanes->lanes.records[i])->items);
	tctl_map_release(&lanes->lanes);
}

/* NULL: there are too many. */
static struct tctl_lane *lane_get(struct tctl_lanes *lanes,
				  enum tctl_lane_kind kind, int64_t owner,
				  unsigned int depth)
{
	uint64_t number = (uint64_t)owner << 16 | kind << 8 | depth;
	struct tctl_lane *lane = tctl_map_find(&lanes->lanes, number, NULL);

	if (lane || lanes->lanes.nr == lanes->max_lanes)
		return lane;
	lane = tctl_map_get(&lanes->lanes, number, NULL);
	lane->kind = kind;
	lane->owner = owner;
	lane->depth = depth;
	return lane;
}

/* True: item is part of last now. */
static bool item_merge(struct tctl_lane_item *last,
		       const struct tctl_lane_item *item,
		       int64_t resolution_ns)
{
	if (!resolution_ns || item->end_ns - last->begin_ns > resolution_ns)
		return false;
	last->end_ns = item->end_ns;
	last->busy_ns += item->busy_ns;
	last->count += item->count;
	if (item->longest_ns > last->longest_ns) {
		last->longest_ns = item->longest_ns;
		last->label = item->label;
	}
	return true;
}

static void lane_coarsen(struct tctl_lane *lane, int64_t resolution_ns)
{
	size_t from, to = 0;

	for (from = 1; from < lane->nr; from++)
		if (!item_merge(&lane->items[to], &lane->items[from],
				resolution_ns))
			lane->items[++to] = lane->items[from];
	if (lane->nr)
		lane->nr = to + 1;
}

/* Ends at the latest when each lane has one item: of whatever length, a
   resolution is longer. */
static void lanes_coarsen(struct tctl_lanes *lanes)
{
	struct tctl_lane *lane;
	size_t i;

	while (lanes->nr_items > lanes->max_items / 2 &&
	       lanes->resolution_ns < INT64_MAX / 2) {
		lanes->resolution_ns = lanes->resolution_ns ?
				       2 * lanes->resolution_ns :
				       FIRST_RESOLUTION_NS;
		lanes->nr_items = 0;
		for (i = 0; i < lanes->lanes.nr; i++) {
			lane = (struct tctl_lane *)lanes->lanes.records[i];
			lane_coarsen(lane, lanes->resolution_ns);
			lanes->nr_items += lane->nr;
		}
	}
}

static void lane_append(struct tctl_lane *lane,
			const struct tctl_lane_item *item)
{
	if (lane->nr == lane->space) {
		lane->space = lane->space ? 2 * lane->space : 16;
		lane->items = tctl_plugin_memory(reallocarray(lane->items,
				lane->space, sizeof(*lane->items)));
	}
	lane->items[lane->nr++] = *item;
}

void tctl_lanes_add(struct tctl_lanes *lanes, enum tctl_lane_kind kind,
		    int64_t owner, unsigned int depth, int64_t begin_ns,
		    int64_t end_ns, uint32_t label)
{
	struct tctl_lane *lane = lane_get(lanes, kind, owner, depth);
	struct tctl_lane_item item = {
		.begin_ns = begin_ns, .end_ns = end_ns,
		.busy_ns = end_ns - begin_ns, .longest_ns = end_ns - begin_ns,
		.label = label, .count = 1,
	};

	if (!lane) {
		lanes->nr_dropped++;
		return;
	}
	if (lane->nr && item_merge(&lane->items[lane->nr - 1], &item,
				   lanes->resolution_ns))
		return;
	lane_append(lane, &item);
	if (++lanes->nr_items > lanes->max_items)
		lanes_coarsen(lanes);
}

static json_t *lane_json(const struct tctl_lane *lane, int64_t zero_ns)
{
	struct tctl_packed packed = { 0 };
	const struct tctl_lane_item *item;
	int64_t last = zero_ns;
	json_t *data;
	size_t i;

	for (i = 0; i < lane->nr; i++) {
		item = &lane->items[i];
		tctl_packed_add(&packed, item->begin_ns > last ?
				item->begin_ns - last : 0);
		tctl_packed_add(&packed, item->end_ns - item->begin_ns);
		tctl_packed_add(&packed, 2 * (uint64_t)item->label +
				(item->count > 1));
		if (item->count > 1) {
			tctl_packed_add(&packed, item->count);
			tctl_packed_add(&packed, item->busy_ns);
		}
		last = item->end_ns;
	}
	data = tctl_packed_json(&packed);
	return tctl_plugin_memory(json_pack("{sssIsIsIso}", "kind",
		tctl_lane_names[lane->kind],
		"owner", (json_int_t)lane->owner,
		"depth", (json_int_t)lane->depth,
		"items", (json_int_t)lane->nr, "data", data));
}

json_t *tctl_lanes_json(const struct tctl_lanes *lanes, int64_t zero_ns)
{
	json_t *list = tctl_plugin_memory(json_array());
	size_t i;

	for (i = 0; i < lanes->lanes.nr; i++)
		json_array_append_new(list, lane_json((struct tctl_lane *)
					lanes->lanes.records[i], zero_ns));
	return list;
}
