/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/event_class.h: an event as a stream declares it: an id for a
 * name, its kinds and its field names, whichever process, file or line it comes
 * from. Also knows how long such a record is on the wire.
 *
 * Added by the main thread under the sessions' lock; never removed while the
 * stream exists.
 */
#ifndef TRACECTLD_EVENT_CLASS_H
#define TRACECTLD_EVENT_CLASS_H

#include <stddef.h>
#include <stdint.h>
#include "tools/lib/event_text.h"

/* Events in which libtracectl describes the process it is in. */
#define TCTL_STATEDUMP_PREFIX	"lttng_ust_statedump:"

int tctl_event_is_statedump(const char *name);

/* Part of a payload: bytes to skip, then perhaps something of variable size. */
struct tctl_wire_step {
	uint32_t skip;
	uint8_t variable;	/* 0, TCTL_KIND_STRING or TCTL_KIND_UINT: a
				   sequence */
	uint8_t log2;		/* of its elements */
};

struct tctl_event_class {
	uint32_t id;
	uint8_t level;
	uint8_t statedump;	/* one of the library's own */
	uint64_t hash;
	char *text;		/* as the first application sent it */
	size_t text_size;
	uint64_t *kinds;
	struct tctl_event_text decl;
	unsigned int nr_steps;
	struct tctl_wire_step *steps;
};

struct tctl_event_table {
	struct tctl_event_class **classes;	/* by id */
	uint32_t nr, size;
	uint32_t *buckets;			/* id + 1, open addressing */
	uint32_t nr_buckets;			/* power of two */
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

/* Length of the payload at bytes (of at most size), -1: it does not end there.*/
int64_t tctl_event_class_length(const struct tctl_event_class *class,
				const char *bytes, size_t size);

#endif
