/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/kernel/sideband_record.h: records of a perf ring (perf_event_open(2))
 * as the sideband asks for them: PERF_RECORD_MMAP2, _FORK and _LOST, each with
 * the time of its end. No locks.
 */
#ifndef TOOLS_KERNEL_SIDEBAND_RECORD_H
#define TOOLS_KERNEL_SIDEBAND_RECORD_H

#include <stddef.h>
#include <stdint.h>

#define TCTL_SIDEBAND_MAX_RECORD 8192u /* bytes; larger ones are no text maps \
					*/

enum tctl_sideband_type {
	TCTL_SIDEBAND_OTHER,
	TCTL_SIDEBAND_MAP,
	TCTL_SIDEBAND_FORK,
	TCTL_SIDEBAND_LOST,
};

struct tctl_sideband_record {
	enum tctl_sideband_type type;
	uint64_t time_ns;
	uint32_t pid, parent_pid;	    /* MAP: pid; FORK: both */
	uint64_t start, size, pgoff, inode; /* MAP */
	const char *filename;		    /* MAP, in the bytes given */
	uint64_t lost;			    /* LOST */
};

/* bytes: one whole record of size bytes, aligned to 8. 0, or -EINVAL: it makes
 * no sense. */
int tctl_sideband_record_parse(const void *bytes, size_t size,
			       struct tctl_sideband_record *ret_record);

/*
 * Copies the record at position tail of a ring of size bytes (a power of two)
 * that is written up to head. Its size, or 0: there is none or none that makes
 * sense, then the rest is to be skipped.
 */
size_t tctl_sideband_record_copy(const uint8_t *ring, size_t ring_size,
				 uint64_t tail, uint64_t head, void *to,
				 size_t to_size);

#endif
