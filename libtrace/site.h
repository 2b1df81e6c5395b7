/* SPDX-License-Identifier: MIT */
/*
 * libtrace/site.h: the sites of the loaded objects as the process knows them:
 * where their bytes are, what decides about them, and what they were last set
 * to, so that a change looks at this table and not at the text.
 *
 * Locking: all under tctl_object_lock (object.h).
 */
#ifndef LIBTRACE_SITE_H
#define LIBTRACE_SITE_H

#include <stddef.h>
#include <stdint.h>
#include <tracectl/abi/site.h>

struct tctl_site_state {
	uint8_t *code;
	const void *variable;	/* the immediate; NULL: gate of a name */
	const struct tctl_site *ways;	/* of a switch: their records */
	uint64_t applied;	/* a gate: 0 or 1; a value: the immediate; a
				   switch: index of the way */
	uint32_t name;		/* index of the provider:name, see gate.h */
	uint8_t kind;		/* TCTL_SITE_GATE, _VALUE, _SWITCH */
	uint8_t size;		/* of the variable */
	uint8_t offset;		/* a value: from code to its immediate */
	uint8_t settled : 1;	/* a value: its own gate is dormant */
	uint8_t data : 1;	/* TCTL_SITE_DATA */
	uint8_t loaded : 1;	/* a value, a switch: threads may be on the way
				   that loads the variable, since whenever */
	int32_t target;		/* an open gate's, from code: TCTL_SITE_TARGET */
};

struct tctl_loaded;

/* Check the record and fill in the state. Returns 0, -ENOENT (nothing to
   patch there) or -EINVAL (points outside of the object). */
int tctl_site_read(const struct tctl_loaded *object,
		   const struct tctl_site *site, struct tctl_site_state *ret);

/* Sort by address, in place. */
void tctl_site_sort(struct tctl_site_state *sites, size_t nr);

/* Sites that hold foreign bytes (a breakpoint), were left alone, and so keep
   their former state. */
struct tctl_site_busy {
	uint32_t names;		/* gates of names */
	uint32_t immediates;	/* sites of immediates */
};

/*
 * Bring every site of all objects, or of one, to the state that its name's
 * wants or its variable's value ask for, with one synchronisation at the end.
 * Returns 0 or the first -errno. ret_busy may be NULL.
 */
int tctl_site_update(struct tctl_loaded *only, struct tctl_site_busy *ret_busy);

/*
 * Before a variable is stored: let those of its sites load it that hold it
 * themselves and may have threads on the way that loads. Else such a thread
 * would see the new value, and at its next look the former one.
 */
void tctl_site_prepare(const void *variable);

/* Early: while no other thread can run the code, without synchronisation. */
int tctl_site_update_early(struct tctl_site_busy *ret_busy);

#endif
