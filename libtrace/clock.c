/* SPDX-License-Identifier: MIT */
/*
 * libtrace/clock.c: time stamps for the counted protocol and for what happens
 * outside the critical sections of the whole one (those convert by themselves,
 * see arch/ring_whole.h).
 */
#include <time.h>

#include "arch/tsc.h"
#include "libtrace/clock.h"

uint64_t tctl_clock_system_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}

#if TCTL_HAVE_TSC
static int convert(const struct tctl_clock *clock, uint64_t *ret_ns)
{
	uint32_t index = __atomic_load_n(&clock->index, __ATOMIC_ACQUIRE);
	const struct tctl_clock_slot *slot = &clock->slots[index & 1];
	uint64_t tsc0 = __atomic_load_n(&slot->tsc0, __ATOMIC_ACQUIRE);
	uint64_t ns0 = __atomic_load_n(&slot->ns0, __ATOMIC_ACQUIRE);
	uint64_t mult = __atomic_load_n(&slot->mult, __ATOMIC_ACQUIRE);
	uint64_t until = __atomic_load_n(&slot->valid_until, __ATOMIC_ACQUIRE);
	uint64_t tsc;

	if (__atomic_load_n(&clock->source, __ATOMIC_RELAXED) != TCTL_CLOCK_TSC)
		return 0;
	/* (R1) pairs with tctl_clock_publish(): the slot is rewritten only
	   after index moved on, and index is read again after all of it. */
	if (__atomic_load_n(&clock->index, __ATOMIC_RELAXED) != index)
		return 0;
	tsc = tctl_tsc_read_ordered();
	if (tsc < tsc0 || tsc > until)
		return 0;
	*ret_ns = ns0 +
		  (uint64_t)(((unsigned __int128)(tsc - tsc0) * mult) >> 32);
	return 1;
}
#else
static int convert(const struct tctl_clock *clock, uint64_t *ret_ns)
{
	(void)clock, (void)ret_ns;
	return 0;
}
#endif

uint64_t tctl_clock_read(const struct tctl_clock *clock)
{
	uint64_t ns;

	return convert(clock, &ns) ? ns : tctl_clock_system_ns();
}
