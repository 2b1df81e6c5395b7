/* SPDX-License-Identifier: MIT */
/*
 * libtrace/ring_counted.h: writing into counted rings: reserve by compare-and-
 * swap, write, count. The region belongs to this process alone. Async-signal-
 * safe, no locks; the caller holds the channel's user count.
 */
#ifndef LIBTRACE_RING_COUNTED_H
#define LIBTRACE_RING_COUNTED_H

#include "libtrace/channel_layout.h"

/* Write item with this id into a ring of the mapping, of cpu preferably.
   Returns DONE or LOST (counted). errno may change. */
int tctl_ring_counted_record(struct tctl_mapping *mapping, unsigned int cpu,
			     const struct tctl_item *item, uint32_t id);

/* Close the partial sub-buffer of each ring of the mapping. */
void tctl_ring_counted_flush(struct tctl_mapping *mapping);

#endif
