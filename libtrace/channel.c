/* SPDX-License-Identifier: MIT */
/*
 * libtrace/channel.c: mapping, publishing and taking down the channels of this
 * process. All but the populate and lose functions are called by the agent
 * thread alone and may wait; those are the record path's.
 *
 * A region's header is read once, with pread, and checked completely; the
 * mapping's size and all places in it come from that copy.
 */
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "arch/ring_whole.h"
#include "libtrace/channel.h"
#include "libtrace/channel_layout.h"
#include "libtrace/event.h"
#include "libtrace/membarrier.h"
#include "libtrace/ring_counted.h"
#include "libtrace/thread.h"

/* What this library writes. */
#define TCTL_REGION_FLAGS	(TCTL_NARROW ? TCTL_REGION_NARROW : 0)
#define TCTL_USERS_BYTES	64u	/* a stripe's cache line */
#define TCTL_CLOSE_WAITS	2000	/* of a millisecond each */

struct tctl_channel_slot tctl_channels[TCTL_MAX_CHANNELS];

/* [TCTL_MAX_CHANNELS][TCTL_CHANNEL_STRIPES] lines, wiped on fork: a child has
   none of the threads that were inside. */
static char *users;

uint32_t *tctl_channel_users(unsigned int k, uint32_t stripe)
{
	return (uint32_t *)(users + (k * TCTL_CHANNEL_STRIPES +
				     stripe % TCTL_CHANNEL_STRIPES) *
					    TCTL_USERS_BYTES);
}

