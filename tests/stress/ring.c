/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/stress/ring.c: both protocols under everything that can come between a
 * writer and its record: other threads and processes, signals, migrations, a
 * reader, SIGKILL, single-stepping, a full file system. In each: emitted =
 * recorded + lost, nothing torn, time never backwards.
 */
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "libtrace/channel.h"
#include "libtrace/word.h"
#include "tests/lib/tap.h"
#include "tests/stress/ring_load.h"

/* Sanitizers make each record some 20 times slower; narrow rings are tested
   beside the others. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || TCTL_NARROW
#define MANY	1000000u
#define STEPS	100000u
#else
#define MANY	10000000u
#define STEPS	10000u
#endif

static struct load load;

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec + now.tv_nsec / 1e9;
}

static int is_whole(void)
{
	return tctl_rseq_usable() && !TCTL_NARROW;
}

/* Where no rseq is to be had, all writers are counted. */
static uint32_t whole(uint32_t processes)
{
	return is_whole() ? processes : 0;
}

static void right(const char *name)
{
	tap_ok(!load.shared->unfit && !load.torn && !load.backwards &&
		       !load.twice && !load.refused,
	       "%s: no record torn, twice or out of order", name);
	if (load.torn || load.backwards || load.twice || load.refused)
		tap_note("torn %llu, backwards %llu, twice %llu, refused %llu",
			 (unsigned long long)load.torn,
			 (unsigned long long)load.backwards,
			 (unsigned long long)load.twice,
			 (unsigned long long)load.refused);
}

static void exact(const char *name)
{
	unsigned int wrong;
	uint64_t lost = load_lost(&load, &wrong);

	tap_ok(load_finished(&load) == load.records + lost && !wrong,
	       "%s: emitted = recorded + lost", name);
	tap_is(load.stale, 0, "and nothing was overwritten");
	tap_note("emitted %llu, recorded %llu, lost %llu, packets %llu",
		 (unsigned long long)load_finished(&load),
		 (unsigned long long)load.records, (unsigned long long)lost,
		 (unsigned long long)load.packets);
	tap_ok(load.records > 0, "%s: some were recorded", name);
}

static void run(const struct load_plan *plan, const char *name)
{
	double start = seconds();

	load_start(&load, plan);
	load_wait(&load);
	right(name);
	exact(name);
	tap_note("%s: %.1f s", name, seconds() - start);
	load_end(&load);
}

static void test_many(void)
{
	const struct load_plan plan = {
		.whole = whole(4), .counted = 4, .threads = 2,
		.records = MANY / (whole(4) + 4) / 2,
		.max_payload = 16, .timer_hz = 1000, .migrate_every = 5000,
		.mode = TCTL_MODE_DISCARD,
		.subbuf_size = 262144, .nr_subbufs = 32,
	};

	run(&plan, "millions, 4 processes with rseq beside 4 without");
}

static void test_small(void)
{
	const struct load_plan plan = {
		.whole = whole(2), .counted = 2, .threads = 4,
		.records = 50000, .max_payload = 900, .timer_hz = 20000,
		.migrate_every = 20, .mode = TCTL_MODE_DISCARD,
		.subbuf_size = 4096, .nr_subbufs = 64,
	};

	run(&plan, "small sub-buffers, migrations, signals at 20 kHz");
}

static void test_largest(void)
{
	const struct load_plan plan = {
		.whole = whole(1), .counted = 1, .threads = 2,
		.records = 20000, .max_payload = 65528 - 16 - 28,
		.largest_every = 4, .timer_hz = 20000, .migrate_every = 100,
		.mode = TCTL_MODE_DISCARD,
		.subbuf_size = 262144, .nr_subbufs = 8,
	};

	run(&plan, "the largest records under signals at 20 kHz");
}

/* Writers die anywhere: what was finished is there or counted. */
static void test_kill(void)
{
	const struct load_plan plan = {
		.whole = whole(2), .counted = 2, .threads = 2,
		.max_payload = 200, .migrate_every = 1000,
		.mode = TCTL_MODE_DISCARD,
		.subbuf_size = 65536, .nr_subbufs = 8,
	};
	unsigned int round, wrong, good = 0, rounds = 12;
	uint64_t total = 0, bad = 0;
	double until;

	for (round = 0; round < rounds; round++) {
		load_start(&load, &plan);
		for (until = seconds() + 0.15 + round * 0.01;
		     seconds() < until;)
			if (!load_drain(&load))
				usleep(200);
		load_kill(&load);
		total = load.records + load_lost(&load, &wrong);
		if (total >= load_finished(&load) &&
		    total <= load_started(&load) && !wrong && load.records)
			good++;
		else
			tap_note("finished %llu, recorded + lost %llu, started "
				 "%llu, wrong %u",
				 (unsigned long long)load_finished(&load),
				 (unsigned long long)total,
				 (unsigned long long)load_started(&load),
				 wrong);
		bad += load.torn + load.backwards + load.twice + load.refused;
		load_end(&load);
	}
	tap_is(bad, 0, "kill -9: no record torn, twice or out of order");
	tap_is(good, rounds, "kill -9: finished <= recorded + lost <= started");
}

