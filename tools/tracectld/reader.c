/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/reader.c: packets out of the rings of a region. Called by the
 * daemon's drain thread and by `tracectl recover`; one thread at a time per
 * ring, no locks.
 *
 * Whatever is read may have been written by somebody hostile, and may change
 * between two reads. So each number is copied once, checked against the
 * region's geometry and the reader's own position, and only the copy is used.
 * The worst that a writer can reach is a packet with senseless content.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arch/fence.h"
#include "tools/tracectld/reader.h"
#include "tools/tracectld/reader_region.h"
#include "tools/tracectld/reader_rest.h"

/* One look at a ring. */
struct tctl_reader_view {
	uint64_t pos;		/* end of what is published or reserved */
	uint64_t length;	/* whole: of the last record */
	uint64_t lost;
	uint64_t last_ns;
	uint64_t subbuf;	/* number of the one that pos lies in */
	uint64_t first;		/* number of the one to be read */
	int fresh;		/* nothing was ever entered */
};

/* The first time not before base whose low 48 bits are those of the stamp. */
static uint64_t ns_after(uint64_t base, uint64_t header)
{
	return base + ((TCTL_RECORD_NS(header) - base) & TCTL_READER_NS_MASK);
}

static void ring_resume(struct tctl_reader_ring *ring,
			const struct tctl_ring_consumer *consumer)
{
	ring->consumed = consumer->consumed;
	ring->packets = consumer->packets;
	ring->lost_reported = consumer->lost_reported;
	ring->end_ns = consumer->end_ns;
	ring->skipped = consumer->skipped;
	ring->events = consumer->events;
	ring->statedump = consumer->statedump;
}

/* The region is known; what the file says by now is of no interest. */
static int resume(struct tctl_reader *reader)
{
	struct tctl_ring_consumer consumer;
	unsigned int cpu;
	int err;

	reader->rings = calloc(reader->region.nr_cpus, sizeof(*reader->rings));
	if (!reader->rings)
		return -ENOMEM;
	for (cpu = 0; cpu < reader->region.nr_cpus; cpu++) {
		err = tctl_reader_consumer_read(reader, cpu, &consumer);
		if (err) {
			tctl_reader_release(reader);
			return err;
		}
		ring_resume(&reader->rings[cpu], &consumer);
	}
	return 0;
}

int tctl_reader_init(struct tctl_reader *reader, int fd)
{
	int err;

	memset(reader, 0, sizeof(*reader));
	reader->bytes.fd = fd;
	err = tctl_reader_region_read(reader);
	return err ? err : resume(reader);
}

int tctl_reader_init_kernel(struct tctl_reader *reader,
			    const struct tctl_region_bytes *bytes)
{
	memset(reader, 0, sizeof(*reader));
	reader->bytes = *bytes;
	reader->region = bytes->region;
	return resume(reader);
}

void tctl_reader_release(struct tctl_reader *reader)
{
	free(reader->rings);
	reader->rings = NULL;
}

/* Where the ring was read to, for its writers and for a successor. */
static int consumer_write(const struct tctl_reader *reader, unsigned int cpu)
{
	const struct tctl_reader_ring *ring = &reader->rings[cpu];
	const struct tctl_ring_consumer consumer = {
		.consumed = ring->consumed,
		.packets = ring->packets,
		.lost_reported = ring->lost_reported,
		.end_ns = ring->end_ns,
		.skipped = ring->skipped,
		.events = ring->events,
		.statedump = ring->statedump,
	};

	return tctl_reader_consumer_write(reader, cpu, &consumer);
}

static int view_read(struct tctl_reader *reader, unsigned int cpu,
		     struct tctl_reader_view *view)
{
	uint64_t size = reader->region.subbuf_size;
	struct tctl_ring ring;
	int err;

	err = tctl_reader_ring_read(reader, cpu, &ring);
	if (err)
		return err;
	if (tctl_reader_is_whole(reader)) {
		view->pos = TCTL_COMMIT_POS(ring.commit);
		view->length = TCTL_COMMIT_LENGTH(ring.commit);
		view->fresh = !ring.entered;
	} else {
		view->pos = tctl_reader_position(reader,
					   reader->rings[cpu].consumed,
					   ring.reserve) & TCTL_READER_NS_MASK;
		view->length = 0;
		view->fresh = !view->pos && !ring.entered;
	}
	view->lost = ring.lost;
	view->last_ns = ring.last_ns;
	view->subbuf = view->pos / size;
	view->first = reader->rings[cpu].consumed / size;
	return 0;
}

