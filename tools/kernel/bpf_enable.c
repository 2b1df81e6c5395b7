// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tools/kernel/bpf_enable.c: what is recorded: ids and plans for the programs,
 * and the programs' links to the tracepoints.
 */
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/kernel/bpf_channel.h"

/* After the settings, which it has in it. */
#include "kernel/bpf/record.skel.h"

static int say(struct tctl_bpf_event *event, int err, const char *why)
{
	if (asprintf(&event->error, "%s: %s", event->event->name, why) < 0)
		event->error = NULL;
	return err;
}

static int attach(struct tctl_bpf_event *event, struct bpf_program *program,
		  struct bpf_link **link)
{
	struct bpf_link *made;

	if (*link)
		return 0;
	if (!program || bpf_program__fd(program) < 0)
		return say(event, -ENOENT,
			   "this kernel has no such tracepoint, or one with "
			   "other arguments");
	made = bpf_program__attach(program);
	if (!made)
		return say(event, -errno, strerror(errno));
	*link = made;
	return 0;
}

static void detach(struct bpf_link **link)
{
	bpf_link__destroy(*link);
	*link = NULL;
}

static int samples_switch(struct tctl_bpf *bpf, struct tctl_bpf_event *event,
			  uint32_t on)
{
	int err;

	bpf->skeleton->bss->settings.samples = on;
	err = tctl_bpf_samplers_update(bpf);
	return err ? say(event, err, strerror(-err)) : 0;
}

static int program_enable(struct tctl_bpf *bpf, struct tctl_bpf_event *event)
{
	uint32_t number = event->event->number;

	if (number >= TCTL_KERNEL_NR_EVENTS)
		return say(event, -EINVAL, "no such program");
	bpf->skeleton->bss->settings.ids[number] = event->id;
	if (number == TCTL_KERNEL_EVENT_profile_sample)
		return samples_switch(bpf, event, 1);
	return attach(event,
		      bpf_object__find_program_by_name(bpf->skeleton->obj,
						       event->event->name),
		      &bpf->links[number]);
}

static struct tctl_kernel_plan *call_plan(struct tctl_bpf *bpf,
					  const struct tctl_kernel_event *event)
{
	if (event->number >= 2 * TCTL_KERNEL_CALLS)
		return NULL;
	return &bpf->call_plans[event->source == TCTL_KERNEL_CALL_ENTER
					? TCTL_KERNEL_CALL_ENTRY(event->number)
					: TCTL_KERNEL_CALL_EXIT(event->number)];
}

static struct tctl_bpf_shared *
call_shared(struct tctl_bpf *bpf, const struct tctl_kernel_event *event)
{
	return event->source == TCTL_KERNEL_CALL_ENTER ? &bpf->enter
						       : &bpf->leave;
}

/* The event's plan as it goes to the programs. */
static int plan_make(struct tctl_bpf *bpf, struct tctl_bpf_event *event,
		     struct tctl_kernel_plan *plan)
{
	uint32_t room = tctl_bpf_max_record(&bpf->config) -
			tctl_bpf_head_size(bpf->config.contexts);

	*plan = event->event->plan;
	plan->id = (uint16_t)event->id;
	plan->enabled = 0;
	plan->reserved = 0;
	if (tctl_bpf_plan_fit(plan, room))
		return say(event, -EMSGSIZE,
			   "its record is longer than a quarter of a "
			   "sub-buffer: choose larger sub-buffers");
	return 0;
}

static int call_enable(struct tctl_bpf *bpf, struct tctl_bpf_event *event)
{
	struct tctl_kernel_plan *place = call_plan(bpf, event->event);
	struct tctl_bpf_shared *shared = call_shared(bpf, event->event);
	struct tctl_kernel_plan plan;
	int err;

	if (!place)
		return say(event, -EINVAL, "no such system call");
	if (place->enabled)
		return 0;
	if (event->event->plan.nr_ops > CALL_MAX_OPS)
		return say(event, -E2BIG, "too many operations");
	err = plan_make(bpf, event, &plan);
	if (err)
		return err;
	err = attach(event,
		     event->event->source == TCTL_KERNEL_CALL_ENTER
			     ? bpf->skeleton->progs.sys_enter
			     : bpf->skeleton->progs.sys_exit,
		     &shared->link);
	if (err)
		return err;
	shared->users++;
	tctl_bpf_plan_put(place, &plan);
	return 0;
}

static int tracepoint_enable(struct tctl_bpf *bpf, struct tctl_bpf_event *event)
{
	struct tctl_kernel_plan plan;
	int err = plan_make(bpf, event, &plan);

	if (err)
		return err;
	err = tctl_bpf_tracepoint_enable(bpf, event->event, &plan);
	if (err == -EMFILE)
		return say(event, err,
			   "too many open files: raise the limit (ulimit -n)");
	if (err == -ENOSPC)
		return say(event, err, "too many tracepoints in one channel");
	return err ? say(event, err, strerror(-err)) : 0;
}

static int event_enable(struct tctl_bpf *bpf, struct tctl_bpf_event *event)
{
	switch (event->event->source) {
	case TCTL_KERNEL_PROGRAM:
		return program_enable(bpf, event);
	case TCTL_KERNEL_CALL_ENTER:
	case TCTL_KERNEL_CALL_LEAVE:
		return call_enable(bpf, event);
	case TCTL_KERNEL_TRACEPOINT:
		return tracepoint_enable(bpf, event);
	default:
		return say(event, -EINVAL, "not recorded by eBPF");
	}
}

static void call_disable(struct tctl_bpf *bpf,
			 const struct tctl_kernel_event *event)
{
	struct tctl_kernel_plan *plan = call_plan(bpf, event);
	struct tctl_bpf_shared *shared = call_shared(bpf, event);

	if (!plan || !plan->enabled)
		return;
	__atomic_store_n(&plan->enabled, 0, __ATOMIC_RELEASE);
	if (!--shared->users)
		detach(&shared->link);
}

static void event_disable(struct tctl_bpf *bpf, struct tctl_bpf_event *event)
{
	switch (event->event->source) {
	case TCTL_KERNEL_PROGRAM:
		if (event->event->number == TCTL_KERNEL_EVENT_profile_sample)
			samples_switch(bpf, event, 0);
		else if (event->event->number < TCTL_KERNEL_NR_EVENTS)
			detach(&bpf->links[event->event->number]);
		break;
	case TCTL_KERNEL_CALL_ENTER:
	case TCTL_KERNEL_CALL_LEAVE:
		call_disable(bpf, event->event);
		break;
	case TCTL_KERNEL_TRACEPOINT:
		tctl_bpf_tracepoint_disable(bpf, event->event);
		break;
	default:
		break;
	}
}

size_t tctl_bpf_enable(struct tctl_bpf *bpf, struct tctl_bpf_event *events,
		       size_t nr)
{
	size_t failed = 0, i;

	for (i = 0; i < nr; i++) {
		events[i].error = NULL;
		events[i].err = event_enable(bpf, &events[i]);
		failed += events[i].err != 0;
	}
	return failed;
}

size_t tctl_bpf_disable(struct tctl_bpf *bpf, struct tctl_bpf_event *events,
			size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++) {
		events[i].error = NULL;
		events[i].err = 0;
		event_disable(bpf, &events[i]);
	}
	tctl_bpf_wait(bpf);
	tctl_bpf_misses_update(bpf);
	return 0;
}