static void *memory_get(size_t bytes)
{
	void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

static int users_init(void)
{
	size_t bytes = TCTL_MAX_CHANNELS * TCTL_CHANNEL_STRIPES *
		       TCTL_USERS_BYTES;

	if (users)
		return 0;
	users = memory_get(bytes);
	if (!users)
		return -ENOMEM;
	madvise(users, bytes, MADV_WIPEONFORK);
	return 0;
}

/* One look at the header; a copy that is right, or -errno. */
static int header_read(int fd, struct tctl_region *ret_region)
{
	struct stat status;

	if (fstat(fd, &status) < 0)
		return -errno;
	if (pread(fd, ret_region, sizeof(*ret_region), 0) !=
	    sizeof(*ret_region))
		return -EINVAL;
	if (ret_region->word_size != sizeof(long) * 8 ||
	    (ret_region->protocol == TCTL_PROTOCOL_COUNTED &&
	     ret_region->flags != TCTL_REGION_FLAGS))
		return -EINVAL;
	return tctl_region_check(ret_region, status.st_size);
}

static int headers_read(const int *fds, unsigned int nr_fds,
			struct tctl_region *headers)
{
	unsigned int i;
	int err;

	if (nr_fds < 1 || nr_fds > 2)
		return -EINVAL;
	for (i = 0; i < nr_fds; i++) {
		err = header_read(fds[i], &headers[i]);
		if (err)
			return err;
	}
	if (headers[0].protocol == TCTL_PROTOCOL_WHOLE && !tctl_rseq_usable())
		return -EINVAL;
	if (nr_fds == 2 && (headers[0].protocol != TCTL_PROTOCOL_WHOLE ||
			    headers[1].protocol != TCTL_PROTOCOL_COUNTED ||
			    headers[0].contexts != headers[1].contexts))
		return -EINVAL;
	return 0;
}

static size_t populated_bytes(const struct tctl_region *header)
{
	return header->nr_cpus * (header->nr_subbufs + 1ull);
}

/* Where the kernel can't allocate ahead of a store (before Linux 5.14), the
   daemon has allocated the whole file. */
static int is_allocated(int fd, const struct tctl_region *header)
{
	struct stat status;

	return !fstat(fd, &status) &&
	       (uint64_t)status.st_blocks * 512 >= header->region_size;
}

/* What is never allocated later must be there. */
static int mapping_populate(struct tctl_mapping *mapping, int fd)
{
	const struct tctl_region *geometry = &mapping->geometry;

	if (is_allocated(fd, geometry)) {
		memset(mapping->populated, 1, populated_bytes(geometry));
		return 0;
	}
	if (!madvise(mapping->base, tctl_region_reserved(geometry),
		     MADV_POPULATE_WRITE))
		return 0;
	return errno == EINVAL ? -EOPNOTSUPP : -ENOMEM;
}

/* Applications add to the loss page and write rings; the header and the
   consumers are the daemon's. */
static int mapping_protect(const struct tctl_mapping *mapping)
{
	const struct tctl_region *geometry = &mapping->geometry;

	if (mprotect(mapping->base, geometry->loss_offset, PROT_READ) ||
	    mprotect(mapping->base + geometry->consumer_offset,
		     geometry->control_offset - geometry->consumer_offset,
		     PROT_READ))
		return -ENOMEM;
	return 0;
}

static void mapping_release(struct tctl_mapping *mapping)
{
	if (mapping->base)
		munmap(mapping->base, mapping->geometry.region_size);
	mapping->base = NULL;
}

/* The quick way writes the contexts that channels have by default, or none. */
static void mapping_quicken(struct tctl_mapping *mapping)
{
	uint32_t contexts = mapping->geometry.contexts;

	mapping->quick_head = sizeof(uint64_t) + (contexts ? 8 : 0);
	if (!contexts || contexts == (TCTL_CONTEXT_VPID | TCTL_CONTEXT_VTID))
		mapping->quick_max = mapping->max_record;
}

static int mapping_init(struct tctl_mapping *mapping, int fd,
			const struct tctl_region *header, void *populated)
{
	char *base = mmap(NULL, header->region_size, PROT_READ | PROT_WRITE,
			  MAP_SHARED, fd, 0);
	int err;

	if (base == MAP_FAILED)
		return -ENOMEM;
	mapping->base = base;
	mapping->region = (const void *)base;
	mapping->geometry = *header;
	mapping->populated = populated;
	mapping->subbuf_mask = header->subbuf_size - 1;
	mapping->subbuf_shift = __builtin_ctz(header->subbuf_size);
	mapping->ring_mask = tctl_region_ring_size(header) - 1;
	mapping->max_record = tctl_region_max_record(header->subbuf_size);
	mapping->settings = TCTL_SETTINGS_OPEN | mapping->max_record |
			    (uint64_t)header->contexts << 32;
	if (header->protocol == TCTL_PROTOCOL_WHOLE)
		mapping->settings |= TCTL_SETTINGS_WHOLE;
	mapping_quicken(mapping);
	err = mapping_populate(mapping, fd);
	if (!err)
		err = mapping_protect(mapping);
	if (err) {
		mapping_release(mapping);
		return err;
	}
	mapping->nr_cpus = header->nr_cpus;
	return 0;
}

static size_t cpus_bytes(const struct tctl_region *header)
{
	return header->protocol == TCTL_PROTOCOL_WHOLE
		       ? header->nr_cpus * sizeof(struct tctl_channel_cpu)
		       : 0;
}

static int channel_map(struct tctl_channel *channel, const int *fds,
		       unsigned int nr_fds, const struct tctl_region *headers)
{
	char *place = (char *)channel->cpus + cpus_bytes(&headers[0]);
	struct tctl_mapping *mapping;
	unsigned int i;
	int err;

	for (i = 0; i < nr_fds; i++) {
		mapping = headers[i].protocol == TCTL_PROTOCOL_WHOLE
				  ? &channel->whole
				  : &channel->counted;
		err = mapping_init(mapping, fds[i], &headers[i], place);
		if (err) {
			mapping_release(&channel->whole);
			return err;
		}
		place += populated_bytes(&headers[i]);
	}
	return 0;
}

/* A channel that nobody sees yet. */
static int channel_new(const int *fds, unsigned int nr_fds,
		       struct tctl_channel **ret_channel)
{
	struct tctl_region headers[2];
	struct tctl_channel *channel;
	size_t bytes = sizeof(*channel);
	unsigned int i;
	int err;

	err = headers_read(fds, nr_fds, headers);
	if (!err)
		err = users_init();
	if (err)
		return err;
	tctl_thread_init();
	for (i = 0; i < nr_fds; i++)
		bytes += cpus_bytes(&headers[i]) + populated_bytes(&headers[i]);
	channel = memory_get(bytes);
	if (!channel)
		return -ENOMEM;
	channel->bytes = bytes;
	channel->process = tctl_thread_process();
	err = channel_map(channel, fds, nr_fds, headers);
	if (err) {
		munmap(channel, bytes);
		return err;
	}
	*ret_channel = channel;
	return 0;
}

/* Without whole rings nobody asks for them. */
static void settings_publish(unsigned int k, uint64_t settings, int order)
{
	if (TCTL_RING_WHOLE)
		__atomic_store_n(&tctl_channels[k].settings, settings, order);
}

static void channel_publish(unsigned int k, struct tctl_channel *channel)
{
	/* (R10) pairs with the record path's loads of channel: who sees it
	   sees its content. The settings last: a writer that has old ones finds
	   that they don't fit the channel and looks again. */
	__atomic_store_n(&tctl_channels[k].channel, channel, __ATOMIC_SEQ_CST);
	settings_publish(k, channel->whole.nr_cpus ? channel->whole.settings
						   : channel->counted.settings,
			 __ATOMIC_RELEASE);
}

int tctl_channel_open(unsigned int k, const int *fds, unsigned int nr_fds)
{
	struct tctl_channel *channel;
	int err;

	if (k >= TCTL_MAX_CHANNELS)
		return -EINVAL;
	if (tctl_channels[k].channel)
		return -EEXIST;
	err = channel_new(fds, nr_fds, &channel);
	if (!err)
		channel_publish(k, channel);
	return err;
}

static int users_inside(unsigned int k)
{
	uint32_t i;

	for (i = 0; i < TCTL_CHANNEL_STRIPES; i++)
		/* (R5) pairs with tctl_channel_get() and _put(). */
		if (__atomic_load_n(tctl_channel_users(k, i), __ATOMIC_SEQ_CST))
			return 1;
	return 0;
}

static int users_end(unsigned int k)
{
	struct timespec wait = { .tv_nsec = 1000000 };
	int i;

	for (i = 0; users_inside(k); i++) {
		if (i == TCTL_CLOSE_WAITS)
			return -ETIMEDOUT;
		nanosleep(&wait, NULL);
	}
	return 0;
}

/*
 * Unmap what is no longer published. Somebody may never leave (killed inside a
 * vfork child), and the kernel may refuse the barrier: then the memory stays.
 */
static void channel_retire(unsigned int k, struct tctl_channel *channel)
{
	if (tctl_rseq_usable() && tctl_membarrier_rseq())
		return;
	if (users_end(k))
		return;
	mapping_release(&channel->whole);
	mapping_release(&channel->counted);
	munmap(channel, channel->bytes);
}

int tctl_channel_replace(unsigned int k, const int *fds, unsigned int nr_fds)
{
	struct tctl_channel *channel, *old;
	int err;

	if (k >= TCTL_MAX_CHANNELS)
		return -EINVAL;
	old = tctl_channels[k].channel;
	if (!old)
		return -EINVAL;
	err = channel_new(fds, nr_fds, &channel);
	if (err)
		return err;
	channel_publish(k, channel);
	channel_retire(k, old);
	return 0;
}

void tctl_channel_close(unsigned int k)
{
	struct tctl_channel *channel;

	if (k >= TCTL_MAX_CHANNELS)
		return;
	channel = tctl_channels[k].channel;
	if (!channel)
		return;
	settings_publish(k, 0, __ATOMIC_SEQ_CST);
	__atomic_store_n(&tctl_channels[k].channel, NULL, __ATOMIC_SEQ_CST);
	channel_retire(k, channel);
}

void tctl_channel_enable(unsigned int k, uint32_t event_index, uint32_t id)
{
	struct tctl_event *event = &tctl_events[event_index];

	if (k >= TCTL_MAX_CHANNELS)
		return;
	if (id > TCTL_ID_MAX) {
		__atomic_fetch_and(&event->channels, ~(1u << k),
				   __ATOMIC_RELAXED);
		__atomic_store_n(&event->ids[k], (uint16_t)TCTL_ID_NONE,
				 __ATOMIC_RELAXED);
		return;
	}
	__atomic_store_n(&event->ids[k], (uint16_t)id, __ATOMIC_RELAXED);
	/* Relaxed is enough on the other side: who sees the bit and an old id
	   does not record, as if the event had come a moment earlier. */
	__atomic_fetch_or(&event->channels, 1u << k, __ATOMIC_RELEASE);
}

void tctl_channel_flush(unsigned int k)
{
	struct tctl_channel *channel;

	if (k >= TCTL_MAX_CHANNELS)
		return;
	channel = tctl_channels[k].channel;
	if (channel && channel->counted.nr_cpus &&
	    channel->process == tctl_thread_process())
		tctl_ring_counted_flush(&channel->counted);
}

/* Allocate [offset, offset + bytes) of the region and map it in. */
static int populate(struct tctl_mapping *mapping, uint64_t offset,
		    uint64_t bytes)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE) - 1;
	uintptr_t begin = (uintptr_t)(mapping->base + offset) & ~page;
	uintptr_t end = ((uintptr_t)(mapping->base + offset + bytes) + page) &
			~page;
	int tries = 8, ret;

	do {
		ret = madvise((void *)begin, end - begin, MADV_POPULATE_WRITE);
	} while (ret && (errno == EAGAIN || errno == EINTR) && --tries);
	return ret ? -errno : 0;
}

