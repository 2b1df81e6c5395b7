// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * region_drain.c: from a region's rings to the stream files (region_file.h).
 * Each packet taken from a ring becomes exactly one packet of one file, in the
 * order: packet, index entry, consumer position. So the number of packets that
 * the consumer area names says where a successor has to cut the files, and what
 * was cut is still in the ring.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "libtrace/region.h"
#include "tools/tracectld/loop.h"
#include "tools/tracectld/packet_walk.h"
#include "tools/tracectld/region_file.h"

#define FUTURE_NS	1000000000u	/* by which a time may be ahead of ours */
#define MOST_LOST	(1ull << 48)	/* that we believe a ring */
#define PARTIAL_NS	1000000000u	/* age at which small amounts are taken */

static struct tctl_sessions *sessions_of(const struct tctl_region_file *region)
{
	return region->stream->trace->session->all;
}

static int make_room(struct tctl_sessions *all, uint64_t size)
{
	char *buffer;

	if (size <= all->buffer_size)
		return 0;
	buffer = realloc(all->buffer, size);
	if (!buffer)
		return -ENOMEM;
	all->buffer = buffer;
	all->buffer_size = size;
	return 0;
}

/* A packet's records as a copy of our own. */
static int load_copy(struct tctl_sessions *all, struct tctl_reader *reader,
		     unsigned int cpu, const struct tctl_reader_packet *packet,
		     const char **ret_records)
{
	int err = make_room(all, packet->content_size);

	if (!err)
		err = tctl_reader_copy(reader, cpu, packet, all->buffer);
	*ret_records = all->buffer;
	return err;
}

/* Those of a kernel ring are written from where they are, but where they may be
   overwritten, or have holes. */
static int load_kernel(struct tctl_region_file *region,
		       struct tctl_reader *reader, unsigned int cpu,
		       struct tctl_reader_packet *packet,
		       const char **ret_records)
{
	struct tctl_sessions *all = sessions_of(region);
	uint64_t number = (packet->next - 1) / reader->region.subbuf_size;
	struct tctl_subbuf entry;
	int err;

	err = tctl_region_bytes_read(&reader->bytes, &entry, sizeof(entry),
		tctl_region_subbuf_offset(&reader->region, cpu, number));
	if (err)
		return err;
	if (!tctl_region_file_overwrites(region) &&
	    entry.holes >> 32 != (uint32_t)entry.lap) {
		*ret_records = tctl_region_bytes_at(&reader->bytes,
						    packet->offset);
		return 0;
	}
	err = load_copy(all, reader, cpu, packet, ret_records);
	if (!err)
		packet->content_size = reader->bytes.close_holes(
			&entry, all->buffer, packet->content_size);
	return err;
}

/* A packet's records, as they will be written. */
static int load(struct tctl_region_file *region, struct tctl_reader *reader,
		unsigned int cpu, struct tctl_reader_packet *packet,
		const char **ret_records)
{
	*ret_records = NULL;
	if (!packet->content_size)
		return 0;
	if (tctl_region_file_is_kernel(region))
		return load_kernel(region, reader, cpu, packet, ret_records);
	return load_copy(sessions_of(region), reader, cpu, packet, ret_records);
}

/* Bring a packet's records and look at them. */
static int examine(struct tctl_region_file *region, struct tctl_reader *reader,
		   unsigned int cpu, struct tctl_reader_packet *packet,
		   uint64_t floor_ns, struct tctl_walk *walk,
		   const char **ret_records)
{
	struct tctl_walk_times times = {
		.begin_ns = packet->begin_ns,
		.floor_ns = floor_ns,
		.ceiling_ns = tctl_loop_now_ns() + FUTURE_NS,
	};
	int err = load(region, reader, cpu, packet, ret_records);

	*walk = (struct tctl_walk) { 0 };
	if (!err && packet->content_size)
		tctl_packet_walk(&region->stream->events,
				 region->reader.region.contexts, &times,
				 *ret_records, packet->content_size, walk);
	return err;
}

/* An empty packet only says how much was lost; its time is one that was
   reached already, so that no later event is earlier. */
static void set_times(struct tctl_ctf_packet *ctf, uint64_t begin_ns,
		      uint64_t floor_ns, const struct tctl_walk *walk,
		      uint64_t fallback_ns)
{
	if (walk->events) {
		ctf->begin_ns = begin_ns > floor_ns ? begin_ns : floor_ns;
		ctf->end_ns = walk->end_ns;
	} else {
		ctf->begin_ns = floor_ns ? floor_ns : fallback_ns;
		ctf->end_ns = ctf->begin_ns;
	}
}

static uint64_t believable(uint64_t lost)
{
	return lost < MOST_LOST ? lost : MOST_LOST;
}

