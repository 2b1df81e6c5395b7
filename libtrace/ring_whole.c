/* SPDX-License-Identifier: MIT */
/*
 * libtrace/ring_whole.c: what surrounds the critical sections of the whole
 * protocol: retrying after aborts, making a ring ready for this process,
 * entering sub-buffers, counting losses. Runs wherever a probe is hit; no
 * locks. The channel is kept from going away by its user count.
 */
#include <errno.h>
#include <stddef.h>

#include "libtrace/channel.h"
#include "libtrace/clock.h"
#include "libtrace/membarrier.h"
#include "libtrace/ring_whole.h"

/* After so many in a row somebody single-steps us, or the record is longer than
   the time between two interruptions. */
#define TCTL_MAX_ABORTS	16

/* A sub-buffer may have to be entered, a clock be asked, again after each
   migration; nobody migrates that often in earnest. */
#define TCTL_MAX_ROUNDS	64

/* glibc 2.35 and later say where the kernel's area lies; others don't. */
extern const ptrdiff_t __rseq_offset __attribute__((weak));
extern const unsigned int __rseq_size __attribute__((weak));

#define TCTL_RSEQ_UNKNOWN	0
#define TCTL_RSEQ_YES		1
#define TCTL_RSEQ_NO		2

static int rseq_state;
ptrdiff_t tctl_rseq_offset;

static int rseq_probe(void)
{
	if (!TCTL_RING_WHOLE || !&__rseq_size || !&__rseq_offset ||
	    !__rseq_size)
		return TCTL_RSEQ_NO;
	tctl_rseq_offset = __rseq_offset;
	if (__atomic_load_n(&tctl_rseq_self()->cpu_id, __ATOMIC_RELAXED) >=
	    TCTL_MAX_CPUS)
		return TCTL_RSEQ_NO;
	return tctl_membarrier_rseq_granted() ? TCTL_RSEQ_YES : TCTL_RSEQ_NO;
}

int tctl_rseq_usable(void)
{
	if (__atomic_load_n(&rseq_state, __ATOMIC_ACQUIRE) ==
	    TCTL_RSEQ_UNKNOWN)
		__atomic_store_n(&rseq_state, rseq_probe(), __ATOMIC_RELEASE);
	return rseq_state == TCTL_RSEQ_YES;
}

int tctl_rseq_cpu(void)
{
	if (!tctl_rseq_usable())
		return -1;
	return (int)__atomic_load_n(&tctl_rseq_self()->cpu_id, __ATOMIC_RELAXED);
}

/* Whether the record really does not fit where this thread is now. */
static int must_enter(struct tctl_mapping *mapping, struct tctl_ring *ring,
		      uint64_t commit, uint64_t ns, uint32_t length)
{
	uint64_t offset = TCTL_COMMIT_POS(commit) & mapping->subbuf_mask;
	uint64_t begin_ns = tctl_word_load(&ring->begin_ns);

	if (((offset + 7) & ~7ull) + length > mapping->subbuf_mask)
		return 1;
	if (__atomic_load_n(&ring->epoch, __ATOMIC_RELAXED) !=
	    __atomic_load_n(&mapping->region->clock.epoch, __ATOMIC_RELAXED))
		return 1;
	return ns > begin_ns && (ns - begin_ns) >> 47;
}

static int is_full(struct tctl_mapping *mapping, unsigned int cpu,
		   uint64_t position)
{
	uint64_t end = position + mapping->subbuf_mask + 1;
	uint64_t ring_size = mapping->ring_mask + 1;

	return mapping->geometry.mode == TCTL_MODE_DISCARD &&
	       end > ring_size &&
	       end - ring_size > tctl_mapping_consumed(mapping, cpu);
}

/* From now on critical sections of this process may use the ring. */
static void set_ready(struct tctl_channel *channel, unsigned int cpu,
		      struct tctl_ring *ring)
{
	struct tctl_channel_cpu *entry = &channel->cpus[cpu];
	struct tctl_mapping *mapping = &channel->whole;

	/* (R7) pairs with the assembly's loads of ring, then data: data never
	   changes once ring is set. */
	__atomic_store_n(&entry->data, tctl_mapping_data(mapping, cpu, 0),
			 __ATOMIC_RELAXED);
	__atomic_store_n(&entry->ring, ring, __ATOMIC_RELEASE);
}

