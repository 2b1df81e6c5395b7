/* SPDX-License-Identifier: MIT */
/*
 * libtrace/record.c: from a site to the rings: which channels, how long the
 * record is, which protocol. Called by the cold code of open gates anywhere: in
 * signal handlers, re-entered, in vfork children, on small stacks. No locks, no
 * allocation; errno is the application's.
 */
#include <errno.h>
#include <sched.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "libtrace/channel.h"
#include "libtrace/channel_layout.h"
#include "libtrace/event.h"
#include "libtrace/record.h"
#include "libtrace/ring_counted.h"
#include "libtrace/ring_whole.h"
#include "libtrace/thread.h"

/* The settings of whole rings without contexts, their high half. */
#define TCTL_SETTINGS_BARE \
	((uint32_t)((TCTL_SETTINGS_OPEN | TCTL_SETTINGS_WHOLE) >> 32))

/* Settings that change under us change back or settle; losing patience counts
   as losing the event. */
#define TCTL_MAX_CHANGES	4

/* What one hit of a site is, for all channels. */
struct tctl_hit {
	const struct tctl_event *event;
	const struct tctl_segment *segments;
	unsigned int nr_segments;
	uint32_t vpid, vtid;
	uint64_t payload;		/* uncut */
	int vfork;
};

static uint64_t segment_size(const struct tctl_segment *segment, uint32_t cap)
{
	uint64_t size = segment->size;
	uint32_t log2 = TCTL_SEGMENT_LOG2(segment->flags);

	if (TCTL_SEGMENT_TYPE(segment->flags) == TCTL_SEGMENT_FIXED)
		return size;
	if (size > cap)
		size = cap;
	if (TCTL_SEGMENT_TYPE(segment->flags) == TCTL_SEGMENT_STRING)
		return size + 1;
	return (size >> log2 << log2) + sizeof(uint32_t);
}

uint64_t tctl_record_payload(const struct tctl_segment *segments,
			     unsigned int nr_segments, uint32_t cap)
{
	uint64_t size = 0;
	unsigned int i;

	for (i = 0; i < nr_segments; i++)
		size += segment_size(&segments[i], cap);
	return size;
}

/* Halving finds the cap in 16 steps; the last one gives the size. */
int tctl_record_cut(const struct tctl_segment *segments,
		    unsigned int nr_segments, uint32_t room, uint32_t *ret_cap,
		    uint32_t *ret_size)
{
	uint32_t low = 0, high = TCTL_MAX_RECORD, middle;

	if (tctl_record_payload(segments, nr_segments, 0) > room)
		return -EMSGSIZE;
	while (low < high) {
		middle = low + (high - low + 1) / 2;
		if (tctl_record_payload(segments, nr_segments, middle) <= room)
			low = middle;
		else
			high = middle - 1;
	}
	*ret_cap = low;
	*ret_size = (uint32_t)tctl_record_payload(segments, nr_segments, low);
	return 0;
}

/* 0: no channel. Without whole rings there are none to be known beforehand. */
static inline uint64_t settings_of(unsigned int k, int order)
{
	return TCTL_RING_WHOLE ?
		__atomic_load_n(&tctl_channels[k].settings, order) : 0;
}

static void context_fill(const struct tctl_hit *hit, struct tctl_item *item,
			 uint32_t contexts, int cut)
{
	uint64_t ids = tctl_thread_context(hit->vpid, hit->vtid, cut);
	char *to = (char *)item->context;

	if (contexts & TCTL_CONTEXT_VPID) {
		memcpy(to, &ids, sizeof(uint32_t));
		to += sizeof(uint32_t);
	}
	if (contexts & TCTL_CONTEXT_VTID) {
		memcpy(to, (char *)&ids + sizeof(uint32_t), sizeof(uint32_t));
		to += sizeof(uint32_t);
	}
	if (contexts & TCTL_CONTEXT_PROCNAME) {
		memcpy(to, tctl_thread_name(), 16);
		to += 16;
	}
	item->context_size = (uint32_t)(to - (char *)item->context);
}

/* Fit the hit into a record of at most max bytes. */
static int item_fill(const struct tctl_hit *hit, struct tctl_item *item,
		     uint32_t contexts, uint32_t max)
{
	uint32_t head, payload;
	int err;

	item->ns = 0;
	item->cap = UINT32_MAX;
	context_fill(hit, item, contexts, 0);
	head = sizeof(uint64_t) + item->context_size;
	if (hit->payload <= max - head) {
		item->length = head + (uint32_t)hit->payload;
		return 0;
	}
	err = tctl_record_cut(hit->segments, hit->nr_segments, max - head,
			      &item->cap, &payload);
	if (err)
		return err;
	context_fill(hit, item, contexts, 1);
	item->length = head + payload;
	return 0;
}

