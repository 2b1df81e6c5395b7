/* SPDX-License-Identifier: MIT */
/*
 * tracectl/bridge.h: events without a site of ours, made at run time: for a
 * library that stands between another kind of instrumentation and tracectl.
 * To daemons they are events like all others.
 *
 *	static struct tctl_bridge bridge = { .turn = turn };
 *
 *	tctl_library_init();
 *	tctl_bridge_register(&bridge);
 *	tctl_bridge_add(&bridge, events, nr);
 *	...
 *	bridge.record(events[i]->slot, segments, nr_segments);
 *
 * Exported by libtracectl. None of these calls is for signal handlers but
 * record, which is for anywhere.
 */
#ifndef TRACECTL_BRIDGE_H
#define TRACECTL_BRIDGE_H

#include <tracectl/abi/site.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tctl_bridge;

/* Both stay where they are while the event is added. */
struct tctl_bridge_event {
	struct tctl_event_slot *slot;	/* set by the bridge; its index is 0 */
	/* The library's own: */
	struct tctl_bridge *bridge;
	struct tctl_bridge_event *next;
	uint32_t name;
	int on;
};

/* Where a fork() is. */
#define TCTL_BRIDGE_FORK	0	/* about to happen, nothing is half done */
#define TCTL_BRIDGE_PARENT	1
#define TCTL_BRIDGE_CHILD	2

/* Lives as long as the process. */
struct tctl_bridge {
	/*
	 * Somebody wants the event, or nobody any more. Called one at a time,
	 * by the thread that adds or removes it or by one of the library's,
	 * under its locks: no call of this header from here. An event that is
	 * turned off may still be recorded by who is about to; nothing is
	 * written then.
	 */
	void (*turn)(struct tctl_bridge_event *event, int on);
	/* NULL: indifferent. Under the library's locks. */
	void (*fork)(int where);
	/* The library's own: */
	tctl_record_fn *record;		/* set once it is registered */
	struct tctl_bridge *next;
};

/* Idempotent: who is called by constructors of others may be earlier than the
   library's own. */
void tctl_library_init(void);

void tctl_bridge_register(struct tctl_bridge *bridge);

/*
 * Make events known, turn on those that are wanted. Where daemons run it waits
 * for their orders, as a traced object does that is loaded, 500 ms at most.
 * Returns 0, or the first failure: -EINVAL (slot is malformed), -ENOSPC,
 * -ENOMEM; events that could not be added are as if they were not there.
 */
int tctl_bridge_add(struct tctl_bridge *bridge,
		    struct tctl_bridge_event *const *events, unsigned int nr);

/* Turn them off and forget them, those too that could not be added. */
void tctl_bridge_remove(struct tctl_bridge_event *const *events,
			unsigned int nr);

#ifdef __cplusplus
}
#endif

#endif
