/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/stress/ring_load.c: starting writers, and the consumer: ring_load.h. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "libtrace/word.h"
#include "tests/stress/ring_bytes.h"
#include "tests/stress/ring_load.h"

#define NS_MASK	((1ull << 48) - 1)

static void fail(const char *what)
{
	printf("Bail out! %s: %s\n", what, strerror(errno));
	exit(99);
}

static uint32_t size_of_record(void *arg, uint32_t id, const void *bytes,
			       uint32_t available)
{
	struct load_fixed fixed;
	uint32_t count;

	(void)arg;
	if (id != LOAD_ID || available < LOAD_LEAST - 8)
		return UINT32_MAX;
	memcpy(&fixed, (const char *)bytes + 8, sizeof(fixed));
	memcpy(&count, (const char *)bytes + 8 + sizeof(fixed), sizeof(count));
	if (count > available - (LOAD_LEAST - 8) || count != fixed.length)
		return UINT32_MAX;
	return LOAD_LEAST - 8 + count;
}

static void region_begin(struct load *load, uint32_t protocol)
{
	const struct load_plan *plan = &load->shared->plan;
	struct load_region *region = &load->regions[load->nr_regions++];

	fixture_make(&region->fixture, protocol, plan->mode, plan->subbuf_size,
		     plan->nr_subbufs, -1);
	/* The positions soon begin anew. */
	if (TCTL_NARROW && protocol == TCTL_PROTOCOL_COUNTED)
		fixture_advance(&region->fixture, (1ull << 32) -
			2 * tctl_region_ring_size(&region->fixture.region));
	if (tctl_reader_init(&region->reader, region->fixture.fd))
		fail("reader");
	region->reader.record_size = size_of_record;
	region->last_ns = calloc(region->fixture.region.nr_cpus,
				 sizeof(*region->last_ns));
}

static void writer_exec(struct load *load, unsigned int place)
{
	char number[16];
	unsigned int i;

	if (place >= load->shared->plan.whole)
		setenv("GLIBC_TUNABLES", "glibc.pthread.rseq=0", 1);
	dup2(load->shared_fd, LOAD_FD);
	for (i = 0; i < load->nr_regions; i++)
		dup2(load->regions[i].fixture.fd, LOAD_FD + 1 + (int)i);
	snprintf(number, sizeof(number), "%u", place);
	execl("/proc/self/exe", "ring-writer", "writer", number, (char *)NULL);
	_exit(127);
}

