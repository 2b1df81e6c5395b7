/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/packet_walk.h: goes through the records of a packet before
 * it is written: counts them and finds the first that is not what its stream
 * declares, so that nothing an application does to its rings makes its trace
 * unreadable. Pure function; bytes are a private copy.
 */
#ifndef TRACECTLD_PACKET_WALK_H
#define TRACECTLD_PACKET_WALK_H

#include <stddef.h>
#include <stdint.h>
#include "tools/tracectld/event_class.h"

struct tctl_walk {
	uint64_t events;	/* good ones */
	uint64_t statedump;	/* those of them that are the library's own */
	uint64_t size;		/* bytes up to the last good one's end */
	uint64_t end_ns;	/* its time */
	int damaged;		/* something follows that makes no sense */
};

/* begin_ns: reference for the records' 48-bit times. No record may be earlier
   than floor_ns or later than ceiling_ns. */
struct tctl_walk_times {
	uint64_t begin_ns, floor_ns, ceiling_ns;
};

/* contexts: TCTL_CONTEXT_*. */
void tctl_packet_walk(const struct tctl_event_table *events, uint32_t contexts,
		      const struct tctl_walk_times *times, const char *bytes,
		      size_t size, struct tctl_walk *ret_walk);

/* Bytes behind the header of a record with this id: context and payload;
   UINT32_MAX: there can be no such record. */
uint32_t tctl_record_size(const struct tctl_event_table *events,
			  uint32_t contexts, uint32_t id, const void *bytes,
			  uint32_t available);

#endif
