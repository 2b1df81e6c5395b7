/* SPDX-License-Identifier: MIT */
/*
 * libtrace/object.h: the traced objects (executable and shared objects) of this
 * process, found by their .note.tracectl with dl_iterate_phdr.
 *
 * Exported by object.c for the objects themselves, see <tracectl/object.h>:
 * tctl_object_register().
 */
#ifndef LIBTRACE_OBJECT_H
#define LIBTRACE_OBJECT_H

#include <stdint.h>
#include <tracectl/abi/site.h>
#include <libtrace/site.h>

/*
 * Look at the loaded objects again: register new ones (events, gates, values;
 * set their record function; bring their sites to the current state), forget
 * those that are gone. Called by the library's constructor, by each traced
 * object's early constructor and destructor, after dlopen and dlclose.
 * Returns the number of events the daemon doesn't know yet, or -errno.
 */
int tctl_object_scan(void);

/* The same for who does not wait until the daemon knows what is new: the objects
   that are found do, should their constructors not have run yet. */
int tctl_object_scan_ahead(void);

/* 1 while any loaded object has at least one gate or event slot (the library's
   own statedump slots don't count), or a bridge has an event. */
int tctl_object_any_sites(void);

/* What objects call when a site is hit, those to come, too. tctl_record() at
   first. */
void tctl_object_record_by(tctl_record_fn *function);

/*
 * Called without locks when an object that registered itself brought events
 * that the daemon doesn't know; NULL until the agent sets it, in the library's
 * constructor, after its first scan.
 */
extern void (*tctl_object_on_new_events)(void);

/*
 * tctl_object_lock protects the list of objects, the states of their sites,
 * the gates, the events and the immediates. Recursive. Taken before the dynamic
 * linker's own lock. Around fork: take it before; in the parent release it, in
 * the child renew it.
 */
void tctl_object_lock(void);
void tctl_object_unlock(void);
void tctl_object_lock_renew(void);

/* A note's sections, checked. Shared with nothing on disk: for loaded ones. */
struct tctl_object_view {
	const struct tctl_site *sites;
	uint32_t nr_sites;
	uint32_t events_size;
	struct tctl_event_slot *events;
	struct tctl_object *object;
};

#define TCTL_MAX_SEGMENTS	16

struct tctl_segment_map {
	uintptr_t begin;
	uintptr_t end;
	uint32_t flags;		/* PF_* */
};

/* An object that is or was loaded. All under tctl_object_lock. */
struct tctl_loaded {
	struct tctl_loaded *next;
	size_t size;		/* of this mapping */
	struct tctl_object_view view;
	struct tctl_segment_map segments[TCTL_MAX_SEGMENTS];
	unsigned int nr_segments;
	int seen;		/* by the scan that is running */
	int leaving;		/* it called unregister of its tctl_object */
	int ahead;		/* found by tctl_object_scan_ahead(), brought
				   new events, has not registered itself */
	int is_main;		/* the executable: never unloaded */
	int protection;		/* PROT_* of its text */
	uint32_t traceable;	/* its gates and slots but our statedump's */
	uint32_t nr_sites;	/* of sites[]; sorted by address */
	struct tctl_site_state sites[];
};

/* The first object, NULL: none. Leaving ones are not to be touched. */
struct tctl_loaded *tctl_object_first(void);

#endif
