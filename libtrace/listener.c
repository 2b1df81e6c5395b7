/* SPDX-License-Identifier: MIT */
/*
 * libtrace/listener.c: see <tracectl/listener.h>. Objects call their record
 * function through a pointer of their own; while there is a listener they call
 * the one below, which asks whether it wants the event. So nothing is slower
 * where there is none.
 */
#include <errno.h>

#include <libtrace/channel.h>
#include <libtrace/event.h>
#include <libtrace/gate.h>
#include <libtrace/listener.h>
#include <libtrace/object.h>

#define EXPORT	__attribute__((visibility("default")))

/* (L-A) Stored before objects get to know hear(), with release. */
static struct tctl_listener *listener;

static void hear(struct tctl_event_slot *slot,
		 const struct tctl_segment *segments, unsigned int nr_segments)
{
	/* Dependent load, as in the record path (E-A). */
	const uint32_t index = __atomic_load_n(&slot->index, __ATOMIC_RELAXED);

	if (__atomic_load_n(&tctl_events[index].heard, __ATOMIC_RELAXED)) {
		/* (L-A) Who calls hear() may not have seen the store yet. */
		struct tctl_listener *who =
			__atomic_load_n(&listener, __ATOMIC_ACQUIRE);

		if (who)
			who->hit(index, segments, nr_segments);
	}
	tctl_record(slot, segments, nr_segments);
}

void tctl_listener_tell(void)
{
	struct tctl_listener *who = __atomic_load_n(&listener,
						    __ATOMIC_ACQUIRE);

	if (who)
		who->news();
}

EXPORT int tctl_listener_register(struct tctl_listener *who)
{
	int err = 0;

	tctl_object_lock();
	if (listener) {
		err = -EBUSY;
	} else {
		/* (L-A) */
		__atomic_store_n(&listener, who, __ATOMIC_RELEASE);
		tctl_object_record_by(hear);
	}
	tctl_object_unlock();
	if (!err)
		tctl_listener_tell();
	return err;
}

EXPORT int tctl_listener_event(uint32_t index, struct tctl_listener_event *ret)
{
	const struct tctl_event *event = &tctl_events[index];

	if (!index || index > tctl_event_count())
		return -ENOENT;
	if (!event->sited)
		return -ENXIO;
	ret->text = event->text;
	ret->kinds = event->kinds;
	ret->nr_fields = event->nr_fields;
	ret->level = event->level;
	return 0;
}

static void turn(struct tctl_event *event, int on)
{
	if (event->heard == on)
		return;
	__atomic_store_n(&event->heard, (uint8_t)on, __ATOMIC_RELAXED);
	if (on)
		tctl_gate_want(event->name);
	else
		tctl_gate_unwant(event->name);
}

EXPORT int tctl_listener_turn(uint32_t index, int on)
{
	if (!index || index > tctl_event_count())
		return -ENOENT;
	tctl_object_lock();
	turn(&tctl_events[index], !!on);
	tctl_object_unlock();
	return tctl_gate_commit(NULL);
}
