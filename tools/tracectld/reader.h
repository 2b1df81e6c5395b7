/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/reader.h: takes packets out of a region's rings, for the
 * daemon and for `tracectl recover`. Uses pread only: a hostile writer can give
 * nonsense, never a fault. Every number is checked here and nowhere else.
 *
 * One thread at a time per ring.
 */
#ifndef TRACECTLD_READER_H
#define TRACECTLD_READER_H

#include <stdint.h>
#include <tracectl/abi/ring.h>

struct tctl_reader {
	int fd;				/* the region file, borrowed */
	struct tctl_region region;	/* checked copy, taken once */
	struct tctl_reader_ring {
		uint64_t consumed;	/* next byte to take */
		uint64_t packets;
		uint64_t lost_reported;
	} *rings;			/* nr_cpus */
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
   sub-buffer still there. Packets then come with tctl_reader_next(). */
int tctl_reader_snapshot(struct tctl_reader *reader, unsigned int cpu);

/* Layout: fill in offsets for the geometry; returns region_size, 0 when sizes
   are out of bounds. Used by the daemon to make a region. */
uint64_t tctl_region_layout(struct tctl_region *region);

#endif