/* Give up what makes no sense: go on at pos, and let it be counted. */
static int resync(struct tctl_reader *reader, unsigned int cpu, uint64_t pos)
{
	struct tctl_reader_ring *ring = &reader->rings[cpu];
	int err;

	ring->consumed = pos;
	ring->skipped++;
	err = consumer_write(reader, cpu);
	return err ? err : -EBADMSG;
}

static void packet_fill(struct tctl_reader *reader, unsigned int cpu,
			struct tctl_reader_packet *packet, uint64_t begin,
			uint64_t end, uint64_t lost)
{
	struct tctl_reader_ring *ring = &reader->rings[cpu];

	packet->offset = tctl_region_data_offset(&reader->region, cpu, begin);
	packet->content_size = end - begin;
	packet->lost = lost + ring->skipped;
	if (packet->lost < ring->lost_reported)
		packet->lost = ring->lost_reported;
	packet->sequence = ring->packets;
	packet->more = 0;
}

/* Time never goes back in a stream, whatever the stamps say. */
static int packet_times_right(const struct tctl_reader_ring *ring,
			      const struct tctl_reader_packet *packet)
{
	return packet->begin_ns >= ring->end_ns &&
	       packet->end_ns >= packet->begin_ns;
}

/* Nothing to take; but a loss that no later packet reported is worth one. */
static int loss_take(struct tctl_reader *reader, unsigned int cpu, int flush,
		     const struct tctl_reader_view *view,
		     struct tctl_reader_packet *packet)
{
	struct tctl_reader_ring *ring = &reader->rings[cpu];

	/* last_ns is the right time only when no unread record is older. */
	if (!flush || view->pos != ring->consumed ||
	    view->lost + ring->skipped <= ring->lost_reported)
		return 0;
	packet_fill(reader, cpu, packet, 0, 0, view->lost);
	packet->begin_ns = view->last_ns > ring->end_ns ? view->last_ns
							: ring->end_ns;
	packet->end_ns = packet->begin_ns;
	packet->next = ring->consumed;
	return 1;
}

/* A packet that does not start its sub-buffer begins with its first record. */
static int begin_ns_read(struct tctl_reader *reader, unsigned int cpu,
			 const struct tctl_subbuf *entry, uint64_t begin,
			 uint64_t *ret_ns)
{
	uint64_t header;
	int err;

	*ret_ns = entry->begin_ns;
	if (begin % reader->region.subbuf_size == 0)
		return 0;
	err = tctl_reader_header_read(reader, cpu, begin, &header);
	if (!err)
		*ret_ns = ns_after(entry->begin_ns, header);
	return err;
}

/* A sub-buffer that was left and is complete, from consumed on. 2: nothing of
   it is left, the ring moved on. */
static int left_take(struct tctl_reader *reader, unsigned int cpu,
		     const struct tctl_subbuf *entry, uint64_t number,
		     struct tctl_reader_packet *packet)
{
	struct tctl_reader_ring *ring = &reader->rings[cpu];
	uint64_t size = reader->region.subbuf_size;
	uint64_t begin = tctl_reader_align8(ring->consumed);
	uint64_t next = (number + 1) * size;
	int err;

	if (entry->lap != number + 1 || entry->end < number * size ||
	    entry->end >= next || entry->end < ring->consumed)
		return resync(reader, cpu, next);
	if (begin >= entry->end) {
		ring->consumed = next;
		err = consumer_write(reader, cpu);
		return err ? err : 2;
	}
	packet_fill(reader, cpu, packet, begin, entry->end, entry->lost);
	err = begin_ns_read(reader, cpu, entry, begin, &packet->begin_ns);
	if (err)
		return err;
	packet->end_ns = entry->end_ns;
	packet->next = next;
	if (!packet_times_right(ring, packet))
		return resync(reader, cpu, next);
	return 1;
}

/* What is published of the sub-buffer in force (whole protocol). */
static int partial_take(struct tctl_reader *reader, unsigned int cpu,
			const struct tctl_reader_view *view,
			const struct tctl_subbuf *entry,
			struct tctl_reader_packet *packet)
{
	struct tctl_reader_ring *ring = &reader->rings[cpu];
	uint64_t begin = tctl_reader_align8(ring->consumed);
	uint64_t last = view->pos - view->length;
	uint64_t header;
	int err;