static int append(struct tctl_region_file *region, unsigned int cpu,
		  struct tctl_stream_file *file, uint64_t lost,
		  const struct tctl_reader_packet *packet,
		  const struct tctl_walk *walk, const char *records)
{
	struct tctl_ctf_packet ctf = {
		.uuid = region->stream->trace->uuid,
		.stream_id = region->stream->id,
		.instance_id = (uint64_t)region->serial * TCTL_MAX_CPUS + cpu,
		.records_size = walk->size,
		.discarded = believable(lost),
		.cpu = cpu,
		.foreign = region->reader.foreign,
	};
	int err;

	set_times(&ctf, packet->begin_ns, file->end_ns, walk,
		  packet->end_ns && packet->end_ns < tctl_loop_now_ns() ?
		  packet->end_ns : region->last_take_ns);
	err = tctl_stream_file_append(file, &ctf, records);
	if (!err) {
		file->events += walk->events;
		file->statedump += walk->statedump;
	}
	return err;
}

/* Write one packet of the trace proper and say so in the region. */
static int keep(struct tctl_region_file *region, unsigned int cpu,
		struct tctl_reader_packet *packet)
{
	struct tctl_trace *trace = region->stream->trace;
	struct tctl_stream_file *file = &region->files[cpu];
	const char *records;
	struct tctl_walk walk;
	uint64_t lost;
	int err = tctl_trace_write_metadata(trace);

	if (!err)
		err = tctl_region_file_open_stream(region, cpu);
	if (err)
		goto fail;
	err = examine(region, &region->reader, cpu, packet, file->end_ns, &walk,
		      &records);
	if (err == -ENOMEM)
		goto fail;
	if (err)	/* overwritten meanwhile, or cut: an empty packet */
		walk = (struct tctl_walk) {
			.damaged = !tctl_region_file_overwrites(region),
		};
	lost = packet->lost + region->extra_lost[cpu] + (walk.damaged ? 1 : 0);
	err = append(region, cpu, file, lost, packet, &walk, records);
	if (err)
		goto fail;
	region->extra_lost[cpu] += walk.damaged ? 1 : 0;
	region->reader.rings[cpu].events = file->events;
	region->reader.rings[cpu].statedump = file->statedump;
	/* Where the region was cut there is no place to note it. */
	tctl_reader_done(&region->reader, cpu, packet);
	return 0;

fail:
	tctl_session_fail(trace->session, trace->path, err);
	return err;
}

/* Losses that no ring could count show up in the first CPU's stream. */
static int keep_no_memory(struct tctl_region_file *region)
{
	struct tctl_reader_ring *ring = &region->reader.rings[0];
	uint64_t value = tctl_region_file_no_memory(region);
	struct tctl_reader_packet packet = {
		.next = ring->consumed,
		.lost = ring->lost_reported,
		.end_ns = ring->end_ns,
		.sequence = ring->packets,
	};

	if (value <= region->no_memory)
		return 0;
	region->extra_lost[0] += value - region->no_memory;
	region->no_memory = value;
	return keep(region, 0, &packet);
}

static int ring_percent(const struct tctl_region_file *region, uint64_t bytes)
{
	uint64_t size = (uint64_t)region->reader.region.subbuf_size *
			region->reader.region.nr_subbufs;

	return bytes >= size ? 100 : (int)(bytes * 100 / size);
}

static int wants_partial(const struct tctl_region_file *region,
			 enum tctl_take take, uint64_t bytes, uint64_t now_ns)
{
	if (take != TCTL_TAKE_READY ||
	    now_ns - region->last_take_ns >= PARTIAL_NS)
		return 1;
	/* A kernel ring gives up the rest of a sub-buffer that is taken early. */
	return !tctl_region_file_is_kernel(region) &&
	       bytes >= region->reader.region.subbuf_size / 4;
}

/* Returns how full the ring was, or -errno: what was taken can't be written. A
   region that can't be read (its user cut it) holds nothing. */
static int drain_ring(struct tctl_region_file *region, unsigned int cpu,
		      enum tctl_take take, uint64_t now_ns)
{
	unsigned int left = region->reader.region.nr_subbufs * 4 + 16;
	struct tctl_reader_packet packet;
	uint64_t bytes, lost;
	int n, flush, err = 0;

	if (tctl_reader_fill(&region->reader, cpu, &bytes, &lost))
		return 0;
	flush = wants_partial(region, take, bytes, now_ns);
	if (flush && tctl_region_file_is_kernel(region))
		region->reader.bytes.flush(region->reader.bytes.arg, cpu);
	while (!err && left--) {
		n = tctl_reader_next(&region->reader, cpu, flush,
				     take == TCTL_TAKE_DEAD, &packet);
		if (n == -EBADMSG)
			continue;
		if (n <= 0)
			break;
		err = keep(region, cpu, &packet);
		if (!packet.more && take == TCTL_TAKE_READY)
			break;
	}
	return err ? err : ring_percent(region, bytes);
}

/* What an overwrite ring holds becomes readable from its oldest sub-buffer on,
   but nothing twice, and in the files that are there. A flush that came later
   would be beyond what is looked at. */
static int open_overwritten(struct tctl_region_file *region, unsigned int cpu)
{
	struct tctl_reader *reader = &region->reader;
	struct tctl_reader_ring *ring = &reader->rings[cpu], before = *ring;
	int err;

	if (tctl_region_file_is_kernel(region))
		reader->bytes.flush(reader->bytes.arg, cpu);
	err = tctl_reader_snapshot(reader, cpu);
	if (ring->consumed < before.consumed)
		ring->consumed = before.consumed;
	ring->packets = before.packets;
	ring->end_ns = before.end_ns;
	return err;
}

