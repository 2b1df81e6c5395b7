/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/reader_rest.h: what a dead process left in the sub-buffer
 * that it was writing to: finds runs of finished records between the holes.
 * Pure functions over a private copy of the bytes; only reader.c calls them.
 */
#ifndef TRACECTLD_READER_REST_H
#define TRACECTLD_READER_REST_H

#include <stdint.h>
#include "tools/tracectld/reader.h"

#define TCTL_READER_NS_MASK	((1ull << 48) - 1)

static inline uint64_t tctl_reader_align8(uint64_t pos)
{
	return (pos + 7) & ~7ull;
}

/*
 * The bytes of a dead process's sub-buffer, from `start` on. A record that was
 * reserved but not finished is a hole: marked with its length, or unmarked when
 * its writer died before it could do that; then the bytes of an earlier lap are
 * there, which carry an earlier time.
 */
struct tctl_reader_rest {
	const struct tctl_reader *reader;
	const char *bytes;
	uint64_t start, end;		/* positions */
	int end_known;
	uint64_t last_ns;		/* of the ring */
};

/* A run of finished records. begin == end: none. */
struct tctl_reader_run {
	uint64_t begin, end;
	uint64_t begin_ns, end_ns;
};

/* The first run at or behind start of records that are not older than ns.
   Returns the number of holes before it. */
uint64_t tctl_reader_rest_run(const struct tctl_reader_rest *rest, uint64_t ns,
			      struct tctl_reader_run *run);

#endif
