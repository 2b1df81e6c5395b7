// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tools/kernel/bpf_tracepoint.c: tracepoints without a program of their own:
 * one program for all, which finds the plan by its link's cookie. It sees the
 * kernel's own record of the event, as perf does, so the link is one of a perf
 * event.
 */
#include <bpf/libbpf.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tools/kernel/bpf_channel.h"

/* After the settings, which it has in it. */
#include "kernel/bpf/record.skel.h"

/* The kernel's number of the tracepoint, and its link. */
struct tctl_bpf_tracepoint {
	uint32_t id;
	struct bpf_link *link;
};

int tctl_bpf_perf_open(struct perf_event_attr *attr, int cpu)
{
	int fd;

	attr->size = sizeof(*attr);
	fd = syscall(SYS_perf_event_open, attr, -1, cpu, -1,
		     PERF_FLAG_FD_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

int tctl_bpf_tracepoint_link(struct bpf_program *program, uint32_t id,
			     uint64_t cookie, struct bpf_link **ret_link)
{
	LIBBPF_OPTS(bpf_perf_event_opts, opts, .bpf_cookie = cookie);
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.config = id,
		.sample_period = 1,
	};
	int fd = tctl_bpf_perf_open(&attr, 0), err;

	if (fd < 0)
		return fd;
	*ret_link = bpf_program__attach_perf_event_opts(program, fd, &opts);
	if (*ret_link)
		return 0;
	err = -errno;
	close(fd);
	return err;
}

/* The place of a tracepoint in the table: its own, or the first free one. */
static struct tctl_bpf_tracepoint *place_of(struct tctl_bpf *bpf, uint32_t id,
					    int make)
{
	struct tctl_bpf_tracepoint *place, *unused = NULL;
	uint32_t i;

	for (i = 0; bpf->tracepoints && i < TCTL_KERNEL_TRACEPOINT_PLANS; i++) {
		place = &bpf->tracepoints[i];
		if (place->link && place->id == id)
			return place;
		if (!place->link && !unused)
			unused = place;
	}
	return make ? unused : NULL;
}

static int table_make(struct tctl_bpf *bpf)
{
	void *plans;

	if (bpf->tracepoints)
		return 0;
	bpf->tracepoints =
		calloc(TCTL_KERNEL_TRACEPOINT_PLANS, sizeof(*bpf->tracepoints));
	if (!bpf->tracepoints)
		return -ENOMEM;
	plans = mmap(NULL, TCTL_BPF_TRACEPOINT_PLANS_SIZE,
		     PROT_READ | PROT_WRITE, MAP_SHARED,
		     bpf_map__fd(bpf->skeleton->maps.tracepoint_plans), 0);
	if (plans == MAP_FAILED) {
		free(bpf->tracepoints);
		bpf->tracepoints = NULL;
		return -errno;
	}
	bpf->tracepoint_plans = plans;
	return 0;
}

int tctl_bpf_tracepoint_enable(struct tctl_bpf *bpf,
			       const struct tctl_kernel_event *event,
			       const struct tctl_kernel_plan *plan)
{
	struct tctl_bpf_tracepoint *place;
	int err = table_make(bpf);
	size_t i;

	if (err)
		return err;
	place = place_of(bpf, event->number, 1);
	if (!place)
		return -ENOSPC;
	if (place->link)
		return 0;
	i = place - bpf->tracepoints;
	tctl_bpf_plan_put(&bpf->tracepoint_plans[i], plan);
	place->id = event->number;
	err = tctl_bpf_tracepoint_link(bpf->skeleton->progs.tracepoint_record,
				       event->number, i, &place->link);
	if (err)
		bpf->tracepoint_plans[i].enabled = 0;
	return err;
}

void tctl_bpf_tracepoint_disable(struct tctl_bpf *bpf,
				 const struct tctl_kernel_event *event)
{
	struct tctl_bpf_tracepoint *place = place_of(bpf, event->number, 0);

	if (!place)
		return;
	__atomic_store_n(
		&bpf->tracepoint_plans[place - bpf->tracepoints].enabled, 0,
		__ATOMIC_RELEASE);
	bpf_link__destroy(place->link);
	place->link = NULL;
}

void tctl_bpf_tracepoints_release(struct tctl_bpf *bpf)
{
	uint32_t i;

	for (i = 0; bpf->tracepoints && i < TCTL_KERNEL_TRACEPOINT_PLANS; i++)
		bpf_link__destroy(bpf->tracepoints[i].link);
	if (bpf->tracepoint_plans)
		munmap(bpf->tracepoint_plans, TCTL_BPF_TRACEPOINT_PLANS_SIZE);
	free(bpf->tracepoints);
}
