/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/reader_region.c: see reader_region.h. Each number is read
 * once; what it means is for reader.c to check.
 */
#include <errno.h>
#include <stddef.h>
#include <sys/stat.h>

#include "arch/fence.h"
#include "tools/tracectld/foreign.h"
#include "tools/tracectld/reader_region.h"

/* Numbers of a region, as this machine has them. */
static int read_numbers(const struct tctl_reader *reader, void *buf,
			size_t size, uint64_t offset, const char *layout)
{
	int err = tctl_reader_bytes(reader, buf, size, offset);

	if (!err && reader->foreign)
		tctl_foreign_turn(buf, layout);
	return err;
}

int tctl_reader_bytes(const struct tctl_reader *reader, void *buf, size_t size,
		      uint64_t offset)
{
	return tctl_region_bytes_read(&reader->bytes, buf, size, offset);
}

int tctl_reader_region_read(struct tctl_reader *reader)
{
	struct tctl_region *region = &reader->region;
	struct stat status;
	int err;

	if (fstat(reader->bytes.fd, &status) < 0)
		return -errno;
	if ((uint64_t)status.st_size < sizeof(*region))
		return -EINVAL;
	err = tctl_reader_bytes(reader, region, sizeof(*region), 0);
	if (err)
		return err;
	reader->foreign = region->magic == __builtin_bswap64(TCTL_REGION_MAGIC);
	if (reader->foreign)
		tctl_foreign_turn(region, TCTL_LAYOUT_REGION);
	return tctl_region_check(region, status.st_size);
}

static uint64_t consumer_offset(const struct tctl_reader *reader,
				unsigned int cpu)
{
	return reader->region.consumer_offset +
	       cpu * sizeof(struct tctl_ring_consumer);
}

int tctl_reader_consumer_read(const struct tctl_reader *reader,
			      unsigned int cpu,
			      struct tctl_ring_consumer *ret_consumer)
{
	return read_numbers(reader, ret_consumer, sizeof(*ret_consumer),
			    consumer_offset(reader, cpu),
			    TCTL_LAYOUT_CONSUMER);
}

int tctl_reader_consumer_write(const struct tctl_reader *reader,
			       unsigned int cpu,
			       const struct tctl_ring_consumer *consumer)
{
	struct tctl_ring_consumer turned = *consumer;

	if (reader->foreign)
		tctl_foreign_turn(&turned, TCTL_LAYOUT_CONSUMER);
	/* (R2) pairs with the writers' check of consumed: the bytes up to there
	   were read before the position says so. */
	tctl_fence_full();
	return tctl_region_bytes_write(&reader->bytes, &turned, sizeof(turned),
				       consumer_offset(reader, cpu));
}

/* Until the word is the same twice. */
int tctl_reader_ring_read(const struct tctl_reader *reader, unsigned int cpu,
			  struct tctl_ring *ret_ring)
{
	uint64_t offset = tctl_region_ring_offset(&reader->region, cpu);
	uint64_t commit, lost;
	int err, tries = 3;

	err = read_numbers(reader, ret_ring, sizeof(*ret_ring), offset,
			   TCTL_LAYOUT_RING);
	do {
		if (err)
			return err;
		commit = ret_ring->commit;
		lost = ret_ring->lost;
		tctl_fence_full();
		err = read_numbers(reader, ret_ring, sizeof(*ret_ring), offset,
				   TCTL_LAYOUT_RING);
	} while (!err && ret_ring->commit != commit && --tries);
	ret_ring->lost = lost;
	/* (R3) pairs with the commit word's store in the assembly and with the
	   compare-and-swap of the counted protocol: what they publish is read
	   after them. */
	tctl_fence_full();
	return err;
}

uint64_t tctl_reader_position(const struct tctl_reader *reader, uint64_t base,
			      uint64_t position)
{
	if (!tctl_reader_is_narrow(reader))
		return position;
	return base + (uint32_t)(position - base);
}

uint64_t tctl_reader_commit_before(const struct tctl_reader *reader,
				   uint64_t number)
{
	return number / reader->region.nr_subbufs * reader->region.subbuf_size;
}

/*
 * What a narrow table entry says of this sub-buffer. Numbers of sub-buffers and
 * the laps' commits are known as far as 32 bits of positions go.
 */
static void subbuf_widen(const struct tctl_reader *reader, uint64_t number,
			 struct tctl_subbuf *entry)
{
	const struct tctl_region *region = &reader->region;
	const uint64_t numbers = (1ull << 32) / region->subbuf_size;
	const uint64_t commits = (1ull << 32) / region->nr_subbufs;
	const uint64_t before = tctl_reader_commit_before(reader, number);

	if (!tctl_reader_is_narrow(reader))
		return;
	if (entry->lap && !((entry->lap - 1 - number) % numbers))
		entry->lap = number + 1;
	else
		entry->lap = 0;
	entry->end = tctl_reader_position(reader, number * region->subbuf_size,
				    entry->end);
	entry->commit = (entry->commit - before) % commits;
	if (entry->commit <= region->subbuf_size)
		entry->commit += before;
	else	/* not yet finished in an earlier lap */
		entry->commit = 0;
}

int tctl_reader_subbuf_read(const struct tctl_reader *reader, unsigned int cpu,
			    uint64_t number, struct tctl_subbuf *ret_entry)
{
	uint64_t place = tctl_region_subbuf_offset(&reader->region, cpu, number);
	uint64_t lap;
	int err;

	err = read_numbers(reader, ret_entry, sizeof(*ret_entry), place,
			   TCTL_LAYOUT_SUBBUF);
	if (err)
		return err;
	if (reader->region.mode == TCTL_MODE_OVERWRITE) {
		tctl_fence_full();
		err = read_numbers(reader, &lap, sizeof(lap),
				   place + offsetof(struct tctl_subbuf, lap),
				   TCTL_LAYOUT_WORD);
		if (!err && lap != ret_entry->lap)
			ret_entry->lap = 0;
	}
	subbuf_widen(reader, number, ret_entry);
	return err;
}

int tctl_reader_header_read(const struct tctl_reader *reader, unsigned int cpu,
			    uint64_t pos, uint64_t *ret_header)
{
	int err = tctl_reader_bytes(reader, ret_header, sizeof(*ret_header),
				    tctl_region_data_offset(&reader->region,
							    cpu, pos));

	if (!err && reader->foreign)
		*ret_header = tctl_foreign_header(*ret_header);
	return err;
}

int tctl_reader_loss_read(const struct tctl_reader *reader,
			  struct tctl_region_loss *ret_loss)
{
	return read_numbers(reader, ret_loss, sizeof(*ret_loss),
			    reader->region.loss_offset, TCTL_LAYOUT_LOSS);
}
