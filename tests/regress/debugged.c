/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/regress/debugged.c: what debugger.sh has gdb attach to, which is over
 * when `attached` is set: at stage_1() gdb puts breakpoints onto gate_at and
 * value_at, which at stage_2() it takes away; from stage_3() on it steps, while
 * another thread changes the sites; at stage_4() it goes.
 */
#define TRACECTL_LINKED
#define TCTL_LIBRARY	/* linked to a part of it */
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include <tracectl/immediate.h>
#include <libtrace/gate.h>
#include <libtrace/object.h>
#include <tests/lib/counting_record.h>
#include <tests/lib/tap.h>

#define NR_STEPS	2000
#define HANG_SECONDS	120

void *gate_at, *value_at;	/* gdb looks them up */
volatile int attached;		/* gdb sets it */

static immediate_int_t value = IMMEDIATE_INIT(1);
static int stop, turns;

#define STAGE(n) \
	__attribute__((noinline)) void stage_##n(void); \
	void stage_##n(void) \
	{ \
		__asm__ __volatile__ (""); \
	}
STAGE(1)
STAGE(2)
STAGE(3)
STAGE(4)

__attribute__((noinline)) static int read_value(void)
{
	return immediate_read(&value);
}

__attribute__((noinline)) static int probe(void)
{
	const int before = records;

	BARE_PROBE("debugged:probe\ndebugged.c:1");
	return records - before;
}

static void find_sites(uint32_t name)
{
	struct tctl_loaded *object;
	uint32_t i;

	for (object = tctl_object_first(); object; object = object->next) {
		for (i = 0; i < object->nr_sites; i++) {
			struct tctl_site_state *site = &object->sites[i];

			if (site->name == name)
				gate_at = site->code;
			if (site->variable == &value)
				value_at = site->code + 5;
		}
	}
}

static int behind;	/* breakpoints */

static void test_held(uint32_t name)
{
	uint32_t busy;

	stage_1();
	tctl_gate_want(name);
	tap_is(tctl_gate_commit(&busy), 0, "a gate with a breakpoint");
	tap_is(busy, 1, "is busy");
	tap_is(immediate_set(&value, 2), behind ? -EBUSY : 0,
	       behind ? "a value with a breakpoint is busy" :
	       "a value with a breakpoint is changed by one store");
	stage_2();
}

/* The breakpoints are gone, and the debugger is still there. */
static void test_traced(void)
{
	uint32_t busy;

	if (behind) {
		tap_is(tctl_gate_commit(&busy), -EPERM, "gates stay as they are");
		tap_ok(strstr(immediate_reason(), "traces this one") != NULL,
		       "because: %s", immediate_reason());
		tap_is(immediate_set(&value, 3), -EPERM, "values, too");
		tap_is(read_value(), 1, "the site has its former one");
	} else {
		tap_is(tctl_gate_commit(&busy), 0, "now the gate opens");
		tap_is(probe(), 1, "and is open");
		tap_is(immediate_set(&value, 3), 0, "the value can be set");
		tap_is(read_value(), 3, "and is");
	}
}

static void test_gone(uint32_t name)
{
	tctl_gate_want(name);
	tap_is(tctl_gate_commit(NULL), 0, "without a debugger the gate opens");
	tap_is(probe(), 1, "and is open");
	tap_is(immediate_set(&value, 7), 0, "the value can be set");
	tap_is(read_value(), 7, "and is");
}

static void *change(void *arg)
{
	const uint32_t name = *(uint32_t *)arg;
	int i;

	for (i = 0; !__atomic_load_n(&stop, __ATOMIC_RELAXED); i++) {
		if (i & 1)
			tctl_gate_want(name);
		else
			tctl_gate_unwant(name);
		tctl_gate_commit(NULL);
		immediate_set(&value, i & 1);
		__atomic_fetch_add(&turns, 1, __ATOMIC_RELAXED);
	}
	return NULL;
}

static void test_stepped(uint32_t name)
{
	pthread_t thread;
	int i, x, wrong = 0;

	pthread_create(&thread, NULL, change, &name);
	while (__atomic_load_n(&turns, __ATOMIC_RELAXED) < 10)
		;
	stage_3();
	for (i = 0; i < NR_STEPS; i++) {
		x = read_value();
		wrong += x < 0 || x > 3;
		x = probe();
		wrong += x != 0 && x != 1;
	}
	__atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
	pthread_join(thread, NULL);
	tap_is(wrong, 0, "stepped through changing sites, only old or new");
}

int main(void)
{
	static const struct timespec pause = { .tv_nsec = 10000000 };
	uint32_t name = tctl_gate_name("debugged:probe");

	alarm(HANG_SECONDS);
	behind = immediate_patcher() == IMMEDIATE_PATCHER_BREAKPOINT;
	immediate_set(&value, 1);
	find_sites(name);
	prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
	while (!attached)
		nanosleep(&pause, NULL);
	test_held(name);
	test_traced();
	test_stepped(name);
	stage_4();
	test_gone(name);
	return tap_done();
}
