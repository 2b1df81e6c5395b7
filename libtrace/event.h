/* SPDX-License-Identifier: MIT */
/*
 * libtrace/event.h: the process's events: one per distinct (text, kinds),
 * however many sites and objects carry it. Never freed: an index once handed
 * out stays valid while code of an unloaded object may still run.
 *
 * The table is one reserved virtual array of TCTL_MAX_EVENTS entries, so that
 * an index is all a slot has to hold and looking one up is one addition.
 *
 * Locking: entries are added and slots counted by object.c under
 * tctl_object_lock (never held on the record path). ids[] are written by the agent, read inside the record path with
 * relaxed loads; see doc/ordering.md.
 */
#ifndef LIBTRACE_EVENT_H
#define LIBTRACE_EVENT_H

#include <stdint.h>
#include <tracectl/abi/app.h>
#include <tracectl/abi/site.h>

#define TCTL_MAX_EVENTS		65536u
#define TCTL_ID_NONE		0xffffu

/* Assembly uses the offsets of channels and ids. */
struct tctl_event {
	uint32_t channels;		/* bit k: ids[k] != TCTL_ID_NONE */
	uint32_t index;			/* own place in the table, from 1 */
	uint16_t ids[TCTL_MAX_CHANNELS];	/* id in channel k, offset 8 */
	const uint64_t *kinds;		/* copies: the object may go away */
	const char *text;
	uint16_t nr_fields;
	uint8_t level;
	uint8_t heard;			/* a listener wants it */
	uint32_t nr_slots;		/* loaded slots that carry it */
	uint64_t hash;			/* of text and kinds */
	uint32_t next;			/* in its hash chain, index or 0 */
	uint32_t name;			/* index of its provider:name, see gate.h */
	uint8_t sited;			/* an object's, and not our own */
} __attribute__((aligned(128)));
TCTL_ASSERT_OFFSET(struct tctl_event, ids, 8);
TCTL_ASSERT_SIZE(struct tctl_event, 128);

extern struct tctl_event *const tctl_events
	__attribute__((visibility("hidden")));	/* [TCTL_MAX_EVENTS]; entry 0 is
						   never recorded (channels 0) */

/*
 * Find or add the event of a slot and store its index in the slot. Returns 0,
 * -ENOSPC (table full), -ENOMEM or -EINVAL (slot is malformed). *ret_new is
 * set when the daemon does not know the event yet.
 */
int tctl_event_register(struct tctl_event_slot *slot, int *ret_new);

/* The object of the slot goes away. The event stays. */
void tctl_event_unregister(struct tctl_event_slot *slot);

/* Number of events; indices run from 1 to this. */
uint32_t tctl_event_count(void);

#endif