static unsigned int current_cpu(const struct tctl_hit *hit)
{
	int cpu = hit->vfork ? -1 : tctl_rseq_cpu();

	if (cpu < 0)
		cpu = sched_getcpu();
	return cpu < 0 ? 0 : (unsigned int)cpu;
}

/* A child after fork must not write into its parent's region, where its death
   would hold up the reader; a vfork child is its parent as far as memory
   goes. */
static int may_count(const struct tctl_hit *hit,
		     const struct tctl_channel *channel)
{
	return channel->counted.nr_cpus &&
	       (hit->vfork || channel->process == tctl_thread.process);
}

static void counted_write(const struct tctl_hit *hit, unsigned int k,
			  struct tctl_channel *channel, struct tctl_item *item)
{
	struct tctl_mapping *mapping = &channel->counted;
	uint32_t id = __atomic_load_n(&hit->event->ids[k], __ATOMIC_RELAXED);

	if (id == TCTL_ID_NONE)
		return;
	if (!may_count(hit, channel) ||
	    item_fill(hit, item, mapping->geometry.contexts,
		      mapping->max_record)) {
		tctl_mapping_lose(channel->whole.nr_cpus ? &channel->whole
							 : mapping);
		return;
	}
	tctl_ring_counted_record(mapping, current_cpu(hit) % mapping->nr_cpus,
				 item, id);
}

static void counted_record(const struct tctl_hit *hit, unsigned int k,
			   struct tctl_item *item)
{
	uint32_t *users = tctl_channel_users(k, hit->vtid);
	struct tctl_channel *channel = tctl_channel_get(k, users);
	int saved = errno;

	if (channel)
		counted_write(hit, k, channel, item);
	tctl_channel_put(users);
	errno = saved;
}

/* DONE: nothing more to do; COUNTED: take the counted region. */
static int whole_record(const struct tctl_hit *hit, unsigned int k,
			struct tctl_item *item)
{
	uint64_t settings;
	int changes, ret;

	if (!TCTL_RING_WHOLE)	/* (R10) as below */
		return __atomic_load_n(&tctl_channels[k].channel,
				       __ATOMIC_ACQUIRE) ?
			TCTL_WRITE_COUNTED : TCTL_WRITE_DONE;
	for (changes = 0; changes < TCTL_MAX_CHANGES; changes++) {
		/* (R10) pairs with channel_publish(): the users' counts are
		   there, too. */
		settings = settings_of(k, __ATOMIC_ACQUIRE);
		if (!settings)
			return TCTL_WRITE_DONE;
		if (!(settings & TCTL_SETTINGS_WHOLE) || hit->vfork)
			return TCTL_WRITE_COUNTED;
		/* The counted path counts what does not even fit when cut. */
		if (item_fill(hit, item, TCTL_SETTINGS_CONTEXTS(settings),
			      TCTL_SETTINGS_MAX_RECORD(settings)))
			return TCTL_WRITE_COUNTED;
		item->settings = (uint32_t)(settings >> 32);
		ret = tctl_ring_whole_record(k, hit->vtid, item);
		if (ret != TCTL_WRITE_CHANGED)
			return ret;
	}
	return TCTL_WRITE_COUNTED;
}

static void channel_record(const struct tctl_hit *hit, unsigned int k)
{
	struct tctl_item item;

	item.id = &hit->event->ids[k];
	item.segments = hit->segments;
	item.segments_end = hit->segments + hit->nr_segments;
	if (whole_record(hit, k, &item) == TCTL_WRITE_COUNTED)
		counted_record(hit, k, &item);
}

/* A vfork child runs on its parent's TLS, whose cache must stay. */
static void hit_identify(struct tctl_hit *hit)
{
	hit->vfork = tctl_thread.vfork != 0;
	if (hit->vfork) {
		hit->vpid = (uint32_t)syscall(SYS_getpid);
		hit->vtid = (uint32_t)syscall(SYS_gettid);
		return;
	}
	if (tctl_thread_stale())
		tctl_thread_refresh();
	hit->vpid = tctl_thread.vpid;
	hit->vtid = tctl_thread.vtid;
}

/* Any channels, any contexts, any length, any thread. */
static __attribute__((noinline)) void
channels_record(const struct tctl_event *event, uint32_t channels,
		const struct tctl_segment *segments, unsigned int nr_segments)
{
	struct tctl_hit hit = {
		.event = event,
		.segments = segments,
		.nr_segments = nr_segments,
		.payload = tctl_record_payload(segments, nr_segments,
					       UINT32_MAX),
	};

	hit_identify(&hit);
	do {
		channel_record(&hit, __builtin_ctz(channels));
		channels &= channels - 1;
	} while (channels);
}

