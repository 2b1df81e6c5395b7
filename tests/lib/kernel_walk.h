/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/lib/kernel_walk.h: reads a kernel ring as the daemon does, and looks at
 * every byte: whatever is torn, out of order or unaccounted for is counted.
 */
#ifndef TESTS_KERNEL_WALK_H
#define TESTS_KERNEL_WALK_H

#include <stdint.h>
#include <tracectl/abi/kernel.h>

#include "tools/kernel/event.h"

struct kernel_record {
	uint32_t id;
	uint32_t pid, tid; /* 0 without these contexts */
	int cut;
	const char *procname; /* 16 bytes, or NULL */
	uint64_t ns;
	const uint8_t *payload;
	uint32_t size; /* of it */
	unsigned int cpu;
};

struct kernel_walk {
	void *ring;
	uint32_t subbuf_size, nr_subbufs, contexts, mode;
	unsigned int cpu;
	/* Bytes of a payload of which `available` may be looked at; UINT32_MAX:
	   this can't be one. */
	uint32_t (*size)(void *arg, uint32_t id, const uint8_t *payload,
			 uint32_t available);
	void (*seen)(void *arg, const struct kernel_record *record);
	void *arg;

	/* out */
	uint64_t consumed, last_ns, lost;
	uint64_t records, packets, holes;
	uint64_t torn, backwards, overwritten;
};

/* Take all sub-buffers that are finished. Discard rings get them back. */
void kernel_walk_take(struct kernel_walk *walk);

/* Overwrite rings: go to the oldest one that is there. */
void kernel_walk_oldest(struct kernel_walk *walk);

/* Of a payload of this event. */
uint32_t kernel_walk_event_size(const struct tctl_kernel_event *event,
				const uint8_t *payload, uint32_t available);

#endif
