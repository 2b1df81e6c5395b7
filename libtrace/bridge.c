/* SPDX-License-Identifier: MIT */
/*
 * libtrace/bridge.c: see <tracectl/bridge.h>. Events without a site: their name
 * is counted as a gate's, and where a site would be patched their bridge is
 * called.
 */
#include <libtrace/bridge.h>
#include <libtrace/channel.h>
#include <libtrace/event.h>
#include <libtrace/gate.h>
#include <libtrace/object.h>

#define EXPORT	__attribute__((visibility("default")))

/* Under tctl_object_lock. */
static struct tctl_bridge *bridges;
static struct tctl_bridge_event *bridge_events;

static const char *slot_text(const struct tctl_event_slot *slot)
{
	return (const char *)&slot->text + slot->text;
}

static void turn(struct tctl_bridge_event *event, int on)
{
	if (event->on == on)
		return;
	event->on = on;
	event->bridge->turn(event, on);
}

void tctl_bridge_update(void)
{
	struct tctl_bridge_event *event;

	for (event = bridge_events; event; event = event->next)
		turn(event, tctl_gate_wanted(event->name));
}

void tctl_bridge_fork(int where)
{
	struct tctl_bridge *bridge;

	for (bridge = bridges; bridge; bridge = bridge->next) {
		if (bridge->fork)
			bridge->fork(where);
	}
}

int tctl_bridge_any_events(void)
{
	return bridge_events != NULL;
}

EXPORT void tctl_bridge_register(struct tctl_bridge *bridge)
{
	tctl_object_lock();
	bridge->record = tctl_record;
	bridge->next = bridges;
	bridges = bridge;
	tctl_object_unlock();
}

/* Returns 1 for an event that the daemon doesn't know, 0 or -errno. */
static int add(struct tctl_bridge *bridge, struct tctl_bridge_event *event)
{
	int is_new, err;

	event->bridge = NULL;
	err = tctl_event_register(event->slot, &is_new);
	if (err)
		return err;
	event->name = tctl_gate_name(slot_text(event->slot));
	event->on = 0;
	event->bridge = bridge;
	event->next = bridge_events;
	bridge_events = event;
	tctl_gate_count(event->name, 1);
	turn(event, tctl_gate_wanted(event->name));
	return is_new;
}

EXPORT int tctl_bridge_add(struct tctl_bridge *bridge,
			   struct tctl_bridge_event *const *events,
			   unsigned int nr)
{
	int nr_new = 0, error = 0, ret;
	unsigned int i;

	tctl_object_lock();
	for (i = 0; i < nr; i++) {
		ret = add(bridge, events[i]);
		if (ret > 0)
			nr_new++;
		else if (!error)
			error = ret;
	}
	tctl_object_unlock();
	if (nr_new && tctl_object_on_new_events)
		tctl_object_on_new_events();
	return error;
}

static void unlink_event(struct tctl_bridge_event *event)
{
	struct tctl_bridge_event **link = &bridge_events;

	while (*link != event)
		link = &(*link)->next;
	*link = event->next;
}

static void withdraw(struct tctl_bridge_event *event)
{
	if (!event->bridge)
		return;
	turn(event, 0);
	unlink_event(event);
	tctl_gate_count(event->name, -1);
	tctl_event_unregister(event->slot);
	event->bridge = NULL;
}

EXPORT void tctl_bridge_remove(struct tctl_bridge_event *const *events,
			       unsigned int nr)
{
	unsigned int i;

	tctl_object_lock();
	for (i = 0; i < nr; i++)
		withdraw(events[i]);
	tctl_object_unlock();
}
