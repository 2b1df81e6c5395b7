/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kernel/bpf/ring.h: the writers' side of a kernel ring (abi/kernel.h),
 * protocol counted: libtrace/ring_counted.c in what a BPF program can do.
 *
 * A CPU's ring is written by programs on that CPU only, which interrupt each
 * other, and by the daemon, which closes sub-buffers. Who is interrupted goes
 * on when the other has finished: every loop here is bounded by how deep
 * interrupts nest. Each offset is masked right before it is used: that is what
 * the verifier can follow.
 */
#ifndef KERNEL_BPF_RING_H
#define KERNEL_BPF_RING_H

#include "kernel/bpf/channel.h"

/* Full barriers on every machine: the result of the second has to be used, or
   the compiler takes the form that orders nothing. */
#define ring_swap(place, from, to) __sync_val_compare_and_swap(place, from, to)
#define ring_add(place, value)                                        \
	do {                                                          \
		uint64_t before = __sync_fetch_and_add(place, value); \
		asm volatile("" : : "r"(before));                     \
	} while (0)
#define ring_load(place)     (*(volatile uint64_t *)&(place))
#define ring_store(place, v) (*(volatile uint64_t *)&(place) = (v))
/* What the compiler may not know about a value. */
#define ring_hide(value) asm volatile("" : "+r"(value))

struct reservation {
	void *ring;
	uint64_t from;	     /* what is to be committed begins here */
	uint64_t start, end; /* of the record */
	uint64_t ns;
};

static __always_inline void *ring_get(void)
{
	uint32_t cpu = bpf_get_smp_processor_id(), zero = 0;
	void *map = bpf_map_lookup_elem(&rings, &cpu);

	return map ? bpf_map_lookup_elem(map, &zero) : NULL;
}

static __always_inline void *ring_place(void *ring, uint64_t pos)
{
	ring_hide(pos);
	pos &= constants.ring_mask;
	return ring + constants.data_offset + pos;
}

static __always_inline struct tctl_subbuf *ring_subbuf(void *ring,
						       uint64_t number)
{
	ring_hide(number);
	number &= constants.subbufs_mask;
	return ring + TCTL_KERNEL_RING_TABLE +
	       number * sizeof(struct tctl_subbuf);
}

/* Whether sub-buffer `number` may be begun: its earlier laps are finished, and
   in a discard ring read. */
static __always_inline int ring_is_free(void *ring, uint64_t number)
{
	struct tctl_ring_consumer *consumer = ring + TCTL_KERNEL_RING_CONSUMER;
	uint64_t laps = number >> constants.subbufs_shift;

	/* (R8) as in ring_counted.c. */
	if (ring_load(ring_subbuf(ring, number)->commit) !=
	    laps << constants.subbuf_shift)
		return 0;
	/* (R2) */
	return !constants.discard || !laps ||
	       (number - constants.subbufs_mask) << constants.subbuf_shift <=
		       ring_load(consumer->consumed);
}

/* 2^47 ns after its begin a sub-buffer is left: 48 bits of a time stamp never
   wrap unseen. */
static __always_inline int ring_is_outdated(void *ring, uint64_t number,
					    uint64_t ns)
{
	struct tctl_subbuf *entry = ring_subbuf(ring, number);

	return entry->lap == number + 1 && (ns - entry->begin_ns) >> 47;
}

static __always_inline void ring_leave(void *ring, uint64_t old,
				       uint64_t last_ns, uint64_t lost)
{
	uint64_t number = old >> constants.subbuf_shift;
	struct tctl_subbuf *entry = ring_subbuf(ring, number);

	ring_store(entry->end_ns, last_ns);
	ring_store(entry->lost, lost);
	ring_store(entry->end, old);
	ring_add(&entry->commit,
		 ((number + 1) << constants.subbuf_shift) - old);
}

static __always_inline void ring_begin(void *ring, uint64_t number, uint64_t ns)
{
	struct tctl_subbuf *entry = ring_subbuf(ring, number);

	ring_store(entry->begin_ns, ns);
	ring_store(entry->lap, number + 1);
}

