/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kernel/bpf/record.h: a record from its reservation to its commit: header,
 * contexts, then the payload, which its program writes at `pos` and beyond.
 */
#ifndef KERNEL_BPF_RECORD_H
#define KERNEL_BPF_RECORD_H

#include "kernel/bpf/filter.h"
#include "kernel/bpf/ring.h"

#define RECORD_CUT (1u << 31) /* in the context's tid */
/* The most that one operation writes: within the slack behind the ring. */
#define RECORD_PIECE 0x7fffu

struct record {
	struct reservation res;
	uint64_t pos; /* where the payload goes on */
	uint32_t tid;
	uint32_t cut;
};

/* An event's id is settled before its program is attached. */
#define record_id(event) \
	(*(volatile uint32_t *)&settings.ids[TCTL_KERNEL_EVENT_##event])

/* 16 bytes at a time: the name is no longer, and aligned. */
static __always_inline void comm_copy(void *to, struct task_struct *task)
{
	const uint64_t *comm = (const void *)task->comm;

	((uint64_t *)to)[0] = comm[0];
	((uint64_t *)to)[1] = comm[1];
}

static __always_inline void *record_at(struct record *record)
{
	return ring_place(record->res.ring, record->pos);
}

static __always_inline void record_head(struct record *record, uint32_t id,
					struct task_struct *task)
{
	void *place = ring_place(record->res.ring, record->res.start);

	*(uint64_t *)place = TCTL_RECORD_HEADER(id, record->res.ns);
	place += sizeof(uint64_t);
	if (constants.contexts & TCTL_CONTEXT_VPID) {
		*(uint32_t *)place = task->tgid;
		place += sizeof(uint32_t);
	}
	if (constants.contexts & TCTL_CONTEXT_VTID) {
		record->tid = task->pid;
		*(uint32_t *)place = record->tid;
		place += sizeof(uint32_t);
	}
	if (constants.contexts & TCTL_CONTEXT_PROCNAME)
		comm_copy(place, task);
	record->pos = record->res.start + constants.head_size;
}

/*
 * 0, or -1: not recorded, and counted as lost. payload is what is reserved for
 * it; where a record may end before, it includes TCTL_KERNEL_HOLE. task: whom
 * the contexts are about.
 */
static __always_inline int record_begin_of(struct record *record, uint32_t id,
					   uint32_t payload,
					   struct task_struct *task)
{
	void *ring = ring_get();

	if (!ring) {
		__sync_fetch_and_add(&counts.lost, 1);
		return -1;
	}
	if (ring_reserve(ring, constants.head_size + payload, &record->res))
		return -1;
	record->cut = 0;
	record_head(record, id, task);
	return 0;
}

static __always_inline int record_begin(struct record *record, uint32_t id,
					uint32_t payload)
{
	return record_begin_of(record, id, payload, bpf_get_current_task_btf());
}

/*
 * Adds what always is zero, which the verifier does not know: it forgets what
 * it found out about pos, and sees that each round of a loop over operations is
 * as safe as the one before.
 */
static __always_inline void record_forget(struct record *record,
					  const struct tctl_kernel_plan *plan)
{
	record->pos += *(volatile const uint64_t *)&plan->reserved;
}

/* A record whose payload is what was reserved. */
static __always_inline void record_end(struct record *record)
{
	ring_commit(&record->res, record->res.end);
}

static __always_inline void record_cut_mark(struct record *record)
{
	uint64_t pos = record->res.start + sizeof(uint64_t);

	if (!record->cut || !(constants.contexts & TCTL_CONTEXT_VTID))
		return;
	if (constants.contexts & TCTL_CONTEXT_VPID)
		pos += sizeof(uint32_t);
	*(uint32_t *)ring_place(record->res.ring, pos) =
		record->tid | RECORD_CUT;
}

/* A record whose payload ends at pos. */
static __always_inline void record_end_at(struct record *record)
{
	record_cut_mark(record);
	if (record->pos == record->res.end)
		ring_commit(&record->res, record->pos);
	else
		ring_commit_trimmed(&record->res, record->pos);
}

/* A member of a payload: a structure that is packed, though stores to it need
   not be torn into bytes. */
#define PUT(payload, member, value)                                         \
	(*(__typeof__((payload)->member) *)((void *)(payload) +             \
					    __builtin_offsetof(             \
						    __typeof__(*(payload)), \
						    member)) = (value))
#define PUT_COMM(payload, member, task)                                       \
	comm_copy((void *)(payload) +                                         \
			  __builtin_offsetof(__typeof__(*(payload)), member), \
		  task)

/* A string of the kernel's at the end of a payload. */
static __always_inline void
record_kernel_string(struct record *record, const void *string, uint32_t most)
{
	void *place = record_at(record);
	long size = bpf_probe_read_kernel_str(place, most, string);

	if (size <= 0) {
		*(char *)place = 0;
		record->cut = 1;
		size = 1;
	}
	record->pos += size;
}

#endif
