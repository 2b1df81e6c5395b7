// SPDX-License-Identifier: GPL-2.0-or-later
/* tests/lib/kernel_walk.c: see the header. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probes/kernel/events.h"
#include "tests/lib/kernel_walk.h"
#include "tools/kernel/ring.h"

static struct tctl_subbuf *subbuf(const struct kernel_walk *walk,
				  uint64_t number)
{
	struct tctl_subbuf *table =
		(void *)((char *)walk->ring + TCTL_KERNEL_RING_TABLE);

	return &table[number & (walk->nr_subbufs - 1)];
}

static uint64_t load(const uint64_t *place)
{
	return __atomic_load_n(place, __ATOMIC_ACQUIRE);
}

static const uint8_t *contexts(const struct kernel_walk *walk,
			       const uint8_t *at, struct kernel_record *record)
{
	uint32_t tid = 0;

	record->pid = 0;
	record->procname = NULL;
	if (walk->contexts & TCTL_CONTEXT_VPID) {
		memcpy(&record->pid, at, sizeof(record->pid));
		at += sizeof(record->pid);
	}
	if (walk->contexts & TCTL_CONTEXT_VTID) {
		memcpy(&tid, at, sizeof(tid));
		at += sizeof(tid);
	}
	record->tid = tid & ~(1u << 31);
	record->cut = tid >> 31;
	if (walk->contexts & TCTL_CONTEXT_PROCNAME) {
		record->procname = (const char *)at;
		at += 16;
	}
	return at;
}

static uint32_t head_size(const struct kernel_walk *walk)
{
	return 8 + (walk->contexts & TCTL_CONTEXT_VPID ? 4 : 0) +
	       (walk->contexts & TCTL_CONTEXT_VTID ? 4 : 0) +
	       (walk->contexts & TCTL_CONTEXT_PROCNAME ? 16 : 0);
}

/* Bytes of the record at `at`, 0: there can't be one. */
static uint32_t record_look(struct kernel_walk *walk, const uint8_t *at,
			    uint32_t available, uint64_t begin_ns)
{
	struct kernel_record record = {.cpu = walk->cpu};
	uint32_t head = head_size(walk), size;
	uint64_t header;

	if (available < head)
		return 0;
	memcpy(&header, at, sizeof(header));
	record.id = TCTL_RECORD_ID(header);
	record.ns = begin_ns +
		    ((TCTL_RECORD_NS(header) - begin_ns) & ((1ull << 48) - 1));
	record.payload = contexts(walk, at + sizeof(header), &record);
	size = walk->size(walk->arg, record.id, record.payload,
			  available - head);
	if (size > available - head)
		return 0;
	record.size = size;
	walk->backwards += record.ns < walk->last_ns;
	walk->last_ns = record.ns;
	walk->records++;
	if (walk->seen)
		walk->seen(walk->arg, &record);
	return head + size;
}

static void content_look(struct kernel_walk *walk,
			 const struct tctl_subbuf *entry, const uint8_t *bytes,
			 uint64_t content)
{
	uint64_t at = 0;
	uint32_t size;

	walk->backwards += entry->begin_ns < walk->last_ns;
	for (; at < content; at = (at + size + 7) & ~7ull) {
		size = record_look(walk, bytes + at, content - at,
				   entry->begin_ns);
		if (!size || at + size > content) {
			if (!walk->torn++)
				printf("# torn: cpu %u, at %llu of %llu\n",
				       walk->cpu, (unsigned long long)at,
				       (unsigned long long)content);
			return;
		}
		if (at + size == content)
			break;
	}
	/* The last record ends exactly where the content does, and in time. */
	walk->torn += at > content;
	walk->backwards += entry->end_ns < walk->last_ns;
	walk->last_ns = entry->end_ns;
}

static void subbuf_look(struct kernel_walk *walk, struct tctl_subbuf *place,
			uint64_t number)
{
	uint64_t start = number * walk->subbuf_size, content;
	uint64_t mask = (uint64_t)walk->subbuf_size * walk->nr_subbufs - 1;
	struct tctl_ring *ring = walk->ring;
	struct tctl_subbuf entry = *place;
	uint8_t *bytes = malloc(walk->subbuf_size);

	memcpy(bytes,
	       (char *)walk->ring + TCTL_KERNEL_RING_DATA(walk->nr_subbufs) +
		       (start & mask),
	       walk->subbuf_size);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	if (load(&ring->reserve) > start + mask + 1) {
		walk->overwritten++;
		free(bytes);
		return;
	}
	if (entry.lap != number + 1 || entry.end <= start ||
	    entry.end >= start + walk->subbuf_size || entry.lost < walk->lost) {
		walk->torn++;
	} else {
		content = tctl_kernel_ring_close_holes(&entry, bytes,
						       entry.end - start);
		walk->holes += content != entry.end - start;
		content_look(walk, &entry, bytes, content);
		walk->lost = entry.lost;
	}
	walk->packets++;
	free(bytes);
}

