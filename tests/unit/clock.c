/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/unit/clock.c: the conversion that the daemon publishes and writers use:
 * right, continuous, slewed, and started anew after gaps.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "arch/tsc.h"
#include "libtrace/clock.h"
#include "tests/lib/tap.h"
#include "tools/tracectld/clock.h"

static uint64_t slot_ns(const struct tctl_clock_slot *slot, uint64_t tsc)
{
	return slot->ns0 + (uint64_t)(((unsigned __int128)(tsc - slot->tsc0) *
				       slot->mult) >> 32);
}

/* A machine of 2 GHz whose clocks we make up. */
static void state_make(struct tctl_clock_state *clock)
{
	*clock = (struct tctl_clock_state){
		.source = TCTL_CLOCK_TSC,
		.epoch = 1,
		.rate = 1ull << 31,
		.slot = { .tsc0 = 1000, .ns0 = 500, .mult = 1ull << 31,
			  .valid_until = 10000000000ull },
		.base = { .tsc = 1000, .ns = 500 },
	};
}

static void test_apply(void)
{
	struct tctl_clock_sample sample = { 2000001000ull, 1000000500ull };
	struct tctl_clock_state clock, before;

	state_make(&clock);
	tap_is(tctl_clock_apply(&clock, &sample), 0, "no error, no epoch");
	tap_ok(clock.slot.ns0 == sample.ns && clock.slot.mult == 1ull << 31,
	       "the same conversion, re-based");
	state_make(&clock);
	before = clock;
	sample.ns += 50000;
	tap_is(tctl_clock_apply(&clock, &sample), 0, "50 us: slewed");
	tap_ok(clock.slot.ns0 == slot_ns(&before.slot, sample.tsc),
	       "continuous where it changes");
	sample.tsc += 2000000000ull;
	sample.ns += 1000050000ull;
	tap_ok(llabs((long long)(slot_ns(&clock.slot, sample.tsc) -
				 sample.ns)) < 10,
	       "and right a second later");
	state_make(&clock);
	sample = (struct tctl_clock_sample){ 2000001000ull, 1001000500ull };
	tap_ok(tctl_clock_apply(&clock, &sample) == 1 && clock.epoch == 2 &&
		       clock.slot.ns0 == sample.ns,
	       "1 ms: a new epoch with the right time");
	state_make(&clock);
	sample = (struct tctl_clock_sample){ 12000000000ull, 6000000000ull };
	tap_ok(tctl_clock_apply(&clock, &sample) == 1,
	       "after its validity: a new epoch");
	state_make(&clock);
	sample = (struct tctl_clock_sample){ 10, 6000000000ull };
	tap_ok(tctl_clock_apply(&clock, &sample) == 1,
	       "a counter that was reset: a new epoch");
}

static void test_real(void)
{
	int fd = memfd_create("clock", MFD_CLOEXEC), i;
	struct tctl_clock_state clock;
	const struct tctl_region *region;
	int64_t error, worst = 0;

	tctl_clock_init(&clock);
	if (ftruncate(fd, sizeof(*region)))
		return;
	region = mmap(NULL, sizeof(*region), PROT_READ, MAP_SHARED, fd, 0);
	tap_ok(llabs((long long)(tctl_clock_read(&region->clock) -
				 tctl_clock_system_ns())) < 10000000,
	       "before anything is published: the kernel's clock");
	tap_is(tctl_clock_publish(&clock, fd, 0), 0, "publish");
	tap_ok(region->clock.index == 1 &&
		       region->clock.source == clock.source &&
		       region->clock.epoch == 1 &&
		       !memcmp(&region->clock.slots[1], &clock.slot,
			       sizeof(clock.slot)),
	       "into the other slot, index last");
	tctl_clock_publish(&clock, fd, 0);
	tap_ok(region->clock.index == 2, "and back");
	for (i = 0; i < 100; i++) {
		uint64_t before = tctl_clock_system_ns();
		uint64_t now = tctl_clock_read(&region->clock);

		error = (int64_t)(now - before);
		if (llabs(error) > llabs(worst))
			worst = error;
		if (i % 10 == 9) {
			usleep(20000);
			tctl_clock_refresh(&clock);
			tctl_clock_publish(&clock, fd, 0);
		}
	}
	tap_ok(llabs(worst) < 50000000, "right within what a busy machine does");
	tap_note("largest difference %lld ns, source %s", (long long)worst,
		 clock.source == TCTL_CLOCK_TSC ? "tsc" : "system");
	close(fd);
}

/* Where no conversion holds, the kernel's clock. */
static void test_invalid(void)
{
	struct tctl_clock clock = { .index = 0, .source = TCTL_CLOCK_TSC };
	uint64_t before = tctl_clock_system_ns();

	clock.slots[0].ns0 = 7;
	clock.slots[0].valid_until = 1;
	tap_ok(tctl_clock_read(&clock) >= before, "past its validity");
	clock.slots[0].tsc0 = UINT64_MAX;
	clock.slots[0].valid_until = UINT64_MAX;
	tap_ok(tctl_clock_read(&clock) >= before, "before its start");
	clock.source = TCTL_CLOCK_SYSTEM;
	tap_ok(tctl_clock_read(&clock) >= before, "another clock source");
}

int main(void)
{
	test_apply();
	test_real();
	test_invalid();
	return tap_done();
}
