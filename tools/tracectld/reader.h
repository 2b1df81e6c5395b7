/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/reader.h: takes packets out of a region's rings, for the
 * daemon and for `tracectl recover`. Uses pread only (but for the kernel's own
 * rings, which are mapped): a hostile writer can give
 * nonsense, never a fault. Every number is checked here and nowhere else.
 *
 * One thread at a time per ring.
 */
#ifndef TRACECTLD_READER_H
#define TRACECTLD_READER_H

#include <stdint.h>
#include <tracectl/abi/ring.h>

#include "libtrace/region.h"
#include "tools/tracectld/region_bytes.h"

struct tctl_reader {
	struct tctl_region_bytes bytes;
	int foreign;			/* its writers' byte order is another */
	struct tctl_region region;	/* checked copy, taken once, turned */
	struct tctl_reader_ring {
		uint64_t consumed;	/* next byte to take */
		uint64_t packets;
		uint64_t lost_reported;
		uint64_t end_ns;	/* of the last packet */
		uint64_t skipped;	/* losses that only the reader saw */
		uint64_t events;	/* the owner's counts, kept with it */
		uint64_t statedump;
		uint64_t limit;		/* overwrite: commit word (counted:
					   position) at the last snapshot */
	} *rings;			/* nr_cpus */
	/*
	 * Bytes of context and payload behind the header of a record with this
	 * id, of which `available` may be looked at; UINT32_MAX when there can
	 * be no such record. Set by the caller after tctl_reader_init(); without
	 * it a sub-buffer in which a dead process left an unfinished record is
	 * given up as a whole.
	 */
	uint32_t (*record_size)(void *arg, uint32_t id, const void *bytes,
				uint32_t available);
	void *record_arg;
};

/* What one read takes. content_size bytes are at offset in the region file, in
   one piece. */
struct tctl_reader_packet {
	uint64_t offset;
	uint64_t content_size;		/* 0: only reports a loss */
	uint64_t begin_ns, end_ns;
	uint64_t lost;			/* running total after this packet */
	uint64_t next;			/* consumed position once it is written */
	uint64_t sequence;
	int more;			/* another packet is ready behind it */
};

/* Checks the header of the file completely. Resumes at the positions that the
   consumer area holds. Returns 0, -EINVAL, -ENOMEM or read's -errno. */
int tctl_reader_init(struct tctl_reader *reader, int fd);
/* A kernel channel's region, which is trusted: bytes->region is laid out. 0 or
   -ENOMEM. */
int tctl_reader_init_kernel(struct tctl_reader *reader,
			    const struct tctl_region_bytes *bytes);
void tctl_reader_release(struct tctl_reader *reader);

/* 1: *ret_packet was filled; 0: nothing to take; -EBADMSG: the ring's bytes
   make no sense (what is left of the sub-buffer is skipped and counted lost);
   -errno. flush: also take a partial sub-buffer (whole: always possible; dead:
   the writer process of a counted region is gone, skip unfinished records). */
int tctl_reader_next(struct tctl_reader *reader, unsigned int cpu, int flush,
		     int dead, struct tctl_reader_packet *ret_packet);

/* The packet was written: pwrite the consumer entry, so the writers may reuse
   the space and a successor resumes here. */
int tctl_reader_done(struct tctl_reader *reader, unsigned int cpu,
		     const struct tctl_reader_packet *packet);

/* Read the bytes of a packet into buf (content_size), for overwrite regions
   and recovery: -ESTALE when they were overwritten meanwhile. */
int tctl_reader_copy(struct tctl_reader *reader, unsigned int cpu,
		     const struct tctl_reader_packet *packet, void *buf);

/* Bytes waiting in the ring, for deciding when to drain; the running loss. */
int tctl_reader_fill(struct tctl_reader *reader, unsigned int cpu,
		     uint64_t *ret_bytes, uint64_t *ret_lost);

/* Overwrite regions: move the ring's consumed position to the oldest whole
   sub-buffer still there, and remember the position now reached: packets then
   come with tctl_reader_next() up to there, numbered from 0. Without a snapshot
   an overwrite ring gives no packets. */
int tctl_reader_snapshot(struct tctl_reader *reader, unsigned int cpu);

/* Events that no ring of the region could count (struct tctl_region_loss). */
int tctl_reader_region_loss(struct tctl_reader *reader, uint64_t *ret_lost);

#endif
