/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/stress/load_object.c: the object that load.c loads. */
#include <tests/stress/load.h>

static struct load_report report;

__attribute__((noinline))
static int steady(void)
{
	struct tctl_event_slot *slot;

	TCTL_GATE("load:constructor\nload_object.c:1", open);
	return 0;
open:
	TCTL_EVENT_SLOT(slot, "load:constructor\nload_object.c:1", 6, 0, 0);
	tctl_object.record(slot, NULL, 0);
	return 1;
}

__attribute__((noinline))
static void toggled(void)
{
	struct tctl_event_slot *slot;

	TCTL_GATE("load:toggled\nload_object.c:2", open);
	return;
open:
	TCTL_EVENT_SLOT(slot, "load:toggled\nload_object.c:2", 6, 0, 0);
	tctl_object.record(slot, NULL, 0);
}

__attribute__((constructor))
static void construct(void)
{
	report.constructor_open = steady();
	report.constructor_value = immediate_read(&load_shared);
}

const struct load_report *load_run(void)
{
	int i;

	for (i = 0; i < 10000; i++)
		toggled();
	return &report;
}
