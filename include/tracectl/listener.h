/* SPDX-License-Identifier: MIT */
/*
 * tracectl/listener.h: hearing the events of the process, beside whoever records
 * them: for a library that makes our probes known to another tracer. What it
 * turns on opens gates as a session of ours does.
 *
 *	static struct tctl_listener listener = { .news = news, .hit = hit };
 *
 *	tctl_library_init();
 *	tctl_listener_register(&listener);
 *
 * Exported by libtracectl. None of these calls is for signal handlers, and none
 * may be made from hit.
 */
#ifndef TRACECTL_LISTENER_H
#define TRACECTL_LISTENER_H

#include <tracectl/abi/site.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Lives as long as the process. */
struct tctl_listener {
	/*
	 * There may be events that tctl_listener_event() did not know so far.
	 * Called without the library's locks, by constructors of traced
	 * objects, whoever else finds out, and once by the registration.
	 */
	void (*news)(void);
	/*
	 * An event that is turned on was hit: anywhere, in signal handlers, in
	 * vfork children. It may come a little after the event is turned off.
	 */
	void (*hit)(uint32_t index, const struct tctl_segment *segments,
		    unsigned int nr_segments);
};

/* What abi/site.h says of an event. All stays as it is as long as the process. */
struct tctl_listener_event {
	const char *text;
	const uint64_t *kinds;
	unsigned int nr_fields;
	unsigned int level;
};

/* Idempotent: who is called by constructors of others may be earlier than the
   library's own. */
void tctl_library_init(void);

/* Returns 0 or -EBUSY: there is one already. */
int tctl_listener_register(struct tctl_listener *listener);

/* Events have indices from 1. Returns 0, -ENOENT (no event has this index, yet)
   or -ENXIO (it has no site: it is a bridge's or the library's). */
int tctl_listener_event(uint32_t index, struct tctl_listener_event *ret);

/*
 * Want to hear an event, or not any more. Gates belong to names: those of other
 * events of this name open and close, too. Returns 0, -ENOENT, or what kept gates
 * from being opened.
 */
int tctl_listener_turn(uint32_t index, int on);

#ifdef __cplusplus
}
#endif

#endif
