// SPDX-License-Identifier: GPL-2.0-or-later
/* tests/lib/kernel_channel.c: see the header. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/lib/kernel_channel.h"

static uint32_t size_of(void *arg, uint32_t id, const uint8_t *payload,
			uint32_t available)
{
	struct kernel_channel *channel = arg;

	if (id >= channel->nr_events)
		return UINT32_MAX;
	return kernel_walk_event_size(channel->events[id].event, payload,
				      available);
}

static void seen(void *arg, const struct kernel_record *record)
{
	struct kernel_channel *channel = arg;

	channel->counts[record->id]++;
	if (channel->seen)
		channel->seen(channel->arg, channel->events[record->id].event,
			      record);
}

static void walks_begin(struct kernel_channel *channel)
{
	uint32_t cpu;

	for (cpu = 0; cpu < channel->config.nr_cpus; cpu++)
		channel->walks[cpu] = (struct kernel_walk){
			.ring = tctl_bpf_ring(channel->bpf, cpu),
			.subbuf_size = channel->config.subbuf_size,
			.nr_subbufs = channel->config.nr_subbufs,
			.contexts = channel->config.contexts,
			.mode = channel->config.mode,
			.cpu = cpu,
			.size = size_of,
			.seen = seen,
			.arg = channel,
		};
}

int kernel_channel_open(struct kernel_channel *channel, uint32_t mode,
			uint32_t subbuf_size, uint32_t nr_subbufs)
{
	int err;

	memset(channel, 0, sizeof(*channel));
	channel->config = (struct tctl_bpf_config){
		.size = sizeof(channel->config),
		.mode = mode,
		.contexts = TCTL_CONTEXT_VPID | TCTL_CONTEXT_VTID |
			    TCTL_CONTEXT_PROCNAME,
		.subbuf_size = subbuf_size,
		.nr_subbufs = nr_subbufs,
		.nr_cpus = sysconf(_SC_NPROCESSORS_CONF),
		.sample_hz = 500,
	};
	if (channel->config.nr_cpus > KERNEL_MAX_CPUS)
		return -E2BIG;
	err = tctl_kernel_catalogue_new(&channel->catalogue, channel->error,
					sizeof(channel->error));
	if (!err)
		err = tctl_bpf_new(&channel->config, &channel->bpf,
				   channel->error, sizeof(channel->error));
	if (err)
		kernel_channel_close(channel);
	else
		walks_begin(channel);
	return err;
}

void kernel_channel_close(struct kernel_channel *channel)
{
	tctl_bpf_free(channel->bpf);
	tctl_kernel_catalogue_free(channel->catalogue);
	channel->bpf = NULL;
	channel->catalogue = NULL;
}

static size_t event_enable(struct kernel_channel *channel,
			   const struct tctl_kernel_event *event)
{
	struct tctl_bpf_event *entry = &channel->events[channel->nr_events];
	size_t failed;

	if (event->source == TCTL_KERNEL_STATE || event->missing ||
	    channel->nr_events == KERNEL_MAX_EVENTS)
		return 0;
	entry->event = event;
	entry->id = channel->nr_events++;
	failed = tctl_bpf_enable(channel->bpf, entry, 1);
	if (failed && entry->error)
		snprintf(channel->error, sizeof(channel->error), "%s",
			 entry->error);
	return failed;
}

size_t kernel_channel_enable(struct kernel_channel *channel,
			     const char *pattern)
{
	const struct tctl_kernel_event *event;
	size_t i, failed = 0;

	channel->error[0] = 0;
	for (i = 0; i < tctl_kernel_catalogue_size(channel->catalogue); i++) {
		event = tctl_kernel_catalogue_event(channel->catalogue, i);
		if (tctl_kernel_event_matches(event, pattern))
			failed += event_enable(channel, event);
	}
	return failed;
}

void kernel_channel_stop(struct kernel_channel *channel)
{
	tctl_bpf_disable(channel->bpf, channel->events, channel->nr_events);
	kernel_channel_drain(channel, 1);
}

void kernel_channel_drain(struct kernel_channel *channel, int flush)
{
	uint32_t cpu;

	for (cpu = 0; cpu < channel->config.nr_cpus; cpu++) {
		if (!channel->walks[cpu].ring)
			continue;
		if (flush)
			tctl_bpf_flush(channel->bpf, cpu);
		kernel_walk_take(&channel->walks[cpu]);
	}
}

uint64_t kernel_channel_lost(const struct kernel_channel *channel)
{
	uint64_t sum = tctl_bpf_lost(channel->bpf);
	uint32_t cpu;

	for (cpu = 0; cpu < channel->config.nr_cpus; cpu++) {
		struct tctl_ring *ring = channel->walks[cpu].ring;

		sum += ring ? ring->lost : 0;
	}
	return sum;
}

uint64_t kernel_channel_wrong(const struct kernel_channel *channel)
{
	uint64_t sum = 0;
	uint32_t cpu;

	for (cpu = 0; cpu < channel->config.nr_cpus; cpu++)
		sum += channel->walks[cpu].torn + channel->walks[cpu].backwards;
	return sum;
}

uint64_t kernel_channel_records(const struct kernel_channel *channel)
{
	uint64_t sum = 0;
	uint32_t cpu;

	for (cpu = 0; cpu < channel->config.nr_cpus; cpu++)
		sum += channel->walks[cpu].records;
	return sum;
}

uint64_t kernel_channel_count(const struct kernel_channel *channel,
			      const char *name)
{
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < channel->nr_events; i++)
		if (!strcmp(channel->events[i].event->name, name))
			sum += channel->counts[i];
	return sum;
}
