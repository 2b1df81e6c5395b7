/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An object is loaded and unloaded a thousand times while another thread opens
 * and closes the gates of its name and sets an immediate that it reads: each
 * time it is known before its constructors run, has the current state, and
 * leaves nothing behind.
 */
#define TRACECTL_LINKED
#define TCTL_LIBRARY	/* linked to a part of it */
#define TCTL_LIBRARY	/* linked to parts of it only */
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <libtrace/event.h>
#include <libtrace/gate.h>
#include <libtrace/object.h>
#include <tests/lib/counting_record.h>
#include <tests/lib/tap.h>
#include <tests/stress/load.h>

#define NR_LOADS	1000
#define HANG_SECONDS	120
#define OBJECT		"/.libs/load_object.so"

immediate_int_t load_shared = IMMEDIATE_INIT(1);

static int stop;
static uint32_t name, steady;

static void *toggle(void *arg)
{
	long *commits = arg;

	while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) {
		tctl_gate_want(name);
		tctl_gate_commit(NULL);
		tctl_gate_unwant(name);
		tctl_gate_commit(NULL);
		immediate_set(&load_shared, 1 + (int)(*commits % 1000));
		++*commits;
	}
	return NULL;
}

/* What a loaded object must have found; NULL: all is well. */
static const char *use(const char *path)
{
	const struct load_report *report;
	void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	const struct load_report *(*run)(void);
	const char *what = NULL;

	if (!object)
		return dlerror();
	run = (const struct load_report *(*)(void))dlsym(object, "load_run");
	report = run();
	if (!report->constructor_value)
		what = "its constructor read the initial 0 of the instruction";
	else if (!report->constructor_open)
		what = "its constructor met a dormant gate that is wanted";
	else if (tctl_gate_sites(name) != 1)
		what = "its gates were counted wrongly";
	dlclose(object);
	if (!what && tctl_gate_sites(name))
		what = "gates were left behind";
	return what;
}

int main(void)
{
	char path[4096];
	const char *what = NULL;
	pthread_t thread;
	long commits = 0;
	int i;

	alarm(HANG_SECONDS);
	name = tctl_gate_name("load:toggled");
	steady = tctl_gate_name("load:constructor");
	tctl_gate_want(steady);
	snprintf(path, sizeof(path), "%s" OBJECT, getenv("top_builddir") ?: ".");
	pthread_create(&thread, NULL, toggle, &commits);
	for (i = 0; i < NR_LOADS && !what; i++)
		what = use(path);
	__atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
	pthread_join(thread, NULL);
	tap_is(i, NR_LOADS, "loaded and unloaded");
	tap_ok(!what, "every time as it should be: %s", what ? what : "yes");
	tap_ok(records >= NR_LOADS, "every constructor's event was recorded");
	tap_is(tctl_event_count(), 2, "an object that comes back brings no new events");
	tap_ok(commits > 0, "%ld changes meanwhile", commits);
	return tap_done();
}
