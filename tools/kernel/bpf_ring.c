// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tools/kernel/bpf_ring.c: the rings: per CPU an array map of one element, put
 * into the array of maps in which the programs look their CPU's up, and mapped
 * here.
 */
#include <bpf/bpf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tools/kernel/bpf_channel.h"
#include "tools/kernel/ring.h"

/* After the settings, which it has in it. */
#include "kernel/bpf/record.skel.h"

static uint64_t ring_size(const struct tctl_bpf_config *config)
{
	return TCTL_KERNEL_RING_DATA(config->nr_subbufs) +
	       (uint64_t)config->subbuf_size * config->nr_subbufs +
	       TCTL_KERNEL_RING_SLACK;
}

int tctl_bpf_ring_map(const struct tctl_bpf_config *config)
{
	LIBBPF_OPTS(bpf_map_create_opts, opts, .map_flags = BPF_F_MMAPABLE);
	int fd = bpf_map_create(BPF_MAP_TYPE_ARRAY, "tracectl_ring",
				sizeof(uint32_t), ring_size(config), 1, &opts);

	return fd < 0 ? -errno : fd;
}

static int ring_put(struct tctl_bpf *bpf, uint32_t cpu)
{
	int fd = bpf_map__fd(bpf->skeleton->maps.rings);

	return bpf_map_update_elem(fd, &cpu, &bpf->rings[cpu].fd, BPF_ANY)
		       ? -errno
		       : 0;
}

static void ring_release(struct tctl_bpf_ring *ring)
{
	if (ring->base)
		munmap(ring->base, ring->size);
	if (ring->fd >= 0)
		close(ring->fd);
	ring->base = NULL;
	ring->fd = -1;
}

static int ring_new(struct tctl_bpf *bpf, uint32_t cpu)
{
	struct tctl_bpf_ring *ring = &bpf->rings[cpu];
	void *base;
	int err;

	ring->fd = tctl_bpf_ring_map(&bpf->config);
	if (ring->fd < 0) {
		err = ring->fd;
		ring->fd = -1;
		return err;
	}
	ring->size = ring_size(&bpf->config);
	base = mmap(NULL, ring->size, PROT_READ | PROT_WRITE, MAP_SHARED,
		    ring->fd, 0);
	err = base == MAP_FAILED ? -errno : ring_put(bpf, cpu);
	if (err) {
		if (base != MAP_FAILED)
			munmap(base, ring->size);
		ring_release(ring);
		return err;
	}
	/* (K-A) */
	__atomic_store_n(&ring->base, base, __ATOMIC_RELEASE);
	return 0;
}

/* "0-3,5": these are online; calls ring_new() for each that has no ring. */
static int rings_of_list(struct tctl_bpf *bpf, const char *list)
{
	unsigned int cpu, last;
	int used, err;

	for (cpu = 0; cpu < bpf->config.nr_cpus; cpu++)
		bpf->rings[cpu].online = 0;
	while (sscanf(list, "%u%n", &cpu, &used) == 1) {
		list += used;
		last = cpu;
		if (*list == '-' && sscanf(list + 1, "%u%n", &last, &used) == 1)
			list += used + 1;
		for (; cpu <= last && cpu < bpf->config.nr_cpus; cpu++) {
			bpf->rings[cpu].online = 1;
			err = bpf->rings[cpu].base ? 0 : ring_new(bpf, cpu);
			if (err)
				return err;
		}
		if (*list++ != ',')
			break;
	}
	return 0;
}

int tctl_bpf_update_cpus(struct tctl_bpf *bpf)
{
	char list[4096];
	FILE *file = fopen("/sys/devices/system/cpu/online", "re");
	char *got;
	int err;

	if (!file)
		return -errno;
	tctl_bpf_misses_update(bpf);
	got = fgets(list, sizeof(list), file);
	fclose(file);
	err = got ? rings_of_list(bpf, list) : -EIO;
	return err ? err : tctl_bpf_samplers_update(bpf);
}

void tctl_bpf_rings_release(struct tctl_bpf *bpf)
{
	uint32_t cpu;

	for (cpu = 0; bpf->rings && cpu < bpf->config.nr_cpus; cpu++)
		ring_release(&bpf->rings[cpu]);
	free(bpf->rings);
	bpf->rings = NULL;
}

/* The kernel waits for an RCU grace period whenever a map in a map was
   replaced; programs run inside of one. */
void tctl_bpf_wait(struct tctl_bpf *bpf)
{
	uint32_t cpu;

	for (cpu = 0; cpu < bpf->config.nr_cpus; cpu++) {
		if (bpf->rings[cpu].base) {
			ring_put(bpf, cpu);
			return;
		}
	}
}

void *tctl_bpf_ring(const struct tctl_bpf *bpf, unsigned int cpu)
{
	if (cpu >= bpf->config.nr_cpus)
		return NULL;
	/* (K-A) */
	return __atomic_load_n(&bpf->rings[cpu].base, __ATOMIC_ACQUIRE);
}

void tctl_bpf_flush(struct tctl_bpf *bpf, unsigned int cpu)
{
	void *ring = tctl_bpf_ring(bpf, cpu);

	if (ring)
		tctl_kernel_ring_flush(ring, bpf->config.subbuf_size,
				       bpf->config.nr_subbufs);
}
