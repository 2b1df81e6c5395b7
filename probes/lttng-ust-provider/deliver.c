/* SPDX-License-Identifier: MIT */
/*
 * probes/lttng-ust-provider/deliver.c: writes a hit into LTTng's rings, or hands
 * it to its notifiers, as the code does that LTTng's macros generate: look
 * whether session, channel and event are on, ask the filter, reserve, write,
 * commit. On the record path: no locks, no allocation; LTTng's own code copes
 * with signal handlers.
 */
#include <string.h>
#include <lttng/ust-ringbuffer-context.h>
#include <lttng/urcu/urcu-ust.h>
#include "probes/lttng-ust-provider/offer.h"
#include "probes/lttng-ust-provider/stack.h"

struct hit {
	const struct tctl_offer *offer;
	const struct tctl_segment *segments;
	unsigned int nr_segments;
};

static uint32_t count_of(const struct tctl_segment *segment)
{
	return segment->size >> TCTL_SEGMENT_LOG2(segment->flags);
}

static size_t size_of(const struct tctl_segment *segment)
{
	switch (TCTL_SEGMENT_TYPE(segment->flags)) {
	case TCTL_SEGMENT_STRING:
		return segment->size + 1ul;
	case TCTL_SEGMENT_SEQUENCE:
		return segment->size + sizeof(uint32_t);
	default:
		return segment->size;
	}
}

static void write_segment(struct lttng_ust_ring_buffer_ctx *ctx,
			  const struct lttng_ust_channel_buffer_ops *ops,
			  const struct tctl_segment *segment)
{
	uint32_t count;

	switch (TCTL_SEGMENT_TYPE(segment->flags)) {
	case TCTL_SEGMENT_STRING:
		ops->event_strcpy(ctx, segment->base, segment->size + 1ul);
		return;
	case TCTL_SEGMENT_SEQUENCE:
		count = count_of(segment);
		ops->event_write(ctx, &count, sizeof(count), 1);
		break;
	}
	if (segment->size)
		ops->event_write(ctx, segment->base, segment->size, 1);
}

static void record(const struct lttng_ust_event_recorder *recorder,
		   const struct hit *hit, struct lttng_ust_probe_ctx *probe)
{
	const struct lttng_ust_channel_buffer_ops *ops = recorder->chan->ops;
	struct lttng_ust_ring_buffer_ctx ctx;
	size_t size = 0;
	unsigned int i;

	for (i = 0; i < hit->nr_segments; i++)
		size += size_of(&hit->segments[i]);
	lttng_ust_ring_buffer_ctx_init(&ctx, (void *)recorder, size, 1, probe);
	if (ops->event_reserve(&ctx) < 0)
		return;
	for (i = 0; i < hit->nr_segments; i++)
		write_segment(&ctx, ops, &hit->segments[i]);
	ops->event_commit(&ctx);
}

static int is_on(const struct lttng_ust_event_common *event)
{
	const struct lttng_ust_event_recorder *recorder = event->child;
	const struct lttng_ust_channel_common *channel;

	if (!__atomic_load_n(&event->enabled, __ATOMIC_RELAXED))
		return 0;
	if (event->type != LTTNG_UST_EVENT_TYPE_RECORDER)
		return 1;
	channel = recorder->chan->parent;
	return __atomic_load_n(&channel->session->active, __ATOMIC_RELAXED) &&
	       __atomic_load_n(&channel->enabled, __ATOMIC_RELAXED);
}

static void notify(const struct lttng_ust_event_notifier *notifier,
		   const char *stack, struct lttng_ust_probe_ctx *probe)
{
	struct lttng_ust_notification_ctx ctx = {
		.struct_size = sizeof(ctx),
		.eval_capture = __atomic_load_n(&notifier->eval_capture,
						__ATOMIC_RELAXED),
	};

	notifier->notification_send(notifier, stack, probe, &ctx);
}

/* With what filters and captures look at. Of its own, for its stack. */
static __attribute__((noinline)) void
deliver_looked_at(const struct lttng_ust_event_common *event,
		  const struct hit *hit, struct lttng_ust_probe_ctx *probe)
{
	char stack[TCTL_STACK_SIZE];

	tctl_stack_fill(stack, hit->offer, hit->segments, hit->nr_segments);
	if (__atomic_load_n(&event->eval_filter, __ATOMIC_RELAXED) &&
	    event->run_filter(event, stack, probe, NULL) !=
		    LTTNG_UST_EVENT_FILTER_ACCEPT)
		return;
	if (event->type == LTTNG_UST_EVENT_TYPE_RECORDER)
		record(event->child, hit, probe);
	else
		notify(event->child, stack, probe);
}

static void deliver(const struct lttng_ust_event_common *event,
		    const struct hit *hit)
{
	struct lttng_ust_probe_ctx probe = { .struct_size = sizeof(probe) };

	if (!is_on(event))
		return;
	if (event->type == LTTNG_UST_EVENT_TYPE_RECORDER &&
	    !__atomic_load_n(&event->eval_filter, __ATOMIC_RELAXED))
		record(event->child, hit, &probe);
	else
		deliver_looked_at(event, hit, &probe);
}

void tctl_offer_deliver(struct tctl_offer *offer,
			const struct tctl_segment *segments,
			unsigned int nr_segments)
{
	const struct hit hit = { offer, segments, nr_segments };
	struct lttng_ust_event_common *event;
	unsigned int i;

	lttng_ust_urcu_read_lock();
	for (i = 0; i < TCTL_OFFER_RECORDERS; i++) {
		/* (P-A) What is found there is complete. */
		event = __atomic_load_n(&offer->recorders[i], __ATOMIC_ACQUIRE);
		if (event)
			deliver(event, &hit);
	}
	lttng_ust_urcu_read_unlock();
}