void load_start(struct load *load, const struct load_plan *plan)
{
	unsigned int i, processes = plan->whole + plan->counted;

	memset(load, 0, sizeof(*load));
	load->shared_fd = memfd_create("shared", MFD_CLOEXEC);
	if (ftruncate(load->shared_fd, sizeof(*load->shared)))
		fail("shared memory");
	load->shared = mmap(NULL, sizeof(*load->shared),
			    PROT_READ | PROT_WRITE, MAP_SHARED, load->shared_fd,
			    0);
	load->seen = mmap(NULL, (size_t)LOAD_WRITERS * LOAD_NUMBERS / 8,
			  PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	load->buf = malloc(plan->subbuf_size);
	if (load->shared == MAP_FAILED || load->seen == MAP_FAILED ||
	    !load->buf)
		fail("memory");
	load->shared->plan = *plan;
	region_begin(load, TCTL_PROTOCOL_WHOLE);
	for (i = 0; i < processes; i++)
		region_begin(load, TCTL_PROTOCOL_COUNTED);
	for (i = 0; i < processes; i++) {
		load->pids[i] = fork();
		if (load->pids[i] < 0)
			fail("fork");
		if (!load->pids[i])
			writer_exec(load, i);
	}
}

static void number_check(struct load *load, const struct load_fixed *fixed)
{
	uint64_t bit;

	if (fixed->writer >= LOAD_WRITERS || fixed->number >= LOAD_NUMBERS)
		return;
	bit = (uint64_t)fixed->writer * LOAD_NUMBERS + fixed->number;
	if (load->shared->plan.mode == TCTL_MODE_DISCARD &&
	    load->seen[bit / 8] & 1 << bit % 8)
		load->twice++;
	load->seen[bit / 8] |= 1 << bit % 8;
}

/* One record at `at`; its size, 0 when it is none. */
static uint32_t record_check(struct load *load, uint64_t at, uint64_t room,
			     uint64_t *ns)
{
	const char *bytes = load->buf + at;
	static char *pattern;
	static uint32_t pattern_size;
	struct load_fixed fixed;
	uint64_t header;
	uint32_t size;

	if (pattern_size != load->shared->plan.max_payload) {
		pattern_size = load->shared->plan.max_payload;
		free(pattern);
		pattern = load_pattern(pattern_size);
	}
	memcpy(&header, bytes, sizeof(header));
	size = room < 8 ? UINT32_MAX
			: size_of_record(NULL, TCTL_RECORD_ID(header),
					 bytes + 8, (uint32_t)(room - 8));
	if (size == UINT32_MAX)
		return 0;
	memcpy(&fixed, bytes + LOAD_HEAD, sizeof(fixed));
	if (fixed.sum != load_sum(fixed.writer, fixed.length, fixed.number) ||
	    fixed.length > pattern_size ||
	    memcmp(bytes + LOAD_LEAST, pattern + fixed.number % 256,
		   fixed.length))
		return 0;
	*ns += (TCTL_RECORD_NS(header) - *ns) & NS_MASK;
	number_check(load, &fixed);
	return size + 8;
}

static void packet_check(struct load *load, struct load_region *region,
			 unsigned int cpu,
			 const struct tctl_reader_packet *packet)
{
	uint64_t at = 0, ns = packet->begin_ns;
	uint32_t size;

	if (packet->begin_ns < region->last_ns[cpu])
		load->backwards++;
	while (at < packet->content_size) {
		size = record_check(load, at, packet->content_size - at, &ns);
		if (!size) {
			load->torn++;
			break;
		}
		region->records++;
		load->records++;
		at += size;
		if (at < packet->content_size)
			at = (at + 7) & ~7ull;
	}
	if (ns > packet->end_ns)
		load->backwards++;
	region->last_ns[cpu] = packet->end_ns;
	load->packets++;
}

static unsigned int ring_drain(struct load *load, struct load_region *region,
			       unsigned int cpu)
{
	struct tctl_reader_packet packet;
	unsigned int packets = 0;
	int ret, err;

	while ((ret = tctl_reader_next(&region->reader, cpu, 1, region->dead,
				       &packet))) {
		if (ret < 0) {
			load->refused++;
			break;
		}
		err = tctl_reader_copy(&region->reader, cpu, &packet,
				       load->buf);
		if (err == -ESTALE)
			load->stale++;
		else if (err)
			load->refused++;
		else
			packet_check(load, region, cpu, &packet);
		tctl_reader_done(&region->reader, cpu, &packet);
		if (++packets > 1000)
			break;
	}
	return packets;
}

unsigned int load_drain(struct load *load)
{
	unsigned int i, cpu, packets = 0;

	for (i = 0; i < load->nr_regions; i++)
		for (cpu = 0; cpu < load->regions[i].fixture.region.nr_cpus;
		     cpu++)
			packets += ring_drain(load, &load->regions[i], cpu);
	return packets;
}

static void end_drain(struct load *load)
{
	unsigned int i;

	for (i = 1; i < load->nr_regions; i++)
		load->regions[i].dead = 1;
	while (load_drain(load))
		;
}

void load_wait(struct load *load)
{
	unsigned int i, living;
	int status;

	do {
		living = 0;
		for (i = 0; i + 1 < load->nr_regions; i++) {
			if (!load->pids[i])
				continue;
			if (waitpid(load->pids[i], &status, WNOHANG) > 0)
				load->pids[i] = 0;
			else
				living++;
		}
		if (!load_drain(load))
			usleep(200);
	} while (living);
	end_drain(load);
}

void load_kill(struct load *load)
{
	unsigned int i;

	for (i = 0; i + 1 < load->nr_regions; i++)
		if (load->pids[i])
			kill(load->pids[i], SIGKILL);
	for (i = 0; i + 1 < load->nr_regions; i++)
		if (load->pids[i])
			waitpid(load->pids[i], NULL, 0);
	end_drain(load);
}

void load_snapshot(struct load *load)
{
	unsigned int i, cpu;

	for (i = 0; i < load->nr_regions; i++)
		for (cpu = 0; cpu < load->regions[i].fixture.region.nr_cpus;
		     cpu++) {
			load->regions[i].last_ns[cpu] = 0;
			tctl_reader_snapshot(&load->regions[i].reader, cpu);
		}
}

uint64_t load_started(const struct load *load)
{
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < LOAD_WRITERS; i++)
		sum += load->shared->counts[i].started;
	return sum;
}

uint64_t load_finished(const struct load *load)
{
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < LOAD_WRITERS; i++)
		sum += load->shared->counts[i].finished;
	return sum;
}

uint64_t load_lost(struct load *load, unsigned int *ret_wrong)
{
	uint64_t sum = 0, loss;
	unsigned int i, cpu;

	*ret_wrong = 0;
	for (i = 0; i < load->nr_regions; i++) {
		struct load_region *region = &load->regions[i];

		for (cpu = 0; cpu < region->fixture.region.nr_cpus; cpu++) {
			struct tctl_reader_ring *ring =
				&region->reader.rings[cpu];

			loss = fixture_ring(&region->fixture, cpu)->lost +
			       ring->skipped;
			*ret_wrong += ring->lost_reported != loss;
			sum += loss;
		}
		tctl_reader_region_loss(&region->reader, &loss);
		sum += loss;
	}
	return sum;
}

void load_end(struct load *load)
{
	unsigned int i;

	for (i = 0; i < load->nr_regions; i++) {
		tctl_reader_release(&load->regions[i].reader);
		fixture_release(&load->regions[i].fixture);
		free(load->regions[i].last_ns);
	}
	munmap(load->seen, (size_t)LOAD_WRITERS * LOAD_NUMBERS / 8);
	munmap(load->shared, sizeof(*load->shared));
	close(load->shared_fd);
	free(load->buf);
}
