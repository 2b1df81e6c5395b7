// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * region_file.c: see region_file.h. What regions are made of, and how they come
 * and go; region_drain.c empties them.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "libtrace/region.h"
#include "tools/tracectld/foreign.h"
#include "tools/tracectld/loop.h"
#include "tools/tracectld/packet_walk.h"
#include "tools/tracectld/region_file.h"

#define SMALL_SUBBUF	65536u
#define SMALL_SUBBUFS	4u

static struct tctl_sessions *sessions_of(const struct tctl_region_file *region)
{
	return region->stream->trace->session->all;
}

int tctl_region_file_overwrites(const struct tctl_region_file *region)
{
	return region->reader.region.mode == TCTL_MODE_OVERWRITE;
}

int tctl_region_file_is_kernel(const struct tctl_region_file *region)
{
	return region->fd < 0;
}

void tctl_region_file_stream_name(const struct tctl_region_file *region,
				  unsigned int cpu, char *name, size_t size)
{
	const char *channel = region->stream->channel->name;

	if (region->protocol == TCTL_PROTOCOL_WHOLE ||
	    (tctl_region_file_is_kernel(region) && !region->stream->resumed))
		snprintf(name, size, "%s_%u", channel, cpu);
	else if (tctl_region_file_is_kernel(region))
		snprintf(name, size, "%s_%u-%u", channel, cpu, region->serial);
	else
		snprintf(name, size, "%s_%u_%u-%u", channel, cpu,
			 region->owner_pid, region->serial);
}

static void file_path(uint32_t serial, char *path, size_t size)
{
	snprintf(path, size, "regions/%u", serial);
}

static void remove_file(struct tctl_sessions *all, uint32_t serial)
{
	char path[64];

	file_path(serial, path, sizeof(path));
	unlinkat(all->dir_fd, path, 0);
}

static void narrow(struct tctl_region *region)
{
	region->flags |= TCTL_REGION_NARROW;
	while (tctl_region_ring_size(region) > TCTL_MAX_NARROW &&
	       region->nr_subbufs > TCTL_MIN_SUBBUFS)
		region->nr_subbufs /= 2;
}

static void geometry(const struct tctl_stream *stream, uint32_t protocol,
		     uint32_t owner_pid, unsigned int shape,
		     struct tctl_region *region)
{
	const int small = shape & TCTL_REGION_FILE_SMALL;
	const struct tctl_channel *channel = stream->channel;

	memset(region, 0, sizeof(*region));
	region->magic = TCTL_REGION_MAGIC;
	region->version = TCTL_REGION_VERSION;
	region->size = sizeof(*region);
	region->nr_cpus = stream->trace->session->all->nr_cpus;
	region->protocol = protocol;
	region->mode = channel->mode;
	region->contexts = channel->contexts;
	region->subbuf_size = channel->subbuf_size;
	region->nr_subbufs = channel->nr_subbufs;
	if (small && region->subbuf_size > SMALL_SUBBUF)
		region->subbuf_size = SMALL_SUBBUF;
	if (small && region->nr_subbufs > SMALL_SUBBUFS)
		region->nr_subbufs = SMALL_SUBBUFS;
	region->word_size = stream->trace->writers.word_size;
	region->owner_pid = owner_pid;
	if (shape & TCTL_REGION_FILE_NARROW)
		narrow(region);
}

