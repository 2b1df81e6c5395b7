/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events of a bridge: when they are turned on and off. */
#include <errno.h>
#include <string.h>

#include <libtrace/bridge.h>
#include <libtrace/event.h>
#include <libtrace/gate.h>
#include <libtrace/object.h>
#include <tests/lib/counting_record.h>
#include <tests/lib/tap.h>

static struct slot {
	struct tctl_event_slot head;
	char text[32];
} __attribute__((aligned(8))) slots[3] = {
	{ .text = "test:one\nfile.so:0" },
	{ .text = "test:two\nfile.so:0" },
	{ .text = "test:bad\nfile.so:0" },
};

static struct tctl_bridge_event one, two, bad;
static struct tctl_bridge_event *const events[] = { &one, &two, &bad };

static int turned, turned_on, forks[3], notified;
static const struct tctl_bridge_event *last;

static void turn(struct tctl_bridge_event *event, int on)
{
	turned++;
	turned_on = on;
	last = event;
}

static void count_fork(int where)
{
	forks[where]++;
}

static void on_new_events(void)
{
	notified++;
}

static struct tctl_bridge bridge = { .turn = turn, .fork = count_fork };

static void slot_init(struct slot *slot, struct tctl_bridge_event *event)
{
	slot->head.text = (int32_t)(slot->text - (char *)&slot->head.text);
	slot->head.size = sizeof(slot->head);
	event->slot = &slot->head;
}

static void test_add(void)
{
	slot_init(&slots[0], &one);
	slot_init(&slots[1], &two);
	slot_init(&slots[2], &bad);
	slots[2].head.size = 1;
	tctl_object_on_new_events = on_new_events;
	tap_is(tctl_object_any_sites(), 0, "nothing to trace");
	tctl_bridge_register(&bridge);
	tap_ok(bridge.record == tctl_record, "the bridge may record");
	tap_is(tctl_bridge_add(&bridge, events, 3), -EINVAL,
	       "a malformed event is told");
	tap_is(notified, 1, "the agent is told of the others at once");
	tap_is(tctl_event_count(), 2, "both are known");
	tap_is(tctl_object_any_sites(), 1, "there is something to trace");
	tap_is(turned, 0, "nobody wants them");
	tap_is(tctl_gate_sites(tctl_gate_name("test:one")), 1,
	       "an event counts as a site of its name");
}

static void test_turn(void)
{
	const uint32_t name = tctl_gate_name("test:two");

	tctl_gate_want(name);
	tap_is(turned, 0, "a want waits for its commit");
	tctl_gate_commit(NULL);
	tap_ok(turned == 1 && turned_on && last == &two, "then it is turned on");
	tctl_gate_want(name);
	tctl_gate_commit(NULL);
	tctl_gate_unwant(name);
	tctl_gate_commit(NULL);
	tap_is(turned, 1, "a second one that wants it changes nothing");
	tctl_gate_unwant(name);
	tctl_gate_commit(NULL);
	tap_ok(turned == 2 && !turned_on && last == &two,
	       "when nobody does, it is turned off");
}

static void test_again(void)
{
	const uint32_t name = tctl_gate_name("test:one");

	tctl_gate_want(name);
	tctl_gate_commit(NULL);
	tctl_bridge_remove(events, 3);
	tap_ok(turned == 4 && !turned_on && last == &one,
	       "what goes away is turned off");
	tap_is(tctl_gate_sites(name), 0, "and counts no more");
	tap_is(tctl_object_any_sites(), 0, "nothing is left");
	tap_is(tctl_bridge_add(&bridge, events, 2), 0, "it comes again");
	tap_ok(turned == 5 && turned_on && last == &one,
	       "and is wanted from the first moment on");
	tap_is(notified, 1, "there is nothing new to tell");
	tctl_bridge_remove(events, 2);
	tctl_gate_unwant(name);
}

static void test_fork(void)
{
	tctl_bridge_fork(TCTL_BRIDGE_FORK);
	tctl_bridge_fork(TCTL_BRIDGE_CHILD);
	tap_ok(forks[TCTL_BRIDGE_FORK] == 1 && forks[TCTL_BRIDGE_CHILD] == 1 &&
	       !forks[TCTL_BRIDGE_PARENT], "forks are passed on");
}

int main(void)
{
	test_add();
	test_turn();
	test_again();
	test_fork();
	return tap_done();
}
