/* SPDX-License-Identifier: MIT */
/*
 * libtrace/channel.h: the channels that this process writes to, and the record
 * path that writes there.
 *
 * tctl_channels[k] is published by the agent and read inside the record path's
 * critical section (whole), or under tctl_channel's user count (counted).
 * Taking one down: clear the pointer and the events' ids, end all rseq critical
 * sections (membarrier PRIVATE_EXPEDITED_RSEQ), wait until no counted writer is
 * inside, then unmap. Where a counted writer never leaves (its thread was
 * killed inside a vfork child) the mapping is kept rather than pulled away.
 */
#ifndef LIBTRACE_CHANNEL_H
#define LIBTRACE_CHANNEL_H

#include <stdint.h>
#include <tracectl/abi/app.h>
#include <tracectl/abi/ring.h>
#include <tracectl/abi/site.h>

struct tctl_channel;	/* channel_layout.h: shared with the assembly */

/*
 * Map the regions behind the descriptors (1: whole or counted as their headers
 * say; 2: whole, then counted), check every number of the headers, publish as
 * channel k. The descriptors stay the caller's. Agent only.
 * Returns 0, -EINVAL (header makes no sense), -EEXIST, -ENOMEM, -EOPNOTSUPP (no
 * MADV_POPULATE_WRITE, and the file is not allocated in full).
 */
int tctl_channel_open(unsigned int k, const int *fds, unsigned int nr_fds);

/*
 * As tctl_channel_open(), for a k that is open: exchanges its regions in one
 * store, events stay enabled and none is missed. For the child of a fork, which
 * keeps the whole region and gets a counted one of its own. On failure k stays
 * as it was.
 */
int tctl_channel_replace(unsigned int k, const int *fds, unsigned int nr_fds);

/* Unpublish and unmap; no event enabled in k may be left. Agent only. */
void tctl_channel_close(unsigned int k);

/* Record into channel k only what this id says; TCTL_ID_NONE: stop. Agent only.
   The gate is opened and closed by the caller (gate.h). */
void tctl_channel_enable(unsigned int k, uint32_t event_index, uint32_t id);

/* Close the partial sub-buffers of k's counted region (of this process). */
void tctl_channel_flush(unsigned int k);

/* The entry of all sites: abi/site.h's tctl_record_fn. */
void tctl_record(struct tctl_event_slot *slot,
		 const struct tctl_segment *segments, unsigned int nr_segments);

/* As tctl_record, but into the channels of the mask only, whether or not the
   event's gate is open (statedump). */
void tctl_record_into(uint32_t channel_mask, struct tctl_event_slot *slot,
		      const struct tctl_segment *segments,
		      unsigned int nr_segments);

/* Whether this process can write whole rings: rseq is registered for its
   threads and the membarrier commands are granted. Decided once, early. */
int tctl_rseq_usable(void);

#endif