static void test_overwrite(void)
{
	const struct load_plan plan = {
		.whole = whole(2), .counted = 2, .threads = 2,
		.max_payload = 200, .migrate_every = 1000, .timer_hz = 1000,
		.mode = TCTL_MODE_OVERWRITE,
		.subbuf_size = 65536, .nr_subbufs = 8,
	};
	unsigned int snapshots = 0, full = 0;
	double until;

	load_start(&load, &plan);
	for (until = seconds() + 3; seconds() < until; snapshots++) {
		uint64_t before = load.packets;

		usleep(10000);
		load_snapshot(&load);
		load_drain(&load);
		full += load.packets > before;
	}
	load_snapshot(&load);
	load_kill(&load);
	right("overwrite snapshots under full load");
	tap_ok(full > 0, "and snapshots hold something");
	tap_note("%u snapshots, %u not empty, %llu records, %llu packets, %llu stale",
		 snapshots, full, (unsigned long long)load.records,
		 (unsigned long long)load.packets,
		 (unsigned long long)load.stale);
	load_end(&load);
}

#define FULL_PAYLOAD	1000

static uint32_t size_of_full(void *arg, uint32_t id, const void *bytes,
			     uint32_t available)
{
	(void)arg, (void)bytes;
	return id == LOAD_ID && available >= 8 + FULL_PAYLOAD ?
		8 + FULL_PAYLOAD : UINT32_MAX;
}

/* In a child with a mount namespace of its own. Exit status: 0 right, 77 not
   allowed here. */
static int full_child(const char *dir, uint32_t protocol)
{
	struct tctl_event_slot slot = { 0 };
	static char bytes[FULL_PAYLOAD];
	const struct tctl_segment segment = { bytes, sizeof(bytes), 0 };
	char path[128];
	struct fixture fixture;
	struct tctl_reader reader;
	struct tctl_reader_packet packet;
	uint64_t recorded = 0, emitted, lost;
	unsigned int cpu;

	if (unshare(CLONE_NEWNS) ||
	    mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
	    mount("full", dir, "tmpfs", 0, "size=1m"))
		return 77;
	snprintf(path, sizeof(path), "%s/region", dir);
	fixture_make(&fixture, protocol, TCTL_MODE_DISCARD, 262144, 16,
		     open(path, O_RDWR | O_CREAT | O_EXCL, 0600));
	if (tctl_channel_open(0, &fixture.fd, 1) ||
	    tctl_reader_init(&reader, fixture.fd))
		return 1;
	reader.record_size = size_of_full;
	fixture_event(&slot, 0, 1, LOAD_ID);
	for (emitted = 0; emitted < 5000; emitted++)
		tctl_record(&slot, &segment, 1);
	for (cpu = 0; cpu < fixture.region.nr_cpus; cpu++)
		while (tctl_reader_next(&reader, cpu, 1, 1, &packet) == 1) {
			recorded += (packet.content_size + 7) / 1016;
			tctl_reader_done(&reader, cpu, &packet);
		}
	tctl_reader_region_loss(&reader, &lost);
	return lost && recorded && recorded + lost == emitted ? 0 : 1;
}

static void test_full(uint32_t protocol, const char *name)
{
	char dir[] = "/tmp/tracectl-ring.XXXXXX";
	int status = 0;
	pid_t child;

	if (!mkdtemp(dir)) {
		tap_ok(0, "%s: cannot make a directory", name);
		return;
	}
	child = fork();
	if (!child)
		_exit(full_child(dir, protocol));
	waitpid(child, &status, 0);
	rmdir(dir);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 77) {
		tap_skip("%s: mounting a tmpfs is not allowed here", name);
		return;
	}
	tap_is(status, 0, name);
}

/* Records until it has done `records`; stops itself before the first. */
static void step_child(struct fixture *regions, unsigned int nr)
{
	struct tctl_event_slot slot = { 0 };
	const uint64_t number = 4711;
	const struct tctl_segment segment = { &number, 8, 0 };
	int fds[2] = { regions[0].fd, regions[1].fd };

	if (tctl_channel_open(0, fds, nr))
		_exit(2);
	fixture_event(&slot, 0, 1, LOAD_ID);
	ptrace(PTRACE_TRACEME, 0, NULL, NULL);
	raise(SIGSTOP);
	for (;;)
		tctl_record(&slot, &segment, 1);
}

/* Somebody steps through a record call: each critical section is aborted at
   its first instruction, and the call ends all the same. */
static void test_step(void)
{
	struct fixture regions[2];
	unsigned int steps, cpu;
	uint64_t reserved = 0;
	int status = 0;
	pid_t child;

	fixture_make(&regions[0], TCTL_PROTOCOL_WHOLE, TCTL_MODE_DISCARD, 65536,
		     4, -1);
	fixture_make(&regions[1], TCTL_PROTOCOL_COUNTED, TCTL_MODE_DISCARD,
		     65536, 4, -1);
	child = fork();
	if (!child)
		step_child(regions, 2);
	waitpid(child, &status, 0);
	for (steps = 0; steps < STEPS && WIFSTOPPED(status); steps++) {
		if (ptrace(PTRACE_SINGLESTEP, child, NULL, NULL))
			break;
		waitpid(child, &status, 0);
	}
	for (cpu = 0; cpu < regions[1].region.nr_cpus; cpu++)
		reserved += fixture_ring(&regions[1], cpu)->reserve;
	tap_is(steps, STEPS, "10,000 single steps or more");
	tap_ok(reserved >= 24, "record calls end, in the counted region");
	tap_note("%llu records", (unsigned long long)reserved / 24);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	fixture_release(&regions[0]);
	fixture_release(&regions[1]);
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "writer"))
		return load_writer(atoi(argv[2]));
	test_small();
	test_largest();
	test_kill();
	test_overwrite();
	test_full(TCTL_PROTOCOL_COUNTED, "counted in a full file system");
	if (is_whole()) {
		test_full(TCTL_PROTOCOL_WHOLE, "whole in a full file system");
		test_step();
	} else {
		tap_skip("whole in a full file system: no whole rings here");
		tap_skip("single steps: no whole rings here");
	}
	test_many();
	return tap_done();
}
