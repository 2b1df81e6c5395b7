/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/region_bytes.h: where the bytes of a region are: in a file
 * that applications map, or, for a kernel channel, in the mappings of its
 * rings. The reader sees one layout (libtrace/region.h) in both cases.
 *
 * No locks: reading is pread or a copy.
 */
#ifndef TRACECTLD_REGION_BYTES_H
#define TRACECTLD_REGION_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <tracectl/abi/ring.h>

struct tctl_region_bytes {
	int fd;			/* borrowed; -1: a kernel channel */
	/* Kernel: the region as the reader sees it, and each CPU's ring as
	   abi/kernel.h lays it out (NULL: there is none, its bytes are 0). */
	struct tctl_region region;
	char *(*ring)(void *arg, unsigned int cpu);
	uint64_t (*lost)(void *arg);	/* losses that no ring counted */
	/* Leave the sub-buffer in force, so that it can be read. */
	void (*flush)(void *arg, unsigned int cpu);
	/* Close the holes of a finished sub-buffer's bytes, of which content are
	   in use; returns how many are afterwards (abi/kernel.h). */
	uint64_t (*close_holes)(const struct tctl_subbuf *entry, void *bytes,
				uint64_t content);
	/* The region is not used any more. */
	void (*release)(void *arg);
	void *arg;
};

/* Exactly size bytes at offset. 0, -errno, or -EIO: there are fewer. */
int tctl_region_bytes_read(const struct tctl_region_bytes *bytes, void *buf,
			   size_t size, uint64_t offset);
/* For a kernel channel size is a multiple of 8, and buf aligned. */
int tctl_region_bytes_write(const struct tctl_region_bytes *bytes,
			    const void *buf, size_t size, uint64_t offset);

/* Where the bytes at offset are mapped, in one piece up to the end of the ring;
   NULL: they are not, read them. */
const char *tctl_region_bytes_at(const struct tctl_region_bytes *bytes,
				 uint64_t offset);

#endif
