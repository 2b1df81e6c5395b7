/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A listener: what it gets to know, what it opens, what it hears. */
#include <errno.h>
#include <string.h>

#include <tracectl/probe.h>
#include <libtrace/gate.h>
#include <libtrace/listener.h>
#include <libtrace/object.h>
#include <tests/lib/counting_record.h>
#include <tests/lib/tap.h>

static int told, heard;
static uint32_t last_index;
static uint64_t last_number;

static void news(void)
{
	told++;
}

static void hit(uint32_t index, const struct tctl_segment *segments,
		unsigned int nr_segments)
{
	heard++;
	last_index = index;
	if (nr_segments == 1 && segments->size == sizeof(last_number))
		memcpy(&last_number, segments->base, sizeof(last_number));
}

static struct tctl_listener listener = { .news = news, .hit = hit };

static void run(uint64_t n)
{
	PROBE_LEVEL(TRACECTL_ERR, listener, one, (n, n));
	PROBE(listener, two, (n, n));
}

/* 0: there is none. */
static uint32_t find(const char *name)
{
	struct tctl_listener_event event;
	uint32_t index;

	for (index = 1; tctl_listener_event(index, &event) != -ENOENT; index++)
		if (!tctl_listener_event(index, &event) &&
		    !strncmp(event.text, name, strlen(name)))
			return index;
	return 0;
}

static void test_known(void)
{
	struct tctl_listener_event event = { .nr_fields = 77 };
	uint32_t one;

	tap_is(tctl_listener_register(&listener), 0, "a listener");
	tap_is(told, 1, "is told of what is there");
	tap_is(tctl_listener_register(&listener), -EBUSY, "there is only one");
	tap_is(tctl_object_scan(), 0, "nothing is new");
	tap_is(told, 1, "and nothing told");
	one = find("listener:one\n");
	tap_ok(one && find("listener:two\n"), "it finds the events");
	tctl_listener_event(one, &event);
	tap_is(event.level, TRACECTL_ERR, "with their level");
	tap_is(event.nr_fields, 1, "and fields");
	tap_is(tctl_listener_event(0, &event), -ENOENT, "indices begin at 1");
}

static void test_heard(void)
{
	const uint32_t one = find("listener:one\n");
	const uint32_t name = tctl_gate_name("listener:one");

	run(1);
	tap_is(heard, 0, "nothing is heard at first");
	tap_is(tctl_listener_turn(one, 1), 0, "turned on");
	run(2);
	tap_is(heard, 1, "it is heard, and nothing else");
	tap_ok(last_index == one && last_number == 2, "with its bytes");
	tap_is(records, 1, "and recorded by who records");
	tctl_listener_turn(one, 1);
	tctl_listener_turn(one, 0);
	run(3);
	tap_is(heard, 1, "turned off it is not, however often it was on");
	tap_is(records, 1, "the gate is closed");

	tctl_gate_want(name);
	tctl_gate_commit(NULL);
	run(4);
	tap_is(heard, 1, "what a session opens is not heard");
	tap_is(records, 2, "but recorded");
	tctl_listener_turn(one, 1);
	tctl_gate_unwant(name);
	tctl_gate_commit(NULL);
	run(5);
	tap_is(heard, 2, "a session's end leaves it open to the listener");
	tap_is(tctl_listener_turn(one, 0), 0, "turned off");
	tap_is(tctl_listener_turn(0, 1), -ENOENT, "no event is turned on");
}

int main(void)
{
	tctl_object_scan();
	test_known();
	test_heard();
	return tap_done();
}
