/* SPDX-License-Identifier: MIT */
/*
 * libtrace/region.c: the layout of a region. Called by the daemon when it makes
 * one, by the library before it maps one, by the reader before it reads one. No
 * state, no locks.
 *
 * The control area of a CPU starts with the control block, staggered so that
 * the blocks of 16 neighbouring CPUs fall into different cache sets, and ends
 * with the table; whole pages, so that idle CPUs cost no memory.
 */
#include <errno.h>
#include <stddef.h>

#include "libtrace/region.h"

#define TCTL_STAGGER_ROOM	2048u

static int is_size(uint32_t value, uint32_t min, uint32_t max)
{
	return value >= min && value <= max && !(value & (value - 1));
}

static uint64_t page_up(uint64_t bytes)
{
	return (bytes + TCTL_REGION_PAGE - 1) & -(uint64_t)TCTL_REGION_PAGE;
}

uint64_t tctl_region_layout(struct tctl_region *region)
{
	uint64_t table;

	if (!region->nr_cpus || region->nr_cpus > TCTL_MAX_CPUS ||
	    !is_size(region->subbuf_size, TCTL_MIN_SUBBUF_SIZE,
		     TCTL_MAX_SUBBUF_SIZE) ||
	    !is_size(region->nr_subbufs, TCTL_MIN_SUBBUFS, TCTL_MAX_SUBBUFS))
		return 0;
	table = region->nr_subbufs * sizeof(struct tctl_subbuf);
	region->magic = TCTL_REGION_MAGIC;
	region->version = TCTL_REGION_VERSION;
	region->size = sizeof(*region);
	region->loss_offset = page_up(sizeof(*region));
	region->consumer_offset =
		page_up(region->loss_offset + sizeof(struct tctl_region_loss));
	region->control_offset =
		page_up(region->consumer_offset +
			region->nr_cpus * sizeof(struct tctl_ring_consumer));
	region->control_stride = page_up(TCTL_STAGGER_ROOM + table);
	region->data_offset = region->control_offset +
			      region->nr_cpus * region->control_stride;
	region->region_size =
		region->data_offset +
		region->nr_cpus * tctl_region_ring_size(region);
	return region->region_size;
}

static int flags_right(const struct tctl_region *region)
{
	if (!(region->flags & TCTL_REGION_NARROW))
		return !region->flags;
	return region->flags == TCTL_REGION_NARROW &&
	       region->protocol == TCTL_PROTOCOL_COUNTED &&
	       tctl_region_ring_size(region) <= TCTL_MAX_NARROW;
}

int tctl_region_check(const struct tctl_region *region, uint64_t file_size)
{
	struct tctl_region want = *region;

	if (region->protocol != TCTL_PROTOCOL_WHOLE &&
	    region->protocol != TCTL_PROTOCOL_COUNTED)
		return -EINVAL;
	if (region->mode != TCTL_MODE_DISCARD &&
	    region->mode != TCTL_MODE_OVERWRITE)
		return -EINVAL;
	if (region->word_size != 32 && region->word_size != 64)
		return -EINVAL;
	if (!flags_right(region))
		return -EINVAL;
	if (region->contexts & ~(TCTL_CONTEXT_VPID | TCTL_CONTEXT_VTID |
				 TCTL_CONTEXT_PROCNAME))
		return -EINVAL;
	if (!tctl_region_layout(&want) || want.region_size > file_size)
		return -EINVAL;
	return want.magic == region->magic && want.version == region->version &&
			       want.size == region->size &&
			       want.region_size == region->region_size &&
			       want.loss_offset == region->loss_offset &&
			       want.consumer_offset == region->consumer_offset &&
			       want.control_offset == region->control_offset &&
			       want.control_stride == region->control_stride &&
			       want.data_offset == region->data_offset
		       ? 0
		       : -EINVAL;
}