static inline const struct tctl_event *
event_of(const struct tctl_event_slot *slot)
{
	/* (E-A) pairs with tctl_event_register(): what is read of the entry
	   depends on this. */
	return &tctl_events[__atomic_load_n(&slot->index, __ATOMIC_RELAXED)];
}

static void record_into(uint32_t channel_mask,
			const struct tctl_event_slot *slot,
			const struct tctl_segment *segments,
			unsigned int nr_segments)
{
	const struct tctl_event *event = event_of(slot);
	uint32_t channels = __atomic_load_n(&event->channels, __ATOMIC_RELAXED);

	channels &= channel_mask;
	if (channels)
		channels_record(event, channels, segments, nr_segments);
}

void tctl_record_long(const struct tctl_event_slot *slot,
		      const struct tctl_segment *segments,
		      unsigned int nr_segments)
{
	record_into(UINT32_MAX, slot, segments, nr_segments);
}

/* The cached ids are right and the thread has an rseq area of its own: a vfork
   child, for one, finds the cache stale. */
static inline int thread_is_ready(void)
{
	return !tctl_thread_stale() && tctl_rseq_ready();
}

/*
 * One channel, a record that need not be cut, the usual contexts or none. All
 * that is needed after the section lies in the item, so that nothing has to be
 * saved around it.
 */
static inline __attribute__((always_inline)) void
item_record(const struct tctl_event *event, unsigned int k,
	    const struct tctl_event_slot *slot,
	    const struct tctl_segment *segments, unsigned int nr_segments,
	    uint32_t payload)
{
	/* Relaxed: the section compares it with the channel that it finds. */
	uint64_t settings = settings_of(k, __ATOMIC_RELAXED);
	uint32_t contexts = TCTL_SETTINGS_CONTEXTS(settings)
				    ? TCTL_CONTEXT_VPID | TCTL_CONTEXT_VTID
				    : 0;
	struct tctl_item item;

	item.id = &event->ids[k];
	item.segments = segments;
	item.segments_end = segments + nr_segments;
	item.ns = 0;
	item.settings = TCTL_SETTINGS_BARE | contexts;
	item.context_size = contexts ? sizeof(item.context[0]) : 0;
	item.length = sizeof(uint64_t) + item.context_size + payload;
	item.cap = UINT32_MAX;
	item.context[0] = tctl_thread.context;
	item.slot = slot;
	if (__builtin_expect(tctl_ring_whole_write(tctl_rseq_self(), &item,
						   &tctl_channels[k]) !=
				     TCTL_WRITE_DONE,
			     0))
		tctl_record_long(item.slot, item.segments,
				 (unsigned int)(item.segments_end -
						item.segments));
}

void tctl_record_other(const struct tctl_event_slot *slot,
		       const struct tctl_segment *segments,
		       unsigned int nr_segments)
{
	const struct tctl_event *event = event_of(slot);
	uint32_t channels = __atomic_load_n(&event->channels, __ATOMIC_RELAXED);
	uint64_t payload = 0;
	unsigned int i;

	for (i = 0; i < nr_segments; i++)
		payload += segments[i].flags
				   ? segment_size(&segments[i], UINT32_MAX)
				   : segments[i].size;
	if (!thread_is_ready() || payload > TCTL_MAX_RECORD ||
	    (channels & (channels - 1)))
		tctl_record_long(slot, segments, nr_segments);
	else if (channels == 1) /* k known: no load waits for it */
		item_record(event, 0, slot, segments, nr_segments,
			    (uint32_t)payload);
	else if (channels)
		item_record(event, __builtin_ctz(channels), slot, segments,
			    nr_segments, (uint32_t)payload);
}

/* The quick way: the first channel, one segment. No loop, no frame. */
void tctl_record(struct tctl_event_slot *slot,
		 const struct tctl_segment *segments, unsigned int nr_segments)
{
	const struct tctl_event *event = event_of(slot);

	if (__builtin_expect(nr_segments == 1 &&
			     __atomic_load_n(&event->channels,
					     __ATOMIC_RELAXED) == 1 &&
			     thread_is_ready(), 1))
		tctl_ring_whole_quick(slot, segments, tctl_rseq_offset, event,
				      tctl_thread.context);
	else
		tctl_record_other(slot, segments, nr_segments);
}

void tctl_record_into(uint32_t channel_mask, struct tctl_event_slot *slot,
		      const struct tctl_segment *segments,
		      unsigned int nr_segments)
{
	record_into(channel_mask, slot, segments, nr_segments);
}
