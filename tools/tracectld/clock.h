/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/clock.h: the conversion from the cpu's counter to
 * CLOCK_MONOTONIC that writers use (abi/ring.h, struct tctl_clock): measuring
 * it, keeping it right, publishing it in region files.
 *
 *	tctl_clock_init(&clock);			once, takes about 20 ms
 *	tctl_clock_publish(&clock, fd, foreign);	each new region
 *	tctl_clock_refresh(&clock);			once a second while any
 *	tctl_clock_publish(&clock, each fd, foreign);	region is in use
 *
 * One thread at a time.
 */
#ifndef TRACECTLD_CLOCK_H
#define TRACECTLD_CLOCK_H

#include <stdint.h>
#include <tracectl/abi/ring.h>

/* Both clocks at one moment. */
struct tctl_clock_sample {
	uint64_t tsc;
	uint64_t ns;
};

struct tctl_clock_state {
	uint32_t source;		/* TCTL_CLOCK_* */
	uint32_t epoch;			/* counts gaps, from 1 */
	uint64_t rate;			/* ns per tick, 32.32, without slew */
	struct tctl_clock_slot slot;	/* what publish writes */
	struct tctl_clock_sample base;	/* start of the rate's measurement */
	int64_t error_ns;		/* of the conversion at last refresh */
};

/* Never fails: where the kernel's clock source is not the tsc, source is
   TCTL_CLOCK_SYSTEM and writers ask the kernel's clock. */
void tctl_clock_init(struct tctl_clock_state *clock);

/*
 * Measure again: small errors are slewed away within a second, so the
 * conversion stays continuous; after a large one, or when the last refresh is
 * so long ago that writers stopped using it, a new epoch starts. Returns 1 when
 * a new epoch started, else 0.
 */
int tctl_clock_refresh(struct tctl_clock_state *clock);

/* The arithmetic of a refresh, for a sample taken by the caller. */
int tctl_clock_apply(struct tctl_clock_state *clock,
		     const struct tctl_clock_sample *sample);

/* Write the conversion into a region file, in the other byte order if its
   writers are foreign. Returns 0 or -errno. */
int tctl_clock_publish(const struct tctl_clock_state *clock, int fd,
		       int foreign);

#endif
