// SPDX-License-Identifier: GPL-2.0-or-later
/* packet_walk.c: see packet_walk.h. */
#include <string.h>
#include <tracectl/abi/ring.h>
#include "tools/tracectld/foreign.h"
#include "tools/tracectld/packet_walk.h"

#define TIME_MASK	((1ull << 48) - 1)

static size_t context_size(uint32_t contexts)
{
	return (contexts & TCTL_CONTEXT_VPID ? 4 : 0) +
	       (contexts & TCTL_CONTEXT_VTID ? 4 : 0) +
	       (contexts & TCTL_CONTEXT_PROCNAME ? 16 : 0);
}

uint32_t tctl_record_size(const struct tctl_event_table *events,
			  uint32_t contexts, uint32_t id, const void *bytes,
			  uint32_t available)
{
	size_t context = context_size(contexts);
	int64_t length;

	if (id >= events->nr || available < context)
		return UINT32_MAX;
	length = tctl_payload_length(&events->classes[id]->payload,
				     events->foreign,
				     (const char *)bytes + context,
				     available - context);
	return length < 0 ? UINT32_MAX : (uint32_t)(context + (size_t)length);
}

void tctl_packet_walk(const struct tctl_event_table *events, uint32_t contexts,
		      const struct tctl_walk_times *times, const char *bytes,
		      size_t size, struct tctl_walk *ret_walk)
{
	struct tctl_walk walk = { .end_ns = times->begin_ns };
	uint64_t header, ahead;
	uint32_t length, id;
	size_t at = 0;

	while (at + sizeof(header) <= size) {
		memcpy(&header, bytes + at, sizeof(header));
		if (events->foreign)
			header = tctl_foreign_header(header);
		ahead = (TCTL_RECORD_NS(header) - walk.end_ns) & TIME_MASK;
		at += sizeof(header);
		id = TCTL_RECORD_ID(header);
		length = tctl_record_size(events, contexts, id, bytes + at,
					  (uint32_t)(size - at));
		if (length == UINT32_MAX || ahead >> 47 ||
		    walk.end_ns + ahead < times->floor_ns ||
		    walk.end_ns + ahead > times->ceiling_ns)
			break;
		walk.end_ns += ahead;
		walk.size = at + length;
		walk.events++;
		walk.statedump += events->classes[id]->statedump;
		at = (walk.size + 7) & ~(size_t)7;
	}
	walk.damaged = walk.size != size;
	*ret_walk = walk;
}
