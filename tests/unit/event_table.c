/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The event table: what is one event, what is malformed. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <libtrace/event.h>
#include <libtrace/gate.h>
#include <tests/lib/counting_record.h>
#include <tests/lib/tap.h>

static char texts[4][64] = {
	"test:one\nfile.c:1\na\nb\nc",
	"test:one\nfile.c:1\na\nb\nc",
	"test:one\nfile.c:2\na\nb\nc",
	"test:two\nfile.c:3",
};

static struct slot {
	struct tctl_event_slot head;
	uint64_t kinds[2];
} __attribute__((aligned(8))) slots[5];

static void slot_init(struct slot *slot, const char *text, unsigned int nr)
{
	memset(slot, 0, sizeof(*slot));
	slot->head.text = (int32_t)(text - (char *)&slot->head.text);
	slot->head.size = sizeof(*slot);
	slot->head.nr_fields = nr;
	slot->head.level = 3;
	slot->kinds[0] = TCTL_KIND_UINT | 3 << 4;
	slot->kinds[1] = TCTL_KIND_STRING;
}

static void test_same(void)
{
	const struct tctl_event *event;
	int is_new = 9;

	tap_is(tctl_event_register(&slots[0].head, &is_new), 0, "a slot");
	tap_is(is_new, 1, "is a new event");
	tap_is(slots[0].head.index, 1, "indices begin at 1");
	tap_is(tctl_event_register(&slots[1].head, &is_new), 0,
	       "the same text elsewhere");
	tap_is(is_new, 0, "is not new");
	tap_is(slots[1].head.index, 1, "and gets the same index");
	event = &tctl_events[1];
	tap_is(event->nr_slots, 2, "two slots carry it");
	tap_is(event->index, 1, "it knows its index");
	tap_is(event->level, 3, "and its level");
	tap_ok(event->text != texts[0] && !strcmp(event->text, texts[0]),
	       "its text is a copy");
	tap_ok(event->kinds != slots[0].head.kinds &&
	       event->kinds[1] == TCTL_KIND_STRING, "so are its kinds");
	tap_is(event->name, tctl_gate_name("test:one\nwhatever"),
	       "its gate is that of its name");
	tap_ok(event->channels == 0 && event->ids[0] == TCTL_ID_NONE &&
	       event->ids[TCTL_MAX_CHANNELS - 1] == TCTL_ID_NONE,
	       "no channel records it");
}

static void test_different(void)
{
	int is_new = 0;

	tctl_event_register(&slots[2].head, &is_new);
	tap_ok(is_new && slots[2].head.index == 2, "another line: another event");
	slots[3].kinds[1]++;
	tctl_event_register(&slots[3].head, &is_new);
	tap_ok(is_new && slots[3].head.index == 3, "other kinds: another event");
	tap_is(tctl_events[3].name, tctl_events[1].name, "with the same gate");
	tctl_event_register(&slots[4].head, &is_new);
	tap_ok(is_new && slots[4].head.index == 4, "no fields is fine");
	tap_is(tctl_event_count(), 4, "four events");
}

static void test_malformed(void)
{
	struct slot bad;
	int is_new;

	slot_init(&bad, texts[0], TCTL_MAX_FIELDS + 1);
	tap_is(tctl_event_register(&bad.head, &is_new), -EINVAL,
	       "too many fields");
	slot_init(&bad, texts[0], 3);
	bad.head.size = sizeof(bad.head) + 8;
	tap_is(tctl_event_register(&bad.head, &is_new), -EINVAL,
	       "kinds beyond its end");
	slot_init(&bad, texts[0], 3);
	bad.head.text = 0;
	tap_is(tctl_event_register(&bad.head, &is_new), -EINVAL, "no text");
	tap_is(tctl_event_count(), 4, "none of them was added");
}

static void test_gone(void)
{
	tctl_event_unregister(&slots[0].head);
	tap_is(tctl_events[1].nr_slots, 1, "a slot gone");
	tctl_event_unregister(&slots[1].head);
	tap_is(tctl_events[1].nr_slots, 0, "both gone");
	tap_ok(!strcmp(tctl_events[1].text, texts[0]), "the event stays");
}

int main(void)
{
	slot_init(&slots[0], texts[0], 3);
	slot_init(&slots[1], texts[1], 3);
	slot_init(&slots[2], texts[2], 3);
	slot_init(&slots[3], texts[0], 3);
	slot_init(&slots[4], texts[3], 0);
	tap_is(tctl_events[0].channels, 0, "entry 0 is never recorded");
	test_same();
	test_different();
	test_malformed();
	test_gone();
	return tap_done();
}
