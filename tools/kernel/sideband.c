// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Memory maps of processes that come while recording. One software event that
 * counts nothing per CPU, which brings perf's side-band records on
 * CLOCK_MONOTONIC; their rings are read together and sorted by time.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "proc.h"
#include "sideband_record.h"
#include "state_process.h"
#include "state_writer.h"
#include "statedump.h"

#define RING_PAGES   64u
#define MOST_WAITING 65536u

struct ring {
	int fd;
	struct perf_event_mmap_page *page; /* NULL: the CPU has none */
};

/* A record that was read and waits for its turn; the name is its own. */
struct waiting {
	struct tctl_sideband_record record;
	uint64_t order; /* in which they were read */
	char *filename;
};

struct tctl_sideband {
	struct tctl_state_writer writer;
	uint64_t last_ns; /* nothing is emitted before it */
	size_t ring_size;
	struct ring *rings;
	unsigned int nr_rings;
	long nr_online; /* CPUs, when rings were last opened */
	struct waiting *waiting;
	size_t nr_waiting, max_waiting;
	uint64_t order;
	int has_lost; /* the kernel dropped some */
	_Alignas(uint64_t) uint8_t bytes[TCTL_SIDEBAND_MAX_RECORD];
};

static int open_event(unsigned int cpu)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_DUMMY,
		.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME,
		.sample_id_all = 1,
		.mmap = 1,
		.mmap2 = 1,
		.task = 1,
		.use_clockid = 1,
		.clockid = CLOCK_MONOTONIC,
	};
	long fd = syscall(SYS_perf_event_open, &attr, -1, (int)cpu, -1,
			  PERF_FLAG_FD_CLOEXEC);

	return fd < 0 ? -errno : (int)fd;
}

/* A CPU that is not there, or not now, has no ring: no error. */
static int open_ring(struct tctl_sideband *sideband, unsigned int cpu)
{
	struct ring *ring = &sideband->rings[cpu];
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	void *map;
	int err;

	ring->fd = open_event(cpu);
	if (ring->fd < 0)
		return ring->fd == -ENODEV ? 0 : ring->fd;
	map = mmap(NULL, page + sideband->ring_size, PROT_READ | PROT_WRITE,
		   MAP_SHARED, ring->fd, 0);
	if (map == MAP_FAILED) {
		err = -errno;
		close(ring->fd);
		return err;
	}
	ring->page = map;
	return 0;
}

static void close_ring(struct tctl_sideband *sideband, struct ring *ring)
{
	if (!ring->page)
		return;
	munmap(ring->page, (size_t)sysconf(_SC_PAGESIZE) + sideband->ring_size);
	close(ring->fd);
	ring->page = NULL;
}

/* Rings of the CPUs that came online since. */
static int open_rings(struct tctl_sideband *sideband)
{
	long online = sysconf(_SC_NPROCESSORS_ONLN);
	int ret = 0;

	if (online == sideband->nr_online)
		return 0;
	sideband->nr_online = online;
	for (unsigned int i = 0; !ret && i < sideband->nr_rings; i++)
		if (!sideband->rings[i].page)
			ret = open_ring(sideband, i);
	return ret;
}

static struct waiting *new_waiting(struct tctl_sideband *sideband)
{
	size_t max = sideband->max_waiting ? 2 * sideband->max_waiting : 256;
	struct waiting *bigger;

	if (sideband->nr_waiting == sideband->max_waiting) {
		bigger = reallocarray(sideband->waiting, max, sizeof(*bigger));
		if (!bigger)
			return NULL;
		sideband->waiting = bigger;
		sideband->max_waiting = max;
	}
	return &sideband->waiting[sideband->nr_waiting];
}

static int is_wanted(const struct tctl_sideband_record *record)
{
	if (record->type == TCTL_SIDEBAND_FORK)
		return record->pid != record->parent_pid;
	return record->type == TCTL_SIDEBAND_MAP && *record->filename &&
	       strcmp(record->filename, "//anon");
}

static int keep_record(struct tctl_sideband *sideband, size_t size)
{
	struct tctl_sideband_record record;
	struct waiting *waiting;

	if (tctl_sideband_record_parse(sideband->bytes, size, &record))
		return 0;
	if (record.type == TCTL_SIDEBAND_LOST)
		sideband->has_lost = 1;
	if (!is_wanted(&record))
		return 0;
	waiting = new_waiting(sideband);
	if (!waiting)
		return -ENOMEM;
	*waiting = (struct waiting){record, sideband->order++, NULL};
	if (record.filename) {
		waiting->filename = strdup(record.filename);
		if (!waiting->filename)
			return -ENOMEM;
	}
	sideband->nr_waiting++;
	return 0;
}

static int read_ring(struct tctl_sideband *sideband, struct ring *ring)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	const uint8_t *data = (const uint8_t *)ring->page + page;
	uint64_t tail = ring->page->data_tail, head;
	size_t size;
	int ret = 0;

	/* Pairs with the kernel's barrier between the data and data_head. */
	head = __atomic_load_n(&ring->page->data_head, __ATOMIC_ACQUIRE);
	while (!ret && tail != head) {
		size = tctl_sideband_record_copy(data, sideband->ring_size,
						 tail, head, sideband->bytes,
						 sizeof(sideband->bytes));
		if (!size) {
			sideband->has_lost = 1;
			tail = head;
			break;
		}
		tail += size;
		ret = keep_record(sideband, size);
	}
	__atomic_store_n(&ring->page->data_tail, tail, __ATOMIC_RELEASE);
	return ret;
}

