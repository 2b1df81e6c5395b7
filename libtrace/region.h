/* SPDX-License-Identifier: MIT */
/*
 * libtrace/region.h: the layout of a region as a function of its geometry, and
 * the complete check of a header that somebody else wrote. Pure functions,
 * compiled into the library and into the daemon.
 */
#ifndef LIBTRACE_REGION_H
#define LIBTRACE_REGION_H

#include <stdint.h>
#include <sys/mman.h>
#include <tracectl/abi/ring.h>

#ifndef MADV_POPULATE_WRITE	/* C libraries before 2.35 */
#define MADV_POPULATE_WRITE	23
#endif

#define TCTL_REGION_PAGE	4096u

/*
 * Fill in magic, version, size, region_size and the offsets from nr_cpus,
 * subbuf_size and nr_subbufs. Returns region_size, 0 when a size is out of
 * bounds or not a power of two.
 */
uint64_t tctl_region_layout(struct tctl_region *region);

/* 0 when every number of the header is right for a file of file_size bytes,
   else -EINVAL. Check a copy: the original may change at any time. */
int tctl_region_check(const struct tctl_region *region, uint64_t file_size);

/* Bytes from the start that must be allocated when a region is made, so that
   losses can always be counted and consumers always written. */
static inline uint64_t tctl_region_reserved(const struct tctl_region *region)
{
	return region->control_offset;
}

/* Where things are in the file. */
static inline uint64_t tctl_region_ring_offset(const struct tctl_region *region,
					       unsigned int cpu)
{
	return region->control_offset + cpu * region->control_stride +
	       TCTL_RING_STAGGER(cpu);
}

static inline uint64_t
tctl_region_subbuf_offset(const struct tctl_region *region, unsigned int cpu,
			  uint64_t subbuf)
{
	uint64_t index = subbuf & (region->nr_subbufs - 1);

	return region->control_offset + (cpu + 1) * region->control_stride -
	       (region->nr_subbufs - index) * sizeof(struct tctl_subbuf);
}

static inline uint64_t
tctl_region_ring_size(const struct tctl_region *region)
{
	return (uint64_t)region->subbuf_size * region->nr_subbufs;
}

static inline uint64_t tctl_region_data_offset(const struct tctl_region *region,
					       unsigned int cpu,
					       uint64_t position)
{
	uint64_t ring_size = tctl_region_ring_size(region);

	return region->data_offset + cpu * ring_size +
	       (position & (ring_size - 1));
}

/* The longest record: TCTL_MAX_RECORD, and at most a quarter sub-buffer. */
static inline uint32_t tctl_region_max_record(uint32_t subbuf_size)
{
	return subbuf_size / 4 < TCTL_MAX_RECORD ? subbuf_size / 4
						 : TCTL_MAX_RECORD;
}

#endif