int tctl_mapping_populate_ring(struct tctl_mapping *mapping, unsigned int cpu)
{
	const struct tctl_region *geometry = &mapping->geometry;
	unsigned char *done = tctl_mapping_populated(mapping, cpu,
						     geometry->nr_subbufs);
	int err;

	if (__atomic_load_n(done, __ATOMIC_RELAXED))
		return 0;
	err = populate(mapping,
		       geometry->control_offset + cpu * geometry->control_stride,
		       geometry->control_stride);
	if (!err)
		__atomic_store_n(done, 1, __ATOMIC_RELAXED);
	return err;
}

int tctl_mapping_populate_subbuf(struct tctl_mapping *mapping, unsigned int cpu,
				 uint64_t number)
{
	const struct tctl_region *geometry = &mapping->geometry;
	uint64_t index = number & (geometry->nr_subbufs - 1);
	unsigned char *done = tctl_mapping_populated(mapping, cpu, index);
	int err;

	if (__atomic_load_n(done, __ATOMIC_RELAXED))
		return 0;
	err = populate(mapping,
		       tctl_region_data_offset(geometry, cpu,
					       index << mapping->subbuf_shift),
		       geometry->subbuf_size);
	if (!err)
		__atomic_store_n(done, 1, __ATOMIC_RELAXED);
	return err;
}

void tctl_mapping_lose(struct tctl_mapping *mapping)
{
	struct tctl_region_loss *loss =
		(void *)(mapping->base + mapping->geometry.loss_offset);

	tctl_word_count(&loss->no_memory);
}
