/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/event_class.h: an event as a stream declares it: an id for a
 * name, its kinds and its field names, whichever process, file or line it comes
 * from.
 *
 * Added by the main thread under the sessions' lock; never removed while the
 * stream exists.
 */
#ifndef TRACECTLD_EVENT_CLASS_H
#define TRACECTLD_EVENT_CLASS_H

#include <stddef.h>
#include <stdint.h>
#include "tools/lib/event_text.h"
#include "tools/tracectld/payload.h"

/* Events in which libtracectl describes the process it is in. */
#define TCTL_STATEDUMP_PREFIX	"lttng_ust_statedump:"

int tctl_event_is_statedump(const char *name);

struct tctl_event_class {
	uint32_t id;
	uint8_t level;
	uint8_t statedump;	/* one of the library's own */
	uint64_t hash;
	char *text;		/* as the first application sent it */
	size_t text_size;
	uint64_t *kinds;
	struct tctl_event_text decl;
	struct tctl_payload payload;
};

struct tctl_event_table {
	struct tctl_event_class **classes;	/* by id */
	uint32_t nr, size;
	uint32_t *buckets;			/* id + 1, open addressing */
	uint32_t nr_buckets;			/* power of two */
	int foreign;				/* records are of the other
						   byte order */
};

void tctl_event_table_release(struct tctl_event_table *table);

/*
 * Find the class of an event, or add it. text and kinds are copied. Returns 0,
 * 1 when it was added, -EINVAL, -ENOSPC (no ids left) or -ENOMEM.
 */
int tctl_event_table_get(struct tctl_event_table *table, const char *text,
			 size_t text_size, const uint64_t *kinds,
			 unsigned int nr_fields, unsigned int level,
			 uint32_t *ret_id);

#endif
