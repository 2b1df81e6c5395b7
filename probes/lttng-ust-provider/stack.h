/* SPDX-License-Identifier: MIT */
/*
 * probes/lttng-ust-provider/stack.h: the values of an event as LTTng's filters
 * and captures read them: 64 bits for each number, a pointer for a string, a
 * count and a pointer for an array or sequence. On the record path.
 */
#ifndef PROBES_LTTNG_UST_PROVIDER_STACK_H
#define PROBES_LTTNG_UST_PROVIDER_STACK_H

#include "probes/lttng-ust-provider/offer.h"

/* Values of 256 fields, and the strings. */
#define TCTL_STACK_VALUES	(256 * 16)
#define TCTL_STACK_STRINGS	2048
#define TCTL_STACK_SIZE		(TCTL_STACK_VALUES + TCTL_STACK_STRINGS)

/* Strings that do not fit are cut. */
void tctl_stack_fill(char stack[TCTL_STACK_SIZE],
		     const struct tctl_offer *offer,
		     const struct tctl_segment *segments,
		     unsigned int nr_segments);

#endif
