/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/clock.c: calibration of the counter against
 * CLOCK_MONOTONIC. Called by the daemon's control thread; no locks.
 *
 * A sample is the best of many {counter, clock_gettime, counter} triples: the
 * narrowest bracket is the one that nothing interrupted. The rate is measured
 * over a base of up to TCTL_CLOCK_BASE_NS, long enough to make the error of a
 * sample (about 15 ns) vanish, short enough to follow NTP's steering.
 */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "arch/tsc.h"
#include "tools/tracectld/clock.h"
#include "tools/tracectld/foreign.h"

#define TCTL_CLOCK_TRIPLES	300
#define TCTL_CLOCK_FIRST_NS	20000000ull	/* first measurement */
#define TCTL_CLOCK_SLEW_NS	1000000000ll	/* an error goes within this */
#define TCTL_CLOCK_VALID_NS	5000000000ull
#define TCTL_CLOCK_BASE_NS	8000000000ull
#define TCTL_CLOCK_GAP_NS	200000		/* larger errors: new epoch */

static uint64_t system_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}

static void sample_take(struct tctl_clock_sample *ret_sample)
{
	uint64_t best = UINT64_MAX;
	int i;

	for (i = 0; i < TCTL_CLOCK_TRIPLES; i++) {
		uint64_t before = tctl_tsc_read_ordered();
		uint64_t ns = system_ns();
		uint64_t after = tctl_tsc_read_ordered();

		if (after - before >= best)
			continue;
		best = after - before;
		ret_sample->tsc = before + best / 2;
		ret_sample->ns = ns;
	}
}

static uint64_t rate_between(const struct tctl_clock_sample *from,
			     const struct tctl_clock_sample *to)
{
	return (uint64_t)(((unsigned __int128)(to->ns - from->ns) << 32) /
			  (to->tsc - from->tsc));
}

static uint64_t slot_ns(const struct tctl_clock_slot *slot, uint64_t tsc)
{
	return slot->ns0 + (uint64_t)(((unsigned __int128)(tsc - slot->tsc0) *
				       slot->mult) >> 32);
}

static uint64_t ticks_of(uint64_t rate, uint64_t ns)
{
	return (uint64_t)(((unsigned __int128)ns << 32) / rate);
}

/* Whether the kernel computes CLOCK_MONOTONIC from the counter that we read. */
static int source_is_tsc(void)
{
	char name[16] = "";
	ssize_t got;
	int fd;

	if (!TCTL_HAVE_TSC)
		return 0;
	fd = open("/sys/devices/system/clocksource/clocksource0/"
		  "current_clocksource", O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	got = read(fd, name, sizeof(name) - 1);
	close(fd);
	return got == 4 && !memcmp(name, "tsc\n", 4);
}

static void slot_start(struct tctl_clock_state *clock,
		       const struct tctl_clock_sample *sample, uint64_t ns0,
		       uint64_t mult)
{
	clock->slot.tsc0 = sample->tsc;
	clock->slot.ns0 = ns0;
	clock->slot.mult = mult;
	clock->slot.valid_until =
		sample->tsc + ticks_of(clock->rate, TCTL_CLOCK_VALID_NS);
}

void tctl_clock_init(struct tctl_clock_state *clock)
{
	struct timespec wait = { .tv_nsec = TCTL_CLOCK_FIRST_NS };
	struct tctl_clock_sample now;

	memset(clock, 0, sizeof(*clock));
	clock->epoch = 1;
	if (!source_is_tsc())
		return;
	sample_take(&clock->base);
	nanosleep(&wait, NULL);
	sample_take(&now);
	if (now.tsc <= clock->base.tsc || now.ns <= clock->base.ns)
		return;
	clock->source = TCTL_CLOCK_TSC;
	clock->rate = rate_between(&clock->base, &now);
	slot_start(clock, &now, now.ns, clock->rate);
}

static int epoch_start(struct tctl_clock_state *clock,
		       const struct tctl_clock_sample *sample)
{
	clock->epoch++;
	clock->base = *sample;
	slot_start(clock, sample, sample->ns, clock->rate);
	return 1;
}

int tctl_clock_apply(struct tctl_clock_state *clock,
		     const struct tctl_clock_sample *sample)
{
	uint64_t predicted;
	int64_t slew;

	if (sample->tsc <= clock->slot.tsc0 || sample->ns <= clock->base.ns ||
	    sample->tsc > clock->slot.valid_until)
		return epoch_start(clock, sample);
	predicted = slot_ns(&clock->slot, sample->tsc);
	clock->error_ns = (int64_t)(sample->ns - predicted);
	if (clock->error_ns > TCTL_CLOCK_GAP_NS ||
	    clock->error_ns < -TCTL_CLOCK_GAP_NS)
		return epoch_start(clock, sample);
	clock->rate = rate_between(&clock->base, sample);
	slew = clock->error_ns * (int64_t)clock->rate / TCTL_CLOCK_SLEW_NS;
	slot_start(clock, sample, predicted, clock->rate + slew);
	if (sample->ns - clock->base.ns > TCTL_CLOCK_BASE_NS)
		clock->base = *sample;
	return 0;
}

int tctl_clock_refresh(struct tctl_clock_state *clock)
{
	struct tctl_clock_sample sample;

	if (clock->source == TCTL_CLOCK_SYSTEM)
		return 0;
	if (!source_is_tsc()) {
		clock->source = TCTL_CLOCK_SYSTEM;
		clock->epoch++;
		return 1;
	}
	sample_take(&sample);
	return tctl_clock_apply(clock, &sample);
}

static int write_at(int fd, const void *bytes, size_t size, uint64_t offset)
{
	ssize_t done = pwrite(fd, bytes, size, offset);

	if (done < 0)
		return -errno;
	return (size_t)done == size ? 0 : -EIO;
}

static void turn_if(int foreign, void *bytes, const char *layout)
{
	if (foreign)
		tctl_foreign_turn(bytes, layout);
}

int tctl_clock_publish(const struct tctl_clock_state *clock, int fd,
		       int foreign)
{
	const uint64_t place = offsetof(struct tctl_region, clock);
	struct tctl_clock_slot conversion = clock->slot;
	uint32_t head[2], epoch = clock->epoch; /* index, source */
	uint64_t slot;
	ssize_t got;
	int err;

	got = pread(fd, head, sizeof(head), place);
	if (got != sizeof(head))
		return got < 0 ? -errno : -EIO;
	turn_if(foreign, head, "44");
	head[0]++;
	slot = place + offsetof(struct tctl_clock, slots) +
	       (head[0] & 1) * sizeof(struct tctl_clock_slot);
	turn_if(foreign, &conversion, TCTL_LAYOUT_CLOCK_SLOT);
	err = write_at(fd, &conversion, sizeof(conversion), slot);
	if (err)
		return err;
	/* The epoch first: a stamp of the new conversion must never land in a
	   sub-buffer of the old epoch. */
	turn_if(foreign, &epoch, "4");
	err = write_at(fd, &epoch, sizeof(epoch),
		       place + offsetof(struct tctl_clock, epoch));
	if (err)
		return err;
	/* (R1) pairs with tctl_clock_read() and the assembly: the slot is
	   complete before the index says so; system calls don't overtake each
	   other. */
	head[1] = clock->source;
	turn_if(foreign, head, "44");
	return write_at(fd, head, sizeof(head), place);
}
