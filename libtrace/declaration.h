/* SPDX-License-Identifier: MIT */
/*
 * libtrace/declaration.h: what a slot declares, in one form whichever of the two
 * it is written in: with a text and kinds of its own, or by a struct
 * tctl_declaration.
 *
 * Locking: the caller holds tctl_object_lock.
 */
#ifndef LIBTRACE_DECLARATION_H
#define LIBTRACE_DECLARATION_H

#include <stdint.h>
#include <tracectl/abi/site.h>

/* Longer ones no daemon takes. */
#define TCTL_DECLARATION_MAX	49152u

struct tctl_declared {
	const char *text;
	const uint64_t *kinds;
	uint16_t nr_fields;
	uint8_t level;
};

/*
 * Returns 0, or -EINVAL: the slot is malformed, or its declaration too long.
 * What *ret points to belongs to the slot's object, or is overwritten by the
 * next call.
 */
int tctl_declaration_read(const struct tctl_event_slot *slot,
			  struct tctl_declared *ret);

#endif
