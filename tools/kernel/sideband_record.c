// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf's records. Layout of what is asked for (sample_id_all, sample_type TID |
 * TIME): struct perf_event_header, the record, {u32 pid, tid}, {u64 time}.
 */
#include "sideband_record.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>

#define TRAILER 16u /* bytes of {pid, tid}, time */

struct map {
	struct perf_event_header header;
	uint32_t pid, tid;
	uint64_t start, size, pgoff;
	uint32_t major, minor;
	uint64_t inode, generation;
	uint32_t prot, flags;
	char filename[];
};

struct fork {
	struct perf_event_header header;
	uint32_t pid, ppid, tid, ptid;
	uint64_t time;
};

struct lost {
	struct perf_event_header header;
	uint64_t id, lost;
};

static int parse_map(const void *bytes, size_t size,
		     struct tctl_sideband_record *record)
{
	const struct map *map = bytes;
	size_t room = size - TRAILER;

	if (room <= sizeof(*map) ||
	    strnlen(map->filename, room - sizeof(*map)) == room - sizeof(*map))
		return -EINVAL;
	record->type = TCTL_SIDEBAND_MAP;
	record->pid = map->pid;
	record->start = map->start;
	record->size = map->size;
	record->pgoff = map->pgoff;
	/* The same bytes are a build id when the kernel gives one. */
	if (!(map->header.misc & PERF_RECORD_MISC_MMAP_BUILD_ID))
		record->inode = map->inode;
	record->filename = map->filename;
	return 0;
}

static int parse_fork(const void *bytes, size_t size,
		      struct tctl_sideband_record *record)
{
	const struct fork *fork = bytes;

	if (size < sizeof(*fork) + TRAILER)
		return -EINVAL;
	record->type = TCTL_SIDEBAND_FORK;
	record->pid = fork->pid;
	record->parent_pid = fork->ppid;
	return 0;
}

static int parse_lost(const void *bytes, size_t size,
		      struct tctl_sideband_record *record)
{
	const struct lost *lost = bytes;

	if (size < sizeof(*lost) + TRAILER)
		return -EINVAL;
	record->type = TCTL_SIDEBAND_LOST;
	record->lost = lost->lost;
	return 0;
}

int tctl_sideband_record_parse(const void *bytes, size_t size,
			       struct tctl_sideband_record *ret_record)
{
	const struct perf_event_header *header = bytes;
	struct tctl_sideband_record record = {.type = TCTL_SIDEBAND_OTHER};
	int ret = 0;

	if (size < sizeof(*header) + TRAILER || header->size != size)
		return -EINVAL;
	memcpy(&record.time_ns, (const uint8_t *)bytes + size - 8, 8);
	switch (header->type) {
	case PERF_RECORD_MMAP2:
		ret = parse_map(bytes, size, &record);
		break;
	case PERF_RECORD_FORK:
		ret = parse_fork(bytes, size, &record);
		break;
	case PERF_RECORD_LOST:
		ret = parse_lost(bytes, size, &record);
		break;
	}
	if (!ret)
		*ret_record = record;
	return ret;
}

static void copy_out(const uint8_t *ring, size_t ring_size, uint64_t at,
		     void *to, size_t size)
{
	size_t offset = (size_t)at & (ring_size - 1);
	size_t first = ring_size - offset < size ? ring_size - offset : size;

	memcpy(to, ring + offset, first);
	memcpy((uint8_t *)to + first, ring, size - first);
}

size_t tctl_sideband_record_copy(const uint8_t *ring, size_t ring_size,
				 uint64_t tail, uint64_t head, void *to,
				 size_t to_size)
{
	struct perf_event_header header;

	if (head - tail < sizeof(header) || head - tail > ring_size)
		return 0;
	copy_out(ring, ring_size, tail, &header, sizeof(header));
	if (header.size < sizeof(header) || header.size > head - tail ||
	    header.size > to_size)
		return 0;
	copy_out(ring, ring_size, tail, to, header.size);
	return header.size;
}
