/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/reader_region.h: what a region file says, piece by piece, as
 * numbers of this machine: of writers of the other byte order turned, of narrow
 * ones widened. Only reader.c calls it; pread and pwrite only. Each returns 0
 * or -errno, if it can fail.
 */
#ifndef TRACECTLD_READER_REGION_H
#define TRACECTLD_READER_REGION_H

#include <stddef.h>
#include <stdint.h>
#include "tools/tracectld/reader.h"

static inline int tctl_reader_is_whole(const struct tctl_reader *reader)
{
	return reader->region.protocol == TCTL_PROTOCOL_WHOLE;
}

static inline int tctl_reader_is_narrow(const struct tctl_reader *reader)
{
	return reader->region.flags & TCTL_REGION_NARROW;
}

/* Bytes that are no numbers. */
int tctl_reader_bytes(const struct tctl_reader *reader, void *buf, size_t size,
		      uint64_t offset);

/* Fill in reader->foreign and ->region, checked. -EINVAL: no region. */
int tctl_reader_region_read(struct tctl_reader *reader);

int tctl_reader_consumer_read(const struct tctl_reader *reader,
			      unsigned int cpu,
			      struct tctl_ring_consumer *ret_consumer);
int tctl_reader_consumer_write(const struct tctl_reader *reader,
			       unsigned int cpu,
			       const struct tctl_ring_consumer *consumer);

/*
 * The control block with a loss total that belongs to its commit word: under a
 * steady stream of records one from before the word, never one that may already
 * count later losses.
 */
int tctl_reader_ring_read(const struct tctl_reader *reader, unsigned int cpu,
			  struct tctl_ring *ret_ring);

/*
 * Narrow regions say the low 32 bits of positions. The whole one: the first not
 * before base, which was reached before.
 */
uint64_t tctl_reader_position(const struct tctl_reader *reader, uint64_t base,
			      uint64_t position);

/* Bytes that the laps before this one committed to the sub-buffer. */
uint64_t tctl_reader_commit_before(const struct tctl_reader *reader,
				   uint64_t number);

/* The table entry; lap 0 when it was replaced while it was read. */
int tctl_reader_subbuf_read(const struct tctl_reader *reader, unsigned int cpu,
			    uint64_t number, struct tctl_subbuf *ret_entry);

/* The header of the record at a position. */
int tctl_reader_header_read(const struct tctl_reader *reader, unsigned int cpu,
			    uint64_t pos, uint64_t *ret_header);

int tctl_reader_loss_read(const struct tctl_reader *reader,
			  struct tctl_region_loss *ret_loss);

#endif