	if (entry->lap != view->subbuf + 1 ||
	    view->length < sizeof(header) || last < begin || last % 8 ||
	    view->length > view->pos)
		return resync(reader, cpu, view->pos);
	packet_fill(reader, cpu, packet, begin, view->pos, view->lost);
	err = begin_ns_read(reader, cpu, entry, begin, &packet->begin_ns);
	if (!err)
		err = tctl_reader_header_read(reader, cpu, last, &header);
	if (err)
		return err;
	packet->end_ns = ns_after(entry->begin_ns, header);
	packet->next = view->pos;
	if (!packet_times_right(ring, packet))
		return resync(reader, cpu, view->pos);
	return 1;
}

static int rest_read(struct tctl_reader_rest *rest, unsigned int cpu,
		     uint64_t ns, struct tctl_reader_run *run,
		     uint64_t *skipped)
{
	const struct tctl_reader *reader = rest->reader;
	uint64_t size = rest->end - rest->start;
	char *bytes = malloc(size);
	int err;

	if (!bytes)
		return -ENOMEM;
	err = tctl_reader_bytes(reader, bytes, size,
				tctl_region_data_offset(&reader->region, cpu,
							rest->start));
	rest->bytes = bytes;
	if (!err)
		*skipped += tctl_reader_rest_run(rest, ns, run);
	free(bytes);
	return err;
}

/* No record of the sub-buffer is later. Where narrow writers did not even get to
   say when it began, all that is known is that they are dead. */
static int latest_read(struct tctl_reader *reader, unsigned int cpu,
		       const struct tctl_reader_view *view, uint64_t *ret_ns)
{
	struct tctl_subbuf entry;
	struct timespec now;
	int err = 0;

	*ret_ns = view->last_ns;
	if (!tctl_reader_is_narrow(reader))
		return 0;
	err = tctl_reader_subbuf_read(reader, cpu, view->first, &entry);
	if (err)
		return err;
	clock_gettime(CLOCK_MONOTONIC, &now);
	*ret_ns = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
	if (entry.lap == view->first + 1)
		*ret_ns = entry.begin_ns + (1ull << 47);
	return 0;
}

/* A dead process's sub-buffer with unfinished records: one run of finished
   ones, or 2 when there is none left. */
static int unfinished_take(struct tctl_reader *reader, unsigned int cpu,
			   const struct tctl_reader_view *view, uint64_t end,
			   int end_known, struct tctl_reader_packet *packet)
{
	struct tctl_reader_ring *ring = &reader->rings[cpu];
	struct tctl_reader_rest rest = {
		.reader = reader,
		.start = tctl_reader_align8(ring->consumed),
		.end = end,
		.end_known = end_known,
	};
	struct tctl_reader_run run = { 0 };
	int err = latest_read(reader, cpu, view, &rest.last_ns);

	if (err)
		return err;
	if (rest.start < end && reader->record_size) {
		err = rest_read(&rest, cpu, ring->end_ns, &run, &ring->skipped);
		if (err)
			return err;
	} else if (rest.start < end) {
		ring->skipped++;
	}
	if (!run.end) {
		ring->consumed = (view->first + 1) * reader->region.subbuf_size;
		if (ring->consumed > view->pos)
			ring->consumed = view->pos;
		err = consumer_write(reader, cpu);
		return err ? err : 2;
	}
	/* The holes in front are counted now: not again if the caller asks
	   again. */
	ring->consumed = run.begin;
	packet_fill(reader, cpu, packet, run.begin, run.end, view->lost);
	packet->begin_ns = run.begin_ns;
	packet->end_ns = run.end_ns;
	packet->next = run.end;
	return 1;
}

/* Bytes that all laps committed to this sub-buffer once its last record up to
   `end` is finished. */
static uint64_t commit_full(const struct tctl_reader *reader, uint64_t number,
			    uint64_t end)
{
	return tctl_reader_commit_before(reader, number) +
	       (end - number * reader->region.subbuf_size);
}

/* A dead process left it, with records unfinished; or died before it could
   fill in the end. */
static int counted_rest_take(struct tctl_reader *reader, unsigned int cpu,
			     const struct tctl_reader_view *view,
			     const struct tctl_subbuf *entry,
			     struct tctl_reader_packet *packet)
{
	uint64_t size = reader->region.subbuf_size;
	uint64_t begin = view->first * size;
	uint64_t end = begin + size;

	if (entry->end > begin && entry->end < end)
		return unfinished_take(reader, cpu, view, entry->end, 1,
				       packet);
	return unfinished_take(reader, cpu, view, end, 0, packet);
}

/* The last sub-buffer of a dead process. */
static int counted_last_take(struct tctl_reader *reader, unsigned int cpu,
			     const struct tctl_reader_view *view,
			     struct tctl_reader_packet *packet)
{
	struct tctl_reader_ring *ring = &reader->rings[cpu];
	uint64_t begin = tctl_reader_align8(ring->consumed);
	struct tctl_subbuf entry;
	int err;

