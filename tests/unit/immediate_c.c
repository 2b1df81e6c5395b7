/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Immediates in C, with the library; that settled sites hold constants. */
#define TRACECTL_LINKED
#define TCTL_LIBRARY	/* linked to a part of it */
#include <tests/unit/immediate.h>
#include <libtrace/patch.h>
#include <tests/lib/counting_record.h>

#ifndef TRACECTL_NO_IMMEDIATE
/* Behind the library's back: a site that is patched does not see it. */
static void test_constant(void)
{
	__atomic_store_n(&an_int.value, 1234, __ATOMIC_RELAXED);
	tap_is(read_an_int(), 9, "a patched site does not load the variable");
	tap_is(immediate_set(&an_int, 1234), 0, "until it is told");
	tap_is(read_an_int(), 1234, "and then has its value");
	__atomic_store_n(&way.value, 8, __ATOMIC_RELAXED);
	tap_is(where(), 1103, "nor does a patched switch");
	tap_is(immediate_set(&way, 8), 0, "until it is told");
	tap_is(where(), 108, "and then goes elsewhere");
}

static void test_ways(void)
{
	tctl_patch_choose(TCTL_PATCH_PROC_MEM);
	tap_note("through /proc/self/mem");
	test_set();
	test_switch();
	tctl_patch_choose(TCTL_PATCH_NONE);
	tap_ok(immediate_set(&an_int, 4321) < 0,
	       "where text can't be written any more, a set says so");
	tap_is(read_an_int(), -1, "and the site keeps its value");
	tctl_patch_choose(TCTL_PATCH_UNDECIDED);
	tap_is(immediate_set(&an_int, 4321), 0, "later it can");
	tap_is(read_an_int(), 4321, "and follows");
}
#endif

int main(void)
{
	test_initial("patched before the constructors");
	test_set();
	test_batch();
	test_switch();
#ifndef TRACECTL_NO_IMMEDIATE
	test_constant();
	test_ways();
#endif
	return tap_done();
}
