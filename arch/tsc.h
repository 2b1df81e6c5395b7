/* SPDX-License-Identifier: MIT */
/*
 * arch/tsc.h: the counter behind CLOCK_MONOTONIC, where user space can read it.
 *
 *	TCTL_HAVE_TSC		1: it exists; 0: tctl_tsc_read() is never called
 *	tctl_tsc_read()		its value now
 *	tctl_tsc_read_ordered()	not before the loads in front of it are done
 */
#ifndef TCTL_ARCH_TSC_H
#define TCTL_ARCH_TSC_H

#include <stdint.h>

#ifdef __x86_64__
#define TCTL_HAVE_TSC	1

static inline uint64_t tctl_tsc_read(void)
{
	uint32_t low, high;

	__asm__ __volatile__("rdtsc" : "=a"(low), "=d"(high));
	return (uint64_t)high << 32 | low;
}

static inline uint64_t tctl_tsc_read_ordered(void)
{
	uint32_t low, high;

	__asm__ __volatile__("lfence\n\trdtsc"
			     : "=a"(low), "=d"(high)
			     :
			     : "memory");
	return (uint64_t)high << 32 | low;
}
#else
#define TCTL_HAVE_TSC	0

static inline uint64_t tctl_tsc_read(void)
{
	return 0;
}

static inline uint64_t tctl_tsc_read_ordered(void)
{
	return 0;
}
#endif

#endif