	err = tctl_reader_subbuf_read(reader, cpu, view->first, &entry);
	if (err)
		return err;
	/* Narrow writers don't leave the time of the last record. */
	if (tctl_reader_is_narrow(reader) ||
	    entry.commit != commit_full(reader, view->first, view->pos))
		return unfinished_take(reader, cpu, view, view->pos, 1,
				       packet);
	if (entry.lap != view->first + 1)
		return resync(reader, cpu, view->pos);
	packet_fill(reader, cpu, packet, begin, view->pos, view->lost);
	err = begin_ns_read(reader, cpu, &entry, begin, &packet->begin_ns);
	if (err)
		return err;
	packet->end_ns = view->last_ns;
	packet->next = view->pos;
	if (!packet_times_right(ring, packet))
		return resync(reader, cpu, view->pos);
	return 1;
}

/* Overwrite rings are read up to the last snapshot's position only, and what
   was overwritten since is passed over. Returns 0 when nothing is left. */
static int view_limit(struct tctl_reader *reader, unsigned int cpu,
		      struct tctl_reader_view *view)
{
	struct tctl_reader_ring *ring = &reader->rings[cpu];
	uint64_t size = reader->region.subbuf_size;
	uint64_t limit = TCTL_COMMIT_POS(ring->limit);
	uint32_t subbufs = reader->region.nr_subbufs;

	if (view->subbuf >= view->first + subbufs) {
		view->first = view->subbuf - subbufs + 1;
		ring->consumed = view->first * size;
	}
	if (ring->consumed >= limit)
		return 0;
	if (view->pos >= limit) {
		view->pos = limit;
		view->length = TCTL_COMMIT_LENGTH(ring->limit);
		view->subbuf = limit / size;
	}
	return 1;
}

/* No more than the ring holds lies between first and pos. A counted ring that
   was flushed may stand before a sub-buffer that is not free yet. */
static int is_within(const struct tctl_reader *reader,
		     const struct tctl_reader_view *view)
{
	uint64_t last = view->pos ? (view->pos - 1) / reader->region.subbuf_size
				  : 0;

	return last < view->first + reader->region.nr_subbufs;
}

/* The sub-buffer in force: whole rings up to the last record, counted ones only
   when nobody is left to finish it. */
static int current_take(struct tctl_reader *reader, unsigned int cpu, int dead,
			const struct tctl_reader_view *view,
			struct tctl_reader_packet *packet)
{
	struct tctl_subbuf entry;
	int err;

	if (reader->rings[cpu].consumed == view->pos)
		return 0;
	if (!tctl_reader_is_whole(reader))
		return dead ? counted_last_take(reader, cpu, view, packet) : 0;
	err = tctl_reader_subbuf_read(reader, cpu, view->first, &entry);
	if (err)
		return err;
	if (reader->region.mode == TCTL_MODE_OVERWRITE &&
	    entry.lap != view->first + 1)
		return 2;
	return partial_take(reader, cpu, view, &entry, packet);
}

/* A sub-buffer that was left. In an overwrite ring it may be gone by now. */
static int earlier_take(struct tctl_reader *reader, unsigned int cpu, int dead,
			const struct tctl_reader_view *view,
			struct tctl_reader_packet *packet)
{
	uint64_t next = (view->first + 1) * reader->region.subbuf_size;
	struct tctl_subbuf entry;
	uint64_t full;
	int err;

	err = tctl_reader_subbuf_read(reader, cpu, view->first, &entry);
	if (err)
		return err;
	full = commit_full(reader, view->first, next);
	if (!tctl_reader_is_whole(reader) && entry.commit < full)
		return dead ? counted_rest_take(reader, cpu, view, &entry,
						packet)
			    : 0;
	/* (R8) pairs with commit(): the count first, what it stands for after
	   it. */
	tctl_fence_full();
	err = tctl_reader_subbuf_read(reader, cpu, view->first, &entry);
	if (err)
		return err;
	if (reader->region.mode == TCTL_MODE_OVERWRITE &&
	    entry.lap != view->first + 1) {
		reader->rings[cpu].consumed = next;
		return 2;
	}
	return left_take(reader, cpu, &entry, view->first, packet);
}

