// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tools/kernel/bpf.c: a channel of the eBPF backend from its beginning to its
 * end: making it, its filter, its counts.
 */
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "tools/kernel/bpf_channel.h"

/* After the settings, which it has in it. */
#include "kernel/bpf/record.skel.h"

#define PLANS_SIZE (TCTL_KERNEL_CALL_PLANS * sizeof(struct tctl_kernel_plan))

static int power_of_two(uint32_t n)
{
	return n && !(n & (n - 1));
}

static int config_check(const struct tctl_bpf_config *config)
{
	if (config->size < sizeof(*config) ||
	    (config->mode != TCTL_MODE_DISCARD &&
	     config->mode != TCTL_MODE_OVERWRITE) ||
	    !power_of_two(config->subbuf_size) ||
	    !power_of_two(config->nr_subbufs) ||
	    config->subbuf_size < TCTL_MIN_SUBBUF_SIZE ||
	    config->subbuf_size > TCTL_MAX_SUBBUF_SIZE ||
	    config->nr_subbufs < TCTL_MIN_SUBBUFS ||
	    config->nr_subbufs > TCTL_MAX_SUBBUFS || !config->nr_cpus ||
	    config->nr_cpus > TCTL_MAX_CPUS)
		return -EINVAL;
	return 0;
}

static int rings_new(struct tctl_bpf *bpf)
{
	uint32_t cpu;

	bpf->rings = calloc(bpf->config.nr_cpus, sizeof(*bpf->rings));
	if (!bpf->rings)
		return -ENOMEM;
	for (cpu = 0; cpu < bpf->config.nr_cpus; cpu++)
		bpf->rings[cpu].fd = -1;
	return tctl_bpf_update_cpus(bpf);
}

static int plans_map(struct tctl_bpf *bpf)
{
	void *plans = mmap(NULL, PLANS_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED,
			   bpf_map__fd(bpf->skeleton->maps.call_plans), 0);

	if (plans == MAP_FAILED)
		return -errno;
	bpf->call_plans = plans;
	return 0;
}

int tctl_bpf_new(const struct tctl_bpf_config *config,
		 struct tctl_bpf **ret_bpf, char *error, size_t error_size)
{
	struct tctl_bpf *bpf = calloc(1, sizeof(*bpf));
	int err = bpf ? config_check(config) : -ENOMEM;

	if (err) {
		snprintf(error, error_size, "make a kernel channel: %s",
			 err == -EINVAL ? "senseless sizes" : strerror(-err));
		free(bpf);
		return err;
	}
	bpf->config = *config;
	err = tctl_bpf_load(bpf, error, error_size);
	if (err)
		goto out;
	err = rings_new(bpf);
	if (!err)
		err = plans_map(bpf);
	if (err)
		snprintf(error, error_size,
			 "make the kernel's rings: %s: choose smaller or fewer "
			 "sub-buffers",
			 strerror(-err));
out:
	if (err)
		tctl_bpf_free(bpf);
	else
		*ret_bpf = bpf;
	return err;
}

void tctl_bpf_free(struct tctl_bpf *bpf)
{
	size_t i;

	if (!bpf)
		return;
	for (i = 0; i < TCTL_KERNEL_NR_EVENTS; i++)
		bpf_link__destroy(bpf->links[i]);
	bpf_link__destroy(bpf->enter.link);
	bpf_link__destroy(bpf->leave.link);
	bpf_link__destroy(bpf->follow_fork);
	bpf_link__destroy(bpf->follow_free);
	bpf_link__destroy(bpf->schedule);
	bpf_link__destroy(bpf->kvm);
	tctl_bpf_samplers_release(bpf);
	tctl_bpf_tracepoints_release(bpf);
	if (bpf->call_plans)
		munmap(bpf->call_plans, PLANS_SIZE);
	tctl_bpf_rings_release(bpf);
	tctl_record__destroy(bpf->skeleton);
	free(bpf);
}

/* Children have to be known before the first of them runs. */
static int follow_attach(struct tctl_bpf *bpf)
{
	if (!bpf->follow_fork)
		bpf->follow_fork =
			bpf_program__attach(bpf->skeleton->progs.follow_fork);
	if (bpf->follow_fork && !bpf->follow_free)
		bpf->follow_free =
			bpf_program__attach(bpf->skeleton->progs.follow_free);
	return bpf->follow_free ? 0 : -errno;
}

/* Two places in turn: nobody reads the one that is written. */
int tctl_bpf_filter(struct tctl_bpf *bpf,
		    const struct tctl_kernel_filter *filter)
{
	struct tctl_bpf_settings *settings = &bpf->skeleton->bss->settings;
	uint32_t index = settings->filter_index + 1;
	int err;

	if (filter->conditions & TCTL_KERNEL_FILTER_TASKS) {
		err = follow_attach(bpf);
		if (err)
			return err;
	}
	settings->filters[index & 1] = *filter;
	__atomic_store_n(&settings->filter_index, index, __ATOMIC_RELEASE);
	tctl_bpf_wait(bpf);
	return 0;
}

int tctl_bpf_follow(struct tctl_bpf *bpf, uint32_t tgid)
{
	int fd = bpf_map__fd(bpf->skeleton->maps.followed);
	uint8_t yes = 1;
	int err = follow_attach(bpf);

	if (err)
		return err;
	return bpf_map_update_elem(fd, &tgid, &yes, BPF_ANY) ? -errno : 0;
}

/* A program that an interrupt finds at work on this CPU is not run again: the
   kernel counts that, for each. */
void tctl_bpf_misses_update(struct tctl_bpf *bpf)
{
	struct bpf_program *program;
	uint64_t misses = 0;

	bpf_object__for_each_program(program, bpf->skeleton->obj)
	{
		struct bpf_prog_info info = {0};
		uint32_t size = sizeof(info);

		if (bpf_program__fd(program) >= 0 &&
		    !bpf_obj_get_info_by_fd(bpf_program__fd(program), &info,
					    &size))
			misses += info.recursion_misses;
	}
	__atomic_store_n(&bpf->misses, misses, __ATOMIC_RELAXED);
}

uint64_t tctl_bpf_lost(const struct tctl_bpf *bpf)
{
	return __atomic_load_n(&bpf->skeleton->bss->counts.lost,
			       __ATOMIC_RELAXED) +
	       __atomic_load_n(&bpf->misses, __ATOMIC_RELAXED);
}