/* Enter the sub-buffer behind commit. DONE: try the record again. */
static int enter_next(struct tctl_channel *channel, unsigned int cpu,
		      struct tctl_ring *ring, uint64_t commit, uint64_t entered,
		      uint64_t ns)
{
	struct tctl_mapping *mapping = &channel->whole;
	uint64_t current = TCTL_COMMIT_POS(commit) >> mapping->subbuf_shift;
	uint64_t number = entered ? current + 1 : 0;
	struct tctl_enter enter = {
		.ring = ring,
		.left = entered ? tctl_mapping_subbuf(mapping, cpu, current)
				: NULL,
		.target = tctl_mapping_subbuf(mapping, cpu, number),
		.commit = commit,
		.entered = entered,
		.position = number << mapping->subbuf_shift,
		.lap = number + 1,
		.ns = ns,
		.cpu = cpu,
		.epoch = __atomic_load_n(&mapping->region->clock.epoch,
					 __ATOMIC_RELAXED),
	};
	int ret;

	if (is_full(mapping, cpu, enter.position)) {
		ret = tctl_ring_whole_lose(tctl_rseq_self(), ring, cpu);
		return ret == TCTL_WRITE_DONE ? TCTL_WRITE_LOST : ret;
	}
	if (tctl_mapping_populate_subbuf(mapping, cpu, number)) {
		tctl_mapping_lose(mapping);
		return TCTL_WRITE_LOST;
	}
	ret = tctl_ring_whole_enter(tctl_rseq_self(), &enter);
	if (ret == TCTL_WRITE_DONE)
		set_ready(channel, cpu, ring);
	return ret;
}

/* The section ended with `why`: do what it asks for. DONE, CHANGED, ABORT: try
   the record again. */
static int make_room(struct tctl_channel *channel, int why, uint32_t length)
{
	struct tctl_mapping *mapping = &channel->whole;
	uint32_t cpu = __atomic_load_n(&tctl_rseq_self()->cpu_id, __ATOMIC_RELAXED);
	uint64_t commit, entered, ns;
	struct tctl_ring *ring;

	if (cpu >= mapping->nr_cpus)
		return TCTL_WRITE_COUNTED;
	if (tctl_mapping_populate_ring(mapping, cpu)) {
		tctl_mapping_lose(mapping);
		return TCTL_WRITE_LOST;
	}
	ring = tctl_mapping_ring(mapping, cpu);
	entered = tctl_word_load(&ring->entered);
	commit = tctl_word_load(&ring->commit);
	ns = tctl_clock_read(&mapping->region->clock);
	if (entered && why == TCTL_WRITE_UNREADY) {
		set_ready(channel, cpu, ring);
		return TCTL_WRITE_DONE;
	}
	if (entered && !must_enter(mapping, ring, commit, ns, length))
		return TCTL_WRITE_DONE;
	return enter_next(channel, cpu, ring, commit, entered, ns);
}

static int make_room_of(unsigned int k, uint32_t stripe, int why,
			uint32_t length)
{
	uint32_t *users = tctl_channel_users(k, stripe);
	struct tctl_channel *channel = tctl_channel_get(k, users);
	int saved = errno, ret = TCTL_WRITE_SKIP;

	if (channel && channel->whole.nr_cpus)
		ret = make_room(channel, why, length);
	else if (channel)
		ret = TCTL_WRITE_CHANGED;
	tctl_channel_put(users);
	errno = saved;
	return ret;
}

int tctl_ring_whole_record(unsigned int k, uint32_t stripe,
			   struct tctl_item *item)
{
	int ret, rounds, aborts = 0;

	for (rounds = 0; rounds < TCTL_MAX_ROUNDS; rounds++) {
		ret = tctl_ring_whole_write(tctl_rseq_self(), item,
					    &tctl_channels[k]);
		if (ret == TCTL_WRITE_DONE || ret == TCTL_WRITE_SKIP ||
		    ret == TCTL_WRITE_CHANGED)
			return ret;
		if (ret == TCTL_WRITE_CLOCK)
			item->ns = tctl_clock_system_ns();
		if (ret == TCTL_WRITE_UNREADY || ret == TCTL_WRITE_ENTER)
			ret = make_room_of(k, stripe, ret, item->length);
		if (ret == TCTL_WRITE_LOST || ret == TCTL_WRITE_SKIP ||
		    ret == TCTL_WRITE_COUNTED)
			return ret;
		if (ret == TCTL_WRITE_ABORT && ++aborts > TCTL_MAX_ABORTS)
			return TCTL_WRITE_COUNTED;
	}
	return TCTL_WRITE_COUNTED;
}
