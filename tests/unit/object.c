/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Objects come and go; notes that make no sense are ignored. */
#define TRACECTL_LINKED
#define TCTL_LIBRARY	/* linked to parts of it only */
#include <dlfcn.h>
#include <stdlib.h>

#include <libtrace/event.h>
#include <libtrace/gate.h>
#include <libtrace/object.h>
#include <tests/lib/counting_record.h>
#include <tests/lib/tap.h>
#include <tracectl/immediate.h>

static int notified;

static void on_new_events(void)
{
	notified++;
}

static void *load(const char *name)
{
	char path[4096];
	void *handle;

	snprintf(path, sizeof(path), "%s/.libs/%s.so",
		 getenv("top_builddir") ?: ".", name);
	handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!handle)
		tap_note("%s", dlerror());
	return handle;
}

static int nr_objects(void)
{
	struct tctl_loaded *object;
	int n = 0;

	for (object = tctl_object_first(); object; object = object->next)
		n += !object->leaving;
	return n;
}

/* Its note and its sites are hand-made, see object_*.c. */
static void test_ignored(const char *name, const char *why)
{
	const int before = nr_objects();
	void *handle = load(name);

	tap_ok(handle != NULL, "%s loads", name);
	tap_is(tctl_object_scan(), 0, why);
	tap_is(nr_objects(), before, "is not taken in");
	if (handle)
		dlclose(handle);
}

static void test_wild(void)
{
	const int before = nr_objects();
	void *handle = load("object_wild");

	tap_ok(handle != NULL, "an object with some bad records loads");
	tap_is(tctl_object_scan(), 0, "none of its events is an event");
	tap_is(nr_objects(), before + 1, "it is taken in");
	tap_is(tctl_object_first()->nr_sites, 1, "with its one good site");
	if (handle)
		dlclose(handle);
	tap_is(tctl_object_scan(), 0, "it goes");
	tap_is(nr_objects(), before, "and is forgotten");
	tap_is(tctl_gate_sites(tctl_gate_name("wild:good")), 0,
	       "its gate is not counted any more");
}

static void test_coming(void)
{
	const uint32_t events = tctl_event_count();
	const uint32_t name = tctl_gate_name("load:toggled");
	void *handle;

	tap_is(tctl_object_any_sites(), 0, "an executable without sites");
	tctl_object_on_new_events = on_new_events;
	handle = load("load_object");
	tap_is(notified, 1, "an object registers itself, its events are told");
	tap_is(tctl_event_count(), events + 2, "two events");
	tap_is(tctl_gate_sites(name), 1, "a gate of each");
	tap_is(tctl_object_any_sites(), 1, "now there are sites");
	dlclose(handle);
	tap_is(tctl_gate_sites(name), 0, "it takes itself out");
	tap_is(tctl_object_any_sites(), 0, "no sites again");
	handle = load("load_object");
	tap_is(notified, 1, "when it comes back, its events are known");
	tap_is(tctl_gate_sites(name), 1, "and its gate is back");
	dlclose(handle);
}

/* Called by object_ahead.c before it registers. */
void object_ahead_loading(void);
void object_ahead_loading(void)
{
	tap_is(tctl_object_scan_ahead(), 1, "found before it registers");
	tap_is(notified, 1, "nothing is told by that");
}

static void test_ahead(void)
{
	void *handle;

	notified = 1;
	handle = load("object_ahead");
	tap_is(notified, 2, "it tells of its events nevertheless");
	if (handle)
		dlclose(handle);
}

static void test_silent(void)
{
	const int before = nr_objects();
	void *handle = load("object_silent");

	tap_is(nr_objects(), before, "an object that can't call the library");
	tap_is(tctl_object_scan(), 1, "is found by a scan");
	tap_is(nr_objects(), before + 1, "and taken in");
	if (handle)
		dlclose(handle);
	tap_is(nr_objects(), before, "when it goes it says so");
}

/* What load_object.c asks of the program that loads it. */
immediate_int_t load_shared = IMMEDIATE_INIT(1);

int main(void)
{
	test_coming();
	test_ignored("object_foreign", "a note of another version");
	test_ignored("object_outside", "a note that leads out of the object");
	test_wild();
	test_ahead();
	test_silent();
	return tap_done();
}
