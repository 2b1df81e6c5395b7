/* SPDX-License-Identifier: MIT */
/*
 * libtrace/object.h: the traced objects (executable and shared objects) of this
 * process, found by their .note.tracectl with dl_iterate_phdr.
 */
#ifndef LIBTRACE_OBJECT_H
#define LIBTRACE_OBJECT_H

#include <stdint.h>
#include <tracectl/abi/site.h>

/*
 * Look at the loaded objects again: register new ones (events, gates, values;
 * set their record function; bring their sites to the current state), forget
 * those that are gone. Called by the library's constructor, by each traced
 * object's early constructor and destructor, after dlopen and dlclose.
 * Returns the number of events the daemon doesn't know yet, or -errno.
 */
int tctl_object_scan(void);

/* 1 while any loaded object has at least one gate or event slot (the library's
   own statedump slots don't count). */
int tctl_object_any_sites(void);

/* A note's sections, checked. Shared with nothing on disk: for loaded ones. */
struct tctl_object_view {
	const struct tctl_site *sites;
	uint32_t nr_sites;
	struct tctl_event_slot *events;
	uint32_t events_size;
	struct tctl_object *object;
};

#endif
