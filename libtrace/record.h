/* SPDX-License-Identifier: MIT */
/*
 * libtrace/record.h: see channel.h for tctl_record(); here is how a payload's
 * size becomes a record's length. Pure functions.
 */
#ifndef LIBTRACE_RECORD_H
#define LIBTRACE_RECORD_H

#include <stdint.h>
#include <tracectl/abi/site.h>

/* Bytes of the payload with every variable segment cut to at most cap bytes;
   terminating NULs and sequence counts included. */
uint64_t tctl_record_payload(const struct tctl_segment *segments,
			     unsigned int nr_segments, uint32_t cap);

/*
 * The largest cap found with which the payload is at most `room` bytes;
 * *ret_size is the payload's size then. 0, or -EMSGSIZE when not even the fixed
 * parts fit.
 */
int tctl_record_cut(const struct tctl_segment *segments,
		    unsigned int nr_segments, uint32_t room, uint32_t *ret_cap,
		    uint32_t *ret_size);

#endif
