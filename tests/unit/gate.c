/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Gates: wants are counted, a commit opens and closes what differs, foreign
   breakpoints are left alone, both ways of writing text work. */
#include <errno.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <tracectl/object.h>
#include <tracectl/arch/immediate.h>
#include <libtrace/event.h>
#include <libtrace/gate.h>
#include <libtrace/object.h>
#include <libtrace/patch.h>
#include <tests/lib/counting_record.h>
#include <tests/lib/tap.h>

#ifndef PR_SET_MDWE
#define PR_SET_MDWE			65
#define PR_MDWE_REFUSE_EXEC_GAIN	1
#endif

__attribute__((noinline)) static void one(void)
{
	BARE_PROBE("gate:one\ngate.c:1");
}

__attribute__((noinline)) static void one_more(void)
{
	BARE_PROBE("gate:one\ngate.c:2");
}

__attribute__((noinline)) static void two(void)
{
	BARE_PROBE("gate:two\ngate.c:3");
}

static uint32_t name_one, name_two;

static int hits(void (*function)(void))
{
	const int before = records;

	function();
	return records - before;
}

static int commit(void)
{
	uint32_t busy = 99;
	int err = tctl_gate_commit(&busy);

	return err ? err : (int)busy;
}

static void test_found(void)
{
	tap_is(tctl_event_count(), 3, "three events were found");
	tap_is(tctl_gate_sites(name_one), 2, "two gates carry the first name");
	tap_is(tctl_gate_sites(name_two), 1, "one the second");
	tap_is(tctl_gate_sites(tctl_gate_name("gate:none")), 0, "none a third");
	tap_is(tctl_object_any_sites(), 1, "this process has sites");
	tap_is(tctl_object_scan(), 0, "a second scan finds nothing new");
	tap_is(tctl_gate_sites(name_one), 2, "and counts nothing twice");
}

static void test_open(void)
{
	tap_is(hits(one) + hits(one_more) + hits(two), 0, "gates begin dormant");
	tctl_gate_want(name_one);
	tap_is(hits(one), 0, "a want alone changes nothing");
	tap_is(commit(), 0, "commit");
	tap_is(hits(one) + hits(one_more), 2, "opens both gates of the name");
	tap_is(hits(two), 0, "and no other");
	tctl_gate_want(name_one);
	tctl_gate_unwant(name_one);
	commit();
	tap_is(hits(one), 1, "two wants, one unwant: still open");
	tctl_gate_unwant(name_one);
	commit();
	tap_is(hits(one) + hits(one_more), 0, "the last unwant closes");
	tctl_gate_unwant(name_one);
	tctl_gate_want(name_one);
	commit();
	tap_is(hits(one), 1, "one unwant too many does no harm");
	tctl_gate_unwant(name_one);
	commit();
}

static void cycle(const char *how)
{
	tctl_gate_want(name_two);
	tap_is(commit(), 0, how);
	tap_is(hits(two), 1, "opens");
	tctl_gate_unwant(name_two);
	commit();
	tap_is(hits(two), 0, "and closes");
}

static void test_ways(void)
{
#ifndef TRACECTL_NO_IMMEDIATE
	tctl_patch_choose(TCTL_PATCH_PROC_MEM);
	cycle("through /proc/self/mem");
	tctl_patch_choose(TCTL_PATCH_MPROTECT);
	cycle("through mprotect");
	tctl_patch_choose(TCTL_PATCH_UNDECIDED);
	cycle("by what was found to work");
	tap_ok(tctl_patch_method()[0] == 'm', "which is mprotect");
	tctl_patch_choose(TCTL_PATCH_NONE);
	tctl_gate_want(name_two);
	tap_is(commit(), -EPERM, "where nothing works, a commit says so");
	tap_is(hits(two), 0, "and the gate stays closed");
	tctl_patch_choose(TCTL_PATCH_UNDECIDED);
	tap_is(commit(), 0, "later it can be done");
	tap_is(hits(two), 1, "and is open");
	tctl_gate_unwant(name_two);
	commit();
#else
	cycle("by a byte of data");
#endif
}

#ifndef TRACECTL_NO_IMMEDIATE
static uint8_t *code_of_two(void)
{
	struct tctl_loaded *object;
	uint32_t i;

	for (object = tctl_object_first(); object; object = object->next) {
		for (i = 0; i < object->nr_sites; i++) {
			if (object->sites[i].name == name_two)
				return object->sites[i].code;
		}
	}
	return NULL;
}

static void poke(uint8_t *code, uint8_t byte)
{
	const struct tctl_patch patch = { .at = code, .value = byte, .size = 1 };
	size_t done;

	tctl_patch_text(&patch, 1, PROT_READ | PROT_EXEC, &done);
}

static void test_busy(void)
{
	uint8_t *code = code_of_two();

	tap_is(*code, 0xa9, "the dormant gate is a test instruction");
	poke(code, 0xcc);
	tctl_gate_want(name_one);
	tctl_gate_want(name_two);
	tap_is(commit(), 1, "a breakpoint makes one gate busy");
	tap_is(*code, 0xcc, "which is left alone");
	tap_is(hits(one), 1, "the others open");
	poke(code, 0xa9);
	tap_is(commit(), 0, "when it is gone");
	tap_is(hits(two), 1, "the next commit opens the gate");
	tctl_gate_unwant(name_one);
	tctl_gate_unwant(name_two);
	commit();
}

/* In a child, as it can't be taken back. Exit code: 0 well, 77 not there. */
static int under_mdwe(void)
{
	if (prctl(PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN, 0, 0, 0))
		return 77;
	tctl_patch_choose(TCTL_PATCH_UNDECIDED);
	tctl_gate_want(name_one);
	if (commit() || hits(one) != 1 || hits(one_more) != 1)
		return 1;
	if (tctl_patch_method()[0] != '/')
		return 2;
	tctl_gate_unwant(name_one);
	return commit() || hits(one) ? 3 : 0;
}

static void test_mdwe(void)
{
	int status = -1;
	pid_t pid = fork();

	if (!pid) {
		tctl_object_lock_renew();
		_exit(under_mdwe());
	}
	waitpid(pid, &status, 0);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
		tap_skip("PR_SET_MDWE: this kernel has none");
	else
		tap_is(status, 0, "under PR_SET_MDWE gates work");
}
#endif

int main(void)
{
	name_one = tctl_gate_name("gate:one");
	name_two = tctl_gate_name("gate:two\nrest");
	test_found();
	test_open();
	test_ways();
#ifndef TRACECTL_NO_IMMEDIATE
	test_busy();
	test_mdwe();
#endif
	return tap_done();
}
