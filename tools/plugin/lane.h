/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/lane.h: rows of a picture of time, each a sequence of items that
 * do not overlap, in bounded memory.
 *
 * All items are kept while there is room. When there is none, the resolution is
 * halved until half of the room is free again: neighbours that together are no
 * longer than the resolution become one item, which says how many there were,
 * how long they were in all, and the label of the longest. Longer items are
 * never touched, so what can be seen at a resolution is exact.
 */
#ifndef TRACECTL_PLUGIN_LANE_H
#define TRACECTL_PLUGIN_LANE_H

#include <jansson.h>
#include "tools/plugin/map.h"

struct tctl_lane_item {
	int64_t begin_ns, end_ns;
	int64_t busy_ns;	/* of what was merged, in all */
	int64_t longest_ns;	/* the one that the label is of */
	uint32_t label, count;
};

/* Whose and of what; of a CPU from run to cpumark, of a thread from state on. */
enum tctl_lane_kind {
	TCTL_LANE_RUN,
	TCTL_LANE_IRQ,
	TCTL_LANE_CPU_MARK,
	TCTL_LANE_STATE,
	TCTL_LANE_CALL,
	TCTL_LANE_SPAN,
	TCTL_LANE_MARK,
	TCTL_NR_LANES
};
/* As in the page's data. */
extern const char *const tctl_lane_names[TCTL_NR_LANES];

struct tctl_lane {
	struct tctl_key key;	/* owner, kind and depth in one number */
	enum tctl_lane_kind kind;
	int64_t owner;		/* a CPU or tid */
	unsigned int depth;
	size_t nr, space;
	struct tctl_lane_item *items;
};

struct tctl_lanes {
	struct tctl_map lanes;
	size_t nr_items, max_items, max_lanes;
	int64_t resolution_ns;	/* 0: exact */
	uint64_t nr_dropped;	/* items of lanes beyond max_lanes */
};

void tctl_lanes_init(struct tctl_lanes *lanes, size_t max_items,
		     size_t max_lanes);
void tctl_lanes_release(struct tctl_lanes *lanes);

/* Items of a lane come in the order of time. depth: below 256. */
void tctl_lanes_add(struct tctl_lanes *lanes, enum tctl_lane_kind kind,
		    int64_t owner, unsigned int depth, int64_t begin_ns,
		    int64_t end_ns, uint32_t label);

/* [{"kind", "owner", "depth", "items": how many, "data"}]: data is base64 of
   numbers, seven bits a byte, least first: for each item the time since the end
   of the one before (the first since zero_ns), the duration, twice the label,
   plus 1 if it was merged; then count and busy_ns follow. */
json_t *tctl_lanes_json(const struct tctl_lanes *lanes, int64_t zero_ns);

#endif