int tctl_region_file_drain(struct tctl_region_file *region,
			   enum tctl_take take)
{
	uint64_t now_ns = tctl_loop_now_ns();
	int most = 0, n, err = 0;
	unsigned int cpu;

	if (tctl_region_file_overwrites(region) && take == TCTL_TAKE_READY)
		return 0;
	for (cpu = 0; cpu < region->reader.region.nr_cpus; cpu++) {
		if (tctl_region_file_overwrites(region) &&
		    open_overwritten(region, cpu))
			continue;
		n = drain_ring(region, cpu, take, now_ns);
		if (n < 0 && !err)
			err = n;
		if (n > most)
			most = n;
	}
	n = keep_no_memory(region);
	if (now_ns - region->last_take_ns >= PARTIAL_NS)
		region->last_take_ns = now_ns;
	return err ? err : n < 0 ? n : most;
}

static int snapshot_packet(struct tctl_region_file *region,
			   struct tctl_reader *reader, unsigned int cpu,
			   const char *directory, struct tctl_stream_file *file,
			   struct tctl_reader_packet *packet)
{
	const char *records;
	struct tctl_walk walk;
	char name[128];
	int err = examine(region, reader, cpu, packet, file->end_ns, &walk,
			  &records);

	if (err || !walk.events)
		return err == -ESTALE ? 0 : err;
	if (!file->opened) {
		tctl_region_file_stream_name(region, cpu, name, sizeof(name));
		err = tctl_stream_file_open(file, directory, name, 0);
	}
	return err ? err : append(region, cpu, file, packet->lost, packet,
				  &walk, records);
}

static int snapshot_ring(struct tctl_region_file *region,
			 struct tctl_reader *reader, unsigned int cpu,
			 const char *directory, struct tctl_stream_file *file)
{
	unsigned int left = reader->region.nr_subbufs * 4 + 16;
	struct tctl_reader_packet packet;
	int n, err;

	if (tctl_region_file_is_kernel(region))
		reader->bytes.flush(reader->bytes.arg, cpu);
	err = tctl_reader_snapshot(reader, cpu);
	while (!err && left--) {
		n = tctl_reader_next(reader, cpu, 1, region->dead, &packet);
		if (n == -EBADMSG)
			continue;
		if (n <= 0)
			break;
		reader->rings[cpu].consumed = packet.next;
		reader->rings[cpu].lost_reported = packet.lost;
		reader->rings[cpu].end_ns = packet.end_ns;
		err = snapshot_packet(region, reader, cpu, directory, file,
				      &packet);
	}
	return err;
}

static void add_file(const struct tctl_stream_file *file,
		     struct tctl_totals *totals)
{
	totals->events += file->events;
	totals->statedump += file->statedump;
	totals->bytes += file->size;
	totals->packets += file->packets;
}

int tctl_region_file_snapshot(struct tctl_region_file *region,
			      const char *directory,
			      struct tctl_totals *totals)
{
	const struct tctl_region_bytes *bytes = &region->reader.bytes;
	struct tctl_stream_file file;
	struct tctl_reader reader;
	unsigned int cpu;
	int err = tctl_region_file_is_kernel(region) ?
		  tctl_reader_init_kernel(&reader, bytes) :
		  tctl_reader_init(&reader, region->fd);

	if (err)
		return err;
	reader.record_size = tctl_region_file_record_size;
	reader.record_arg = region->stream;
	for (cpu = 0; !err && cpu < reader.region.nr_cpus; cpu++) {
		memset(&file, 0, sizeof(file));
		err = snapshot_ring(region, &reader, cpu, directory, &file);
		add_file(&file, totals);
		totals->lost += file.discarded;
		tctl_stream_file_close(&file);
	}
	tctl_reader_release(&reader);
	return err;
}

void tctl_region_file_totals(struct tctl_region_file *region,
			     struct tctl_totals *totals)
{
	uint64_t bytes, lost;
	unsigned int cpu;

	for (cpu = 0; cpu < region->reader.region.nr_cpus; cpu++) {
		if (tctl_reader_fill(&region->reader, cpu, &bytes, &lost))
			lost = region->reader.rings[cpu].lost_reported;
		add_file(&region->files[cpu], totals);
		totals->lost += believable(lost + region->extra_lost[cpu]);
	}
	lost = tctl_region_file_no_memory(region);
	if (lost > region->no_memory)
		totals->lost += believable(lost - region->no_memory);
}

uint64_t tctl_region_file_waiting(struct tctl_region_file *region)
{
	uint64_t bytes, lost, sum = 0;
	unsigned int cpu;

	for (cpu = 0; cpu < region->reader.region.nr_cpus; cpu++)
		if (!tctl_reader_fill(&region->reader, cpu, &bytes, &lost))
			sum += bytes;
	return sum;
}