/* While nothing can be emitted, the kernel may drop what comes, and say so. */
static int read_rings(struct tctl_sideband *sideband)
{
	int ret = 0;

	if (sideband->nr_waiting >= MOST_WAITING)
		return 0;
	for (unsigned int i = 0; !ret && i < sideband->nr_rings; i++)
		if (sideband->rings[i].page)
			ret = read_ring(sideband, &sideband->rings[i]);
	return ret;
}

static int compare_waiting(const void *a, const void *b)
{
	const struct waiting *x = a, *y = b;

	if (x->record.time_ns != y->record.time_ns)
		return x->record.time_ns < y->record.time_ns ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

static int emit_record(struct tctl_sideband *sideband,
		       const struct waiting *waiting)
{
	const struct tctl_sideband_record *record = &waiting->record;
	struct tctl_state_writer *writer = &sideband->writer;

	if (record->type == TCTL_SIDEBAND_FORK) {
		tctl_state_begin(writer, "tracectl_process_fork");
		tctl_state_u32(writer, record->pid);
		tctl_state_u32(writer, record->parent_pid);
	} else {
		tctl_state_begin(writer, "tracectl_process_map");
		tctl_state_u32(writer, record->pid);
		tctl_state_u64(writer, record->start);
		tctl_state_u64(writer, record->start + record->size);
		tctl_state_u64(writer, record->pgoff);
		tctl_state_u64(writer, record->inode);
		tctl_state_string(writer, waiting->filename);
	}
	/* A record can come after a later one of another CPU was emitted. */
	if (record->time_ns > sideband->last_ns)
		sideband->last_ns = record->time_ns;
	return tctl_state_end_at(writer, sideband->last_ns);
}

/* Emits what is not younger than until_ns; the rest waits on. */
static int emit_until(struct tctl_sideband *sideband, uint64_t until_ns)
{
	size_t done = 0;
	int ret = 0;

	if (!sideband->nr_waiting)
		return 0;
	qsort(sideband->waiting, sideband->nr_waiting,
	      sizeof(*sideband->waiting), compare_waiting);
	while (!ret && done < sideband->nr_waiting &&
	       sideband->waiting[done].record.time_ns <= until_ns) {
		ret = emit_record(sideband, &sideband->waiting[done]);
		free(sideband->waiting[done++].filename);
	}
	if (ret)
		sideband->has_lost = 1;
	sideband->nr_waiting -= done;
	memmove(sideband->waiting, sideband->waiting + done,
		sideband->nr_waiting * sizeof(*sideband->waiting));
	return ret;
}

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static int take_process(void *arg, int folder, const char *name)
{
	uint32_t pid = tctl_proc_id(name);

	(void)folder;
	return pid ? tctl_state_maps(arg, pid) : 0;
}

/* What the kernel dropped is there to be read, if its process still is. */
static int read_again(struct tctl_sideband *sideband)
{
	int ret = tctl_proc_each(sideband->writer.root, "proc", take_process,
				 &sideband->writer);

	sideband->last_ns = now_ns();
	sideband->has_lost = ret != 0;
	return ret;
}

int tctl_sideband_read(struct tctl_sideband *sideband,
		       tctl_kernel_emit_fn *emit, void *arg)
{
	uint64_t until_ns = now_ns();
	int ret;

	sideband->writer.emit = emit;
	sideband->writer.arg = arg;
	sideband->writer.err = 0;
	/* A CPU without a ring costs what starts there, not the rest. */
	open_rings(sideband);
	ret = read_rings(sideband);
	if (!ret)
		ret = emit_until(sideband, until_ns);
	if (!ret && sideband->has_lost)
		ret = read_again(sideband);
	return ret;
}

static void describe(int err, char *error, size_t error_size)
{
	snprintf(error, error_size,
		 "can't follow the memory maps of new processes: "
		 "perf_event_open: %s%s",
		 strerror(-err),
		 err == -EACCES || err == -EPERM
			 ? "; run as root, or with CAP_PERFMON"
			 : "");
}

int tctl_sideband_new(const struct tctl_kernel_catalogue *catalogue,
		      struct tctl_sideband **ret_sideband, char *error,
		      size_t error_size)
{
	struct tctl_sideband *sideband = calloc(1, sizeof(*sideband));
	int ret = -ENOMEM;

	if (!sideband)
		goto fail;
	sideband->writer.catalogue = catalogue;
	sideband->writer.root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	sideband->ring_size = RING_PAGES * (size_t)sysconf(_SC_PAGESIZE);
	sideband->nr_rings = (unsigned int)sysconf(_SC_NPROCESSORS_CONF);
	sideband->rings = calloc(sideband->nr_rings, sizeof(struct ring));
	if (!sideband->rings)
		goto fail;
	ret = open_rings(sideband);
	if (ret)
		goto fail;
	*ret_sideband = sideband;
	return 0;
fail:
	describe(ret, error, error_size);
	tctl_sideband_free(sideband);
	return ret;
}

void tctl_sideband_free(struct tctl_sideband *sideband)
{
	if (!sideband)
		return;
	for (unsigned int i = 0; sideband->rings && i < sideband->nr_rings; i++)
		close_ring(sideband, &sideband->rings[i]);
	for (size_t i = 0; i < sideband->nr_waiting; i++)
		free(sideband->waiting[i].filename);
	if (sideband->writer.root > 0)
		close(sideband->writer.root);
	free(sideband->waiting);
	free(sideband->rings);
	free(sideband);
}
