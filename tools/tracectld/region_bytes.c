// SPDX-License-Identifier: GPL-2.0-or-later
/* region_bytes.c: see region_bytes.h. */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <tracectl/abi/kernel.h>
#include "libtrace/region.h"
#include "tools/tracectld/region_bytes.h"

static int file_read(int fd, void *buf, size_t size, uint64_t offset)
{
	char *place = buf;

	while (size) {
		ssize_t got = pread(fd, place, size, (off_t)offset);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return got < 0 ? -errno : -EIO;
		place += got;
		offset += (uint64_t)got;
		size -= (size_t)got;
	}
	return 0;
}

/* The CPU that offset belongs to in an area of equal parts; moves offset to
   where it is in that part. */
static unsigned int part(uint64_t *offset, uint64_t begin, uint64_t stride)
{
	uint64_t place = *offset - begin;

	*offset = place % stride;
	return (unsigned int)(place / stride);
}

/* offset in a CPU's control area: the block or, at its end, the table. */
static uint64_t control_place(const struct tctl_region *region,
			      unsigned int cpu, uint64_t offset)
{
	uint64_t table = region->control_stride -
			 region->nr_subbufs * sizeof(struct tctl_subbuf);

	if (offset >= table)
		return TCTL_KERNEL_RING_TABLE + offset - table;
	return offset - TCTL_RING_STAGGER(cpu);
}

/* Where a region's offset is in the ring of *ret_cpu. */
static uint64_t ring_place(const struct tctl_region *region, uint64_t offset,
			   unsigned int *ret_cpu)
{
	if (offset >= region->data_offset) {
		*ret_cpu = part(&offset, region->data_offset,
				tctl_region_ring_size(region));
		return TCTL_KERNEL_RING_DATA(region->nr_subbufs) + offset;
	}
	if (offset >= region->control_offset) {
		*ret_cpu = part(&offset, region->control_offset,
				region->control_stride);
		return control_place(region, *ret_cpu, offset);
	}
	*ret_cpu = part(&offset, region->consumer_offset,
			sizeof(struct tctl_ring_consumer));
	return TCTL_KERNEL_RING_CONSUMER + offset;
}

/* NULL: that CPU has no ring. */
static char *mapped(const struct tctl_region_bytes *bytes, uint64_t offset)
{
	unsigned int cpu;
	uint64_t place = ring_place(&bytes->region, offset, &cpu);
	char *ring = bytes->ring(bytes->arg, cpu);

	return ring ? ring + place : NULL;
}

static int kernel_read(const struct tctl_region_bytes *bytes, void *buf,
		       size_t size, uint64_t offset)
{
	struct tctl_region_loss loss = { 0 };
	const char *from;

	if (offset < bytes->region.loss_offset) {
		memcpy(buf, (const char *)&bytes->region + offset, size);
		return 0;
	}
	if (offset < bytes->region.consumer_offset) {
		loss.no_memory = bytes->lost(bytes->arg);
		memcpy(buf, (char *)&loss + offset - bytes->region.loss_offset,
		       size);
		return 0;
	}
	from = mapped(bytes, offset);
	if (!from)
		memset(buf, 0, size);
	else if (size == sizeof(uint64_t))	/* may change meanwhile */
		*(uint64_t *)buf = __atomic_load_n((const uint64_t *)from,
						   __ATOMIC_ACQUIRE);
	else
		memcpy(buf, from, size);
	return 0;
}

int tctl_region_bytes_read(const struct tctl_region_bytes *bytes, void *buf,
			   size_t size, uint64_t offset)
{
	if (bytes->fd < 0)
		return kernel_read(bytes, buf, size, offset);
	return file_read(bytes->fd, buf, size, offset);
}

/* Word by word: a program may read one at any time. */
static void kernel_write(const struct tctl_region_bytes *bytes,
			 const uint64_t *words, size_t size, uint64_t offset)
{
	uint64_t *to = (uint64_t *)mapped(bytes, offset);
	size_t i;

	for (i = 0; to && i < size / sizeof(*words); i++)
		__atomic_store_n(&to[i], words[i], __ATOMIC_RELAXED);
}

int tctl_region_bytes_write(const struct tctl_region_bytes *bytes,
			    const void *buf, size_t size, uint64_t offset)
{
	ssize_t done;

	if (bytes->fd < 0) {
		kernel_write(bytes, buf, size, offset);
		return 0;
	}
	done = pwrite(bytes->fd, buf, size, (off_t)offset);
	if (done < 0)
		return -errno;
	return (size_t)done == size ? 0 : -EIO;
}

const char *tctl_region_bytes_at(const struct tctl_region_bytes *bytes,
				 uint64_t offset)
{
	return bytes->fd < 0 ? mapped(bytes, offset) : NULL;
}
