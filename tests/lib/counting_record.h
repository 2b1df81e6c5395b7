/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/lib/counting_record.h: a record function that counts calls, for tests
   of sites without rings. */
#ifndef TESTS_COUNTING_RECORD_H
#define TESTS_COUNTING_RECORD_H

#include <libtrace/channel.h>

static int records;	/* atomic, relaxed: tests read it when threads ended */

void tctl_record(struct tctl_event_slot *slot,
		 const struct tctl_segment *segments, unsigned int nr_segments)
{
	(void)segments;
	(void)nr_segments;
	if (slot->index)
		__atomic_fetch_add(&records, 1, __ATOMIC_RELAXED);
}

/* The bare probe: a gate, and a slot without fields behind it. */
#define BARE_PROBE(text) \
	do { \
		struct tctl_event_slot *bare_slot; \
		TCTL_GATE(text, bare_open); \
		break; \
	bare_open: \
		TCTL_EVENT_SLOT(bare_slot, text, 6, 0, 0); \
		tctl_object.record(bare_slot, 0, 0); \
	} while (0)

#endif