/* Whether writers can allocate a ring's pages before they store there. */
static int writers_allocate(void)
{
	const size_t size = 4096;
	void *page = mmap(NULL, size, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int can;

	if (page == MAP_FAILED)
		return 1;
	can = !madvise(page, size, MADV_POPULATE_WRITE) || errno != EINVAL;
	munmap(page, size);
	return can;
}

/* The pages that hold no ring are allocated now, so that nobody meets a hole
   there; all of them where writers can't do it themselves. */
static int fill(const struct tctl_stream *stream,
		const struct tctl_region *region, int fd)
{
	struct tctl_sessions *all = stream->trace->session->all;
	const int foreign = stream->trace->writers.foreign;
	struct tctl_region header = *region;
	int err;

	if (ftruncate(fd, (off_t)region->region_size))
		return -errno;
	err = posix_fallocate(fd, 0, (off_t)(writers_allocate() ?
					     region->control_offset :
					     region->region_size));
	if (err)
		return -err;
	if (foreign)
		tctl_foreign_turn(&header, TCTL_LAYOUT_REGION);
	if (pwrite(fd, &header, sizeof(header), 0) != sizeof(header))
		return -EIO;
	tctl_sessions_refresh_clock(all);
	return tctl_clock_publish(&all->clock, fd, foreign);
}

static int create(struct tctl_stream *stream, const struct tctl_region *region,
		  uint32_t serial)
{
	struct tctl_sessions *all = stream->trace->session->all;
	char path[64];
	int fd, err;

	file_path(serial, path, sizeof(path));
	unlinkat(all->dir_fd, path, 0);	/* of a predecessor that died here */
	fd = openat(all->dir_fd, path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW |
		    O_CLOEXEC, 0600);
	if (fd < 0)
		return -errno;
	err = fill(stream, region, fd);
	if (!err)
		return fd;
	close(fd);
	unlinkat(all->dir_fd, path, 0);
	return err;
}

uint32_t tctl_region_file_record_size(void *arg, uint32_t id, const void *bytes,
				      uint32_t available)
{
	const struct tctl_stream *stream = arg;

	return tctl_record_size(&stream->events, stream->channel->contexts, id,
				bytes, available);
}

uint64_t tctl_region_file_no_memory(struct tctl_region_file *region)
{
	uint64_t value = region->no_memory;

	tctl_reader_region_loss(&region->reader, &value);
	return value;
}

/* The region's reader was made; it is released on failure. */
static int attach_reader(struct tctl_stream *stream,
			 const struct tctl_reader *reader, uint32_t serial,
			 struct tctl_region_file **ret_region)
{
	struct tctl_region_file *region = calloc(1, sizeof(*region));
	unsigned int nr_cpus = reader->region.nr_cpus;
	int err = -ENOMEM;

	if (!region) {
		free(reader->rings);
		return err;
	}
	region->reader = *reader;
	region->files = calloc(nr_cpus, sizeof(*region->files));
	region->extra_lost = calloc(nr_cpus, sizeof(*region->extra_lost));
	if (!region->files || !region->extra_lost)
		goto release;
	region->stream = stream;
	region->reader.record_size = tctl_region_file_record_size;
	region->reader.record_arg = stream;
	region->fd = reader->bytes.fd;
	region->serial = serial;
	region->protocol = reader->region.protocol;
	region->last_take_ns = tctl_loop_now_ns();
	TAILQ_INSERT_TAIL(&stream->regions, region, link);
	*ret_region = region;
	return 0;

release:
	free(region->files);
	free(region->extra_lost);
	tctl_reader_release(&region->reader);
	free(region);
	return err;
}

static int attach(struct tctl_stream *stream, int fd, uint32_t serial,
		  uint32_t protocol, uint32_t owner_pid,
		  uint64_t owner_start_ns,
		  struct tctl_region_file **ret_region)
{
	struct tctl_reader reader;
	int err = tctl_reader_init(&reader, fd);

	if (err)
		return err;
	if (reader.foreign != stream->trace->writers.foreign) {
		tctl_reader_release(&reader);
		return -EINVAL;
	}
	err = attach_reader(stream, &reader, serial, ret_region);
	if (err)
		return err;
	(*ret_region)->protocol = protocol;
	(*ret_region)->owner_pid = owner_pid;
	(*ret_region)->owner_start_ns = owner_start_ns;
	return 0;
}

int tctl_region_file_kernel(struct tctl_stream *stream,
			    const struct tctl_region_bytes *bytes,
			    struct tctl_region_file **ret_region)
{
	struct tctl_sessions *all = stream->trace->session->all;
	struct tctl_reader reader;
	int err = tctl_reader_init_kernel(&reader, bytes);

	if (!err)
		err = attach_reader(stream, &reader, all->next_region,
				    ret_region);
	if (!err)
		all->next_region++;
	return err;
}

int tctl_region_file_new(struct tctl_stream *stream, uint32_t protocol,
			 uint32_t owner_pid, uint64_t owner_start_ns,
			 unsigned int shape,
			 struct tctl_region_file **ret_region)
{
	struct tctl_sessions *all = stream->trace->session->all;
	uint32_t serial = all->next_region;
	struct tctl_region region;
	int err, fd;

	geometry(stream, protocol, owner_pid, shape, &region);
	region.region_size = tctl_region_layout(&region);
	if (!region.region_size)
		return -EINVAL;
	fd = create(stream, &region, serial);
	if (fd < 0)
		return fd;
	err = attach(stream, fd, serial, protocol, owner_pid, owner_start_ns,
		     ret_region);
	if (err) {
		close(fd);
		remove_file(all, serial);
		return err;
	}
	all->next_region++;
	all->dirty = 1;
	return 0;
}

int tctl_region_file_open_stream(struct tctl_region_file *region,
				 unsigned int cpu)
{
	struct tctl_stream_file *file = &region->files[cpu];
	struct tctl_reader_ring *ring = &region->reader.rings[cpu];
	char name[128];
	int err;

	if (file->opened)
		return 0;
	tctl_region_file_stream_name(region, cpu, name, sizeof(name));
	err = tctl_stream_file_open(file, region->stream->trace->path, name,
				    ring->packets);
	if (err || !ring->packets)
		return err;
	file->events = ring->events;
	file->statedump = ring->statedump;
	if (file->discarded > ring->lost_reported)
		region->extra_lost[cpu] = file->discarded - ring->lost_reported;
	return 0;
}

int tctl_region_file_resume(struct tctl_stream *stream, uint32_t serial,
			    uint32_t protocol, uint32_t owner_pid,
			    uint64_t owner_start_ns,
			    struct tctl_region_file **ret_region)
{
	struct tctl_sessions *all = stream->trace->session->all;
	struct tctl_region_file *region;
	char path[64];
	unsigned int cpu;
	int err, fd;

	file_path(serial, path, sizeof(path));
	fd = openat(all->dir_fd, path, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	err = attach(stream, fd, serial, protocol, owner_pid, owner_start_ns,
		     &region);
	if (err) {
		close(fd);
		return err;
	}
	for (cpu = 0; cpu < region->reader.region.nr_cpus; cpu++) {
		if (!region->reader.rings[cpu].packets)
			continue;
		err = tctl_region_file_open_stream(region, cpu);
		if (err)
			tctl_session_fail(stream->trace->session,
					  stream->trace->path, err);
	}
	region->no_memory = tctl_region_file_no_memory(region);
	if (region->no_memory > region->extra_lost[0])
		region->no_memory = region->extra_lost[0];
	*ret_region = region;
	return 0;
}

static void leave_file(struct tctl_sessions *all, uint32_t serial)
{
	uint32_t *leavings = realloc(all->leavings, (all->nr_leavings + 1) *
				     sizeof(*leavings));

	all->dirty = 1;
	if (!leavings) {
		remove_file(all, serial);
		return;
	}
	all->leavings = leavings;
	leavings[all->nr_leavings++] = serial;
}

void tctl_region_files_clear(struct tctl_sessions *all)
{
	while (all->nr_leavings)
		remove_file(all, all->leavings[--all->nr_leavings]);
}

void tctl_region_file_free(struct tctl_region_file *region, int remove)
{
	unsigned int cpu;

	if (remove) {
		tctl_region_file_totals(region, &region->stream->closed);
		if (!tctl_region_file_is_kernel(region))
			leave_file(sessions_of(region), region->serial);
	}
	TAILQ_REMOVE(&region->stream->regions, region, link);
	for (cpu = 0; cpu < region->reader.region.nr_cpus; cpu++)
		tctl_stream_file_close(&region->files[cpu]);
	tctl_reader_release(&region->reader);
	if (tctl_region_file_is_kernel(region))
		region->reader.bytes.release(region->reader.bytes.arg);
	else
		close(region->fd);
	free(region->files);
	free(region->extra_lost);
	free(region);
}

struct tctl_region_file *tctl_region_file_shared(struct tctl_stream *stream)
{
	struct tctl_region_file *region;

	TAILQ_FOREACH(region, &stream->regions, link)
		if (region->protocol == TCTL_PROTOCOL_WHOLE)
			return region;
	return NULL;
}

struct tctl_region_file *tctl_region_file_owned(struct tctl_stream *stream,
						uint32_t pid,
						uint64_t start_ns)
{
	struct tctl_region_file *region;

	TAILQ_FOREACH(region, &stream->regions, link)
		if (region->protocol == TCTL_PROTOCOL_COUNTED &&
		    region->owner_pid == pid &&
		    region->owner_start_ns == start_ns)
			return region;
	return NULL;
}
