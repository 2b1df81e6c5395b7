/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/payload.h: where a record's payload ends, found out by going
 * through it as its event's declaration says. Bytes and declaration come from
 * applications: whatever they are, a measurement ends within the bytes it was
 * given. Pure functions.
 */
#ifndef TRACECTLD_PAYLOAD_H
#define TRACECTLD_PAYLOAD_H

#include <stddef.h>
#include <stdint.h>
#include "tools/lib/event_text.h"

/* Bytes to skip, then one thing that is not of fixed size. */
struct tctl_payload_step {
	uint32_t skip;
	uint16_t type;		/* what comes then, see payload.c */
	uint8_t log2;		/* of a count, or of elements */
	uint8_t kind;		/* of a count: is it signed, big-endian */
	uint32_t number;	/* of elements, or of the count that says it */
	uint32_t other;		/* of a loop: the step behind it; of its end:
				   its first step */
};

struct tctl_payload {
	struct tctl_payload_step *steps;
	uint32_t nr_steps;
};

/* 0 or -ENOMEM. */
int tctl_payload_init(struct tctl_payload *payload,
		      const struct tctl_event_text *decl);
void tctl_payload_release(struct tctl_payload *payload);

/* Length of the payload at bytes (of at most size), -1: it does not end there.
   foreign: it is in the other byte order. */
int64_t tctl_payload_length(const struct tctl_payload *payload, int foreign,
			    const char *bytes, size_t size);

#endif