static __always_inline void ring_lose(struct tctl_ring *control)
{
	__sync_fetch_and_add(&control->lost, 1);
}

/* One attempt: 1 when it has to be made again. */
static __always_inline int ring_try(void *ring, uint64_t length,
				    struct reservation *res)
{
	struct tctl_ring *control = ring;
	uint64_t old = ring_load(control->reserve);
	uint64_t last = ring_load(control->last_ns);
	uint64_t lost = ring_load(control->lost);
	uint64_t ns = bpf_ktime_get_ns();
	uint64_t number = old >> constants.subbuf_shift;
	uint64_t offset = old & constants.subbuf_mask;
	uint64_t start = (old + 7) & ~7ull;

	if (ns > last && ring_swap(&control->last_ns, last, ns) != last)
		return 1;
	if (ns < last)
		ns = last;
	if (offset &&
	    (((offset + 7) & ~7ull) + length > constants.subbuf_mask ||
	     ring_is_outdated(ring, number, ns))) {
		number++;
		start = number << constants.subbuf_shift;
	}
	if (!(start & constants.subbuf_mask) && !ring_is_free(ring, number))
		return ring_load(control->reserve) != old ? 1 : -1;
	if (ring_swap(&control->reserve, old, start + length) != old)
		return 1;
	/* Old lay in an earlier one. */
	if (offset && !(start & constants.subbuf_mask)) {
		ring_leave(ring, old, last, lost);
		old = start;
	}
	if (!(start & constants.subbuf_mask))
		ring_begin(ring, number, ns);
	res->ring = ring;
	res->from = old;
	res->start = start;
	res->end = start + length;
	res->ns = ns;
	return 0;
}

/*
 * Reserve length bytes: 0, or -1 when the event was lost, and counted.
 *
 * As in ring_counted.c, the time is read and last_ns raised between the load of
 * reserve and the swap: time order is reservation order. A swap that fails
 * says that an interrupt recorded meanwhile, or that the daemon flushed. It is
 * no loop: Linux 6.1 takes only those whose way back is a jump, and that is for
 * the compiler to decide.
 */
static __always_inline int ring_reserve(void *ring, uint64_t length,
					struct reservation *res)
{
	int ret = ring_try(ring, length, res);

	if (ret > 0)
		ret = ring_try(ring, length, res);
	if (ret > 0)
		ret = ring_try(ring, length, res);
	if (ret > 0)
		ret = ring_try(ring, length, res);
	if (!ret)
		return 0;
	ring_lose(ring);
	return -1;
}

static __always_inline void ring_commit(struct reservation *res, uint64_t end)
{
	uint64_t number = res->start >> constants.subbuf_shift;

	asm volatile("" : : : "memory");
	ring_add(&ring_subbuf(res->ring, number)->commit, end - res->from);
}

/*
 * Commit a record that ended at pos, before what was reserved: give the rest
 * back. Where an interrupt or a flush came behind it, it is a hole, which the
 * daemon closes (abi/kernel.h): TCTL_KERNEL_HOLE bytes are always left for it.
 */
static __always_inline void ring_commit_trimmed(struct reservation *res,
						uint64_t pos)
{
	struct tctl_ring *control = res->ring;
	uint64_t number = res->start >> constants.subbuf_shift;
	uint64_t p = pos & constants.subbuf_mask;
	uint64_t q = res->end & constants.subbuf_mask;
	uint64_t next;

	if (ring_swap(&control->reserve, res->end, pos) == res->end) {
		ring_commit(res, pos);
		return;
	}
	next = __sync_lock_test_and_set(&ring_subbuf(res->ring, number)->holes,
					TCTL_KERNEL_HOLES(number + 1, p));
	if (next >> 32 != (uint32_t)(number + 1))
		next = 0;
	*(uint64_t *)ring_place(res->ring, (pos + 7) & ~7ull) =
		q << 32 | (uint32_t)next;
	ring_commit(res, res->end);
}

#endif