void kernel_walk_take(struct kernel_walk *walk)
{
	struct tctl_ring_consumer *consumer =
		(void *)((char *)walk->ring + TCTL_KERNEL_RING_CONSUMER);
	struct tctl_ring *ring = walk->ring;
	uint64_t size = walk->subbuf_size;

	for (;;) {
		uint64_t number = walk->consumed / size;
		struct tctl_subbuf *place = subbuf(walk, number);

		if (load(&ring->reserve) < walk->consumed + size ||
		    load(&place->commit) <
			    (number / walk->nr_subbufs + 1) * size)
			return;
		subbuf_look(walk, place, number);
		walk->consumed += size;
		__atomic_store_n(&consumer->consumed, walk->consumed,
				 __ATOMIC_SEQ_CST);
	}
}

void kernel_walk_oldest(struct kernel_walk *walk)
{
	struct tctl_ring *ring = walk->ring;
	uint64_t number = load(&ring->reserve) / walk->subbuf_size;

	if (number >= walk->nr_subbufs)
		walk->consumed =
			(number - walk->nr_subbufs + 1) * walk->subbuf_size;
	walk->last_ns = 0;
}

static uint32_t counted_size(const uint8_t *payload, uint32_t available,
			     uint32_t log2)
{
	uint32_t count;

	if (available < sizeof(count))
		return UINT32_MAX;
	memcpy(&count, payload, sizeof(count));
	return count > available ? UINT32_MAX : 4 + (count << log2);
}

static uint32_t string_size(const uint8_t *payload, uint32_t available)
{
	const uint8_t *end = memchr(payload, 0, available);

	return end ? (uint32_t)(end - payload) + 1 : UINT32_MAX;
}

static uint32_t op_size(const struct tctl_kernel_op *op, const uint8_t *payload,
			uint32_t available)
{
	uint32_t size;

	switch (op->op & ~(TCTL_KERNEL_OP_SUCCESS | TCTL_KERNEL_OP_RELATIVE)) {
	case TCTL_KERNEL_OP_RESULT:
		return 8;
	case TCTL_KERNEL_OP_STRING:
	case TCTL_KERNEL_OP_AGAIN:
	case TCTL_KERNEL_OP_STRINGS:
	case TCTL_KERNEL_OP_LOC_STRING:
	case TCTL_KERNEL_OP_CHARS:
		return string_size(payload, available);
	case TCTL_KERNEL_OP_BUFFER:
	case TCTL_KERNEL_OP_LOC_ARRAY:
		return counted_size(payload, available, op->log2);
	case TCTL_KERNEL_OP_ADDRESS:
		if (available < 24)
			return UINT32_MAX;
		size = string_size(payload + 24, available - 24);
		return size == UINT32_MAX ? size : 24 + size;
	}
	return op->size;
}

static uint32_t plan_size(const struct tctl_kernel_plan *plan,
			  const uint8_t *payload, uint32_t available)
{
	uint32_t sum = 0, size;
	unsigned int i;

	for (i = 0; i < plan->nr_ops; i++) {
		size = op_size(&plan->ops[i], payload + sum, available - sum);
		if (size > available - sum)
			return UINT32_MAX;
		sum += size;
	}
	return sum;
}

/* How many of the fields behind a program's structure there are of each kind.
 */
#define KIND_COUNT(kind, field) +TAIL_##kind
#define TAIL_S8			0
#define TAIL_S16		0
#define TAIL_S32		0
#define TAIL_S64		0
#define TAIL_U8			0
#define TAIL_U16		0
#define TAIL_U32		0
#define TAIL_U64		0
#define TAIL_X32		0
#define TAIL_X64		0
#define TAIL_COMM		0
#define TAIL_STRING		1
#define TAIL_ADDRESSES		100
#define PROGRAM(group, name)                              \
	{sizeof(struct tctl_kernel_payload_##name),       \
	 (0 TCTL_KERNEL_FIELDS_##name(KIND_COUNT)) % 100, \
	 (0 TCTL_KERNEL_FIELDS_##name(KIND_COUNT)) / 100},

static const struct {
	uint32_t fixed, strings, stacks;
} programs[] = {TCTL_KERNEL_EVENTS(PROGRAM)};

static uint32_t program_size(uint32_t number, const uint8_t *payload,
			     uint32_t available)
{
	uint32_t sum = programs[number].fixed, size, i;
	uint32_t strings = programs[number].strings;

	for (i = 0; i < strings + programs[number].stacks; i++) {
		if (sum > available)
			return UINT32_MAX;
		size = i < strings ? string_size(payload + sum, available - sum)
				   : counted_size(payload + sum,
						  available - sum, 3);
		if (size > available - sum)
			return UINT32_MAX;
		sum += size;
	}
	return sum;
}

uint32_t kernel_walk_event_size(const struct tctl_kernel_event *event,
				const uint8_t *payload, uint32_t available)
{
	return event->source == TCTL_KERNEL_PROGRAM
		       ? program_size(event->number, payload, available)
		       : plan_size(&event->plan, payload, available);
}