/* 2 as in left_take(): look again. */
static int next_try(struct tctl_reader *reader, unsigned int cpu, int flush,
		    int dead, struct tctl_reader_packet *packet)
{
	struct tctl_reader_ring *ring = &reader->rings[cpu];
	struct tctl_reader_view view;
	int ret;

	ret = view_read(reader, cpu, &view);
	if (ret)
		return ret;
	if (reader->region.mode == TCTL_MODE_OVERWRITE &&
	    !view_limit(reader, cpu, &view))
		return 0;
	if (view.fresh)
		return loss_take(reader, cpu, flush, &view, packet);
	if (ring->consumed > view.pos || !is_within(reader, &view))
		return resync(reader, cpu, view.pos);
	if (view.first == view.subbuf) {
		ret = flush ? current_take(reader, cpu, dead, &view, packet)
			    : 0;
		return ret ? ret : loss_take(reader, cpu, flush, &view, packet);
	}
	ret = earlier_take(reader, cpu, dead && flush, &view, packet);
	if (ret == 1)
		packet->more = view.first + 1 < view.subbuf ||
			       (flush && view.pos > packet->next);
	return ret;
}

int tctl_reader_next(struct tctl_reader *reader, unsigned int cpu, int flush,
		     int dead, struct tctl_reader_packet *ret_packet)
{
	struct tctl_reader_packet packet;
	unsigned int tries = 4 * reader->region.nr_subbufs;
	int ret;

	/* A writer that enters sub-buffers faster than they are passed over
	   must not hold us. */
	do {
		ret = next_try(reader, cpu, flush, dead, &packet);
	} while (ret == 2 && --tries);
	if (ret == 1)
		*ret_packet = packet;
	return ret == 2 ? 0 : ret;
}

int tctl_reader_done(struct tctl_reader *reader, unsigned int cpu,
		     const struct tctl_reader_packet *packet)
{
	struct tctl_reader_ring *ring = &reader->rings[cpu];

	ring->consumed = packet->next;
	ring->packets = packet->sequence + 1;
	ring->lost_reported = packet->lost;
	ring->end_ns = packet->end_ns;
	return consumer_write(reader, cpu);
}

int tctl_reader_copy(struct tctl_reader *reader, unsigned int cpu,
		     const struct tctl_reader_packet *packet, void *buf)
{
	uint64_t number = (packet->next - 1) / reader->region.subbuf_size;
	struct tctl_subbuf entry;
	struct tctl_ring ring;
	int err;

	if (!packet->content_size)
		return 0;
	err = tctl_reader_bytes(reader, buf, packet->content_size,
				packet->offset);
	if (err)
		return err;
	/* (R4) pairs with entering a sub-buffer (whole: the entry is invalid
	   before the first new byte; counted: reserve has moved before it): if
	   any byte was new, the check after the bytes sees it. */
	tctl_fence_full();
	if (tctl_reader_is_whole(reader)) {
		err = tctl_reader_subbuf_read(reader, cpu, number, &entry);
		if (!err && entry.lap != number + 1)
			err = -ESTALE;
		return err;
	}
	err = tctl_reader_ring_read(reader, cpu, &ring);
	if (!err && tctl_reader_position(reader, packet->next, ring.reserve) >
			    (number + reader->region.nr_subbufs) *
				    reader->region.subbuf_size)
		err = -ESTALE;
	return err;
}

int tctl_reader_fill(struct tctl_reader *reader, unsigned int cpu,
		     uint64_t *ret_bytes, uint64_t *ret_lost)
{
	struct tctl_reader_ring *ring = &reader->rings[cpu];
	struct tctl_reader_view view;
	int err;

	err = view_read(reader, cpu, &view);
	if (err)
		return err;
	*ret_bytes = view.pos > ring->consumed ? view.pos - ring->consumed : 0;
	*ret_lost = view.lost + ring->skipped;
	return 0;
}

int tctl_reader_snapshot(struct tctl_reader *reader, unsigned int cpu)
{
	struct tctl_reader_ring *ring = &reader->rings[cpu];
	uint32_t subbufs = reader->region.nr_subbufs;
	struct tctl_reader_view view;
	uint64_t oldest;
	int err;

	err = view_read(reader, cpu, &view);
	if (err)
		return err;
	oldest = view.subbuf >= subbufs ? view.subbuf - subbufs + 1 : 0;
	ring->consumed = oldest * reader->region.subbuf_size;
	ring->limit = view.length << 48 | view.pos;
	ring->end_ns = 0;
	ring->packets = 0;
	return 0;
}

int tctl_reader_region_loss(struct tctl_reader *reader, uint64_t *ret_lost)
{
	struct tctl_region_loss loss;
	int err = tctl_reader_loss_read(reader, &loss);

	if (!err)
		*ret_lost = loss.no_memory;
	return err;
}
