/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/kernel/ring.h: the daemon's side of a kernel ring (abi/kernel.h) beyond
 * reading: closing a sub-buffer that is partly filled, and the holes of one
 * that is finished.
 *
 * Locking: one thread at a time per ring; the kernel writes meanwhile.
 */
#ifndef TOOLS_KERNEL_RING_H
#define TOOLS_KERNEL_RING_H

#include <stdint.h>
#include <tracectl/abi/kernel.h>

/* Leave the sub-buffer in force, so that it can be read; nothing when it is
   empty. Sizes are powers of two. */
void tctl_kernel_ring_flush(void *ring, uint32_t subbuf_size,
			    uint32_t nr_subbufs);

/*
 * Close the holes of a finished sub-buffer: entry is its table entry, bytes its
 * subbuf_size bytes (in the ring or a copy), content what of it is in use
 * (entry->end - its start). Returns what of it is in use afterwards. Nothing in
 * entry is changed: ask once per copy of the bytes.
 */
uint64_t tctl_kernel_ring_close_holes(const struct tctl_subbuf *entry,
				      void *bytes, uint64_t content);

#endif
