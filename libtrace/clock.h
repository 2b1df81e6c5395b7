/* SPDX-License-Identifier: MIT */
/*
 * libtrace/clock.h: CLOCK_MONOTONIC in ns for writers, by the conversion that
 * the daemon publishes in the region, or by the kernel's clock. Async-signal-
 * safe, no locks.
 */
#ifndef LIBTRACE_CLOCK_H
#define LIBTRACE_CLOCK_H

#include <stdint.h>
#include <tracectl/abi/ring.h>

/* The kernel's clock (vDSO). */
uint64_t tctl_clock_system_ns(void);

/* By the conversion where it is valid, else the kernel's. Never before the
   loads in front of the call. */
uint64_t tctl_clock_read(const struct tctl_clock *clock);

#endif
