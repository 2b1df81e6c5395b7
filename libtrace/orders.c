/* SPDX-License-Identifier: MIT */
/*
 * libtrace/orders.c: see orders.h.
 *
 * A daemon that comes back (or comes anew) orders everything again. What is
 * mapped and enabled stays as it is meanwhile, so nothing is lost; with its
 * first SYNC goes what it did not order again.
 *
 * Locking: the agent's work lock is held; gates and objects take their own.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "libtrace/channel.h"
#include "libtrace/event.h"
#include "libtrace/gate.h"
#include "libtrace/orders.h"
#include "libtrace/statedump.h"

#define ORDER_REGIONS	2

/* Which files are mapped as a channel. */
static struct order_channel {
	unsigned int nr_regions;	/* 0: none */
	struct {
		dev_t dev;
		ino_t ino;
	} regions[ORDER_REGIONS];
	int counted;	/* all that it has belongs to this process alone */
} order_channels[TCTL_MAX_CHANNELS];

/* Bit k: the event was ordered into channel k since the connect. */
static uint32_t order_seen[TCTL_MAX_EVENTS];

static unsigned int order_kind(unsigned int k)
{
	return k < TCTL_MAX_CHANNELS / 2 ? TCTL_DAEMON_USER : TCTL_DAEMON_ROOT;
}

__attribute__((format(printf, 3, 4)))
static void order_failed(struct tctl_orders *orders, int error,
			 const char *format, ...)
{
	va_list args;

	if (orders->error)
		return;
	orders->error = error;
	va_start(args, format);
	vsnprintf(orders->text, sizeof(orders->text), format, args);
	va_end(args);
}

static void order_set_id(unsigned int k, uint32_t index, uint32_t id)
{
	struct tctl_event *event = &tctl_events[index];
	int was = event->channels >> k & 1;

	if (was && event->ids[k] == id)
		return;
	if (!was && id == TCTL_ID_NONE)
		return;
	tctl_channel_enable(k, index, id);
	if (!was)
		tctl_gate_want(event->name);
	else if (id == TCTL_ID_NONE)
		tctl_gate_unwant(event->name);
}

static void order_disable_all(unsigned int k)
{
	uint32_t index, count = tctl_event_count();

	for (index = 1; index <= count; index++)
		order_set_id(k, index, TCTL_ID_NONE);
}

static void order_close(unsigned int k)
{
	if (!order_channels[k].nr_regions)
		return;
	order_disable_all(k);
	tctl_channel_close(k);
	order_channels[k].nr_regions = 0;
}

/* Take back what was ordered of an earlier daemon and not again by this one. */
static void order_reap(struct tctl_orders *orders)
{
	uint32_t index, stale, count = tctl_event_count();
	unsigned int k;

	for (k = 0; k < TCTL_MAX_CHANNELS; k++) {
		if (order_kind(k) != orders->kind ||
		    !order_channels[k].nr_regions)
			continue;
		if (!(orders->seen >> k & 1)) {
			order_close(k);
			continue;
		}
		for (index = 1; index <= count; index++) {
			stale = tctl_events[index].channels &
				~order_seen[index];
			if (stale >> k & 1)
				order_set_id(k, index, TCTL_ID_NONE);
		}
	}
}

void tctl_orders_begin(struct tctl_orders *orders, unsigned int kind)
{
	const uint32_t own = kind == TCTL_DAEMON_USER ? 0xffff : 0xffff0000;
	uint32_t index, count = tctl_event_count();

	memset(orders, 0, sizeof(*orders));
	orders->kind = kind;
	orders->fresh = 1;
	for (index = 1; index <= count; index++)
		order_seen[index] &= ~own;
}

void tctl_orders_forget(unsigned int kind)
{
	unsigned int k, closed = 0;

	for (k = 0; k < TCTL_MAX_CHANNELS; k++) {
		if (order_kind(k) != kind || !order_channels[k].nr_regions)
			continue;
		order_close(k);
		closed++;
	}
	if (closed)
		tctl_gate_commit(NULL);
}

int tctl_orders_fork_waits(void)
{
	unsigned int k;

	for (k = 0; k < TCTL_MAX_CHANNELS; k++)
		if (order_channels[k].nr_regions && order_channels[k].counted)
			return 1;
	return 0;
}

/* Fill in which files these are. */
static int order_identify(struct order_channel *channel, const int *fds,
			  unsigned int nr_fds)
{
	struct tctl_region region;
	struct stat st;
	unsigned int i;

	memset(channel, 0, sizeof(*channel));
	channel->counted = 1;
	for (i = 0; i < nr_fds; i++) {
		if (fstat(fds[i], &st))
			return -errno;
		if (pread(fds[i], &region, sizeof(region), 0) !=
		    sizeof(region))
			return -EINVAL;
		channel->regions[i].dev = st.st_dev;
		channel->regions[i].ino = st.st_ino;
		if (region.protocol == TCTL_PROTOCOL_WHOLE)
			channel->counted = 0;
	}
	channel->nr_regions = nr_fds;
	return 0;
}

static int order_same(const struct order_channel *a,
		      const struct order_channel *b)
{
	unsigned int i;

	if (a->nr_regions != b->nr_regions)
		return 0;
	for (i = 0; i < a->nr_regions; i++)
		if (a->regions[i].dev != b->regions[i].dev ||
		    a->regions[i].ino != b->regions[i].ino)
			return 0;
	return 1;
}

/* The same shared region beside another one of this process's own: the parent
   before the fork had that. */
static int order_inherited(const struct order_channel *channel,
			   const struct order_channel *old)
{
	return old->nr_regions && !channel->counted &&
	       channel->regions[0].dev == old->regions[0].dev &&
	       channel->regions[0].ino == old->regions[0].ino;
}

static int order_map(unsigned int k, const struct order_channel *channel,
		     const int *fds, unsigned int nr_fds)
{
	if (order_inherited(channel, &order_channels[k]))
		return tctl_channel_replace(k, fds, nr_fds);
	order_close(k);
	return tctl_channel_open(k, fds, nr_fds);
}

/* A channel number that this daemon may speak of, or -1. */
static int order_number(struct tctl_orders *orders, uint32_t channel,
			const char *what)
{
	if (channel < TCTL_MAX_CHANNELS &&
	    order_kind(channel) == orders->kind)
		return (int)channel;
	order_failed(orders, -EINVAL, "cannot %s channel %u: not a channel of this daemon (a daemon of another version?)",
		     what, channel);
	return -1;
}

/* As order_number(), and mapped. */
static int order_mapped(struct tctl_orders *orders, uint32_t channel,
			const char *what)
{
	int k = order_number(orders, channel, what);

	if (k < 0 || order_channels[k].nr_regions)
		return k;
	order_failed(orders, -ENOENT, "cannot %s channel %d: it is not mapped (see the first failure)",
		     what, k);
	return -1;
}

static const char *order_map_advice(int error)
{
	switch (error) {
	case -ENOMEM:
		return "raise the memory limit, or use smaller buffers";
	case -EOPNOTSUPP:
		return "this process can't allocate shared memory ahead: use Linux 5.14, or allow madvise()";
	default:
		return "not a region: a daemon of another version?";
	}
}

static void order_channel(struct tctl_orders *orders,
			  const struct tctl_msg_channel *message,
			  const int *fds, unsigned int nr_fds)
{
	int k = order_number(orders, message->channel, "map");
	struct order_channel channel;
	int ret;

	if (k < 0)
		return;
	if (!nr_fds || nr_fds > ORDER_REGIONS ||
	    nr_fds != message->nr_regions) {
		order_failed(orders, -EINVAL, "cannot map channel %d: %u descriptors came for %u regions (raise the limit of open files?)",
			     k, nr_fds, message->nr_regions);
		return;
	}
	orders->seen |= 1u << k;
	ret = order_identify(&channel, fds, nr_fds);
	if (!ret && order_same(&channel, &order_channels[k]))
		return;
	if (!ret)
		ret = order_map(k, &channel, fds, nr_fds);
	if (!ret)
		order_channels[k] = channel;
	errno = -ret;
	if (ret)
		order_failed(orders, ret, "cannot map channel %d: %m (%s)", k,
			     order_map_advice(ret));
}

static void order_ids(struct tctl_orders *orders,
		      const struct tctl_msg_enable *message, int enable)
{
	const struct tctl_event_id *pair = message->ids;
	int k = order_mapped(orders, message->channel,
			     enable ? "enable events in" : "disable events in");
	uint32_t i, count = tctl_event_count();

	for (i = 0; k >= 0 && i < message->nr; i++, pair++) {
		if (!pair->index || pair->index > count ||
		    (enable && pair->id > TCTL_ID_MAX)) {
			order_failed(orders, -EINVAL, "cannot enable event %u as %u: no such event or id (a daemon of another version?)",
				     pair->index, pair->id);
			continue;
		}
		if (enable)
			order_seen[pair->index] |= 1u << k;
		order_set_id(k, pair->index, enable ? pair->id : TCTL_ID_NONE);
	}
}

static void order_sync(struct tctl_orders *orders,
		       const struct tctl_msg_sync *message)
{
	int ret;

	if (orders->fresh)
		order_reap(orders);
	orders->fresh = 0;
	ret = tctl_gate_commit(&orders->busy);
	if (ret)
		order_failed(orders, ret, "cannot open gates: %s",
			     tctl_patch_reason());
	orders->serial = message->serial;
	orders->readies = message->readies;
	orders->ack = 1;
}

/* The fixed part of each message; 0: not one that we know. */
static size_t order_size(unsigned int type)
{
	switch (type) {
	case TCTL_MSG_CHANNEL:
		return sizeof(struct tctl_msg_channel);
	case TCTL_MSG_CHANNEL_CLOSE:
		return sizeof(struct tctl_msg_channel_close);
	case TCTL_MSG_ENABLE:
	case TCTL_MSG_DISABLE:
		return sizeof(struct tctl_msg_enable);
	case TCTL_MSG_STATEDUMP:
	case TCTL_MSG_FLUSH:
		return sizeof(struct tctl_msg_channel_only);
	case TCTL_MSG_SYNC:
		return sizeof(struct tctl_msg_sync);
	case TCTL_MSG_REFUSED:
		return sizeof(struct tctl_message);
	default:
		return 0;
	}
}

/* Whether the whole of the message is there. */
static int order_complete(const struct tctl_message *head, size_t size)
{
	const struct tctl_msg_enable *enable = (const void *)head;
	size_t fixed = order_size(head->type);

	if (head->size < fixed)
		return 0;
	if (head->type != TCTL_MSG_ENABLE && head->type != TCTL_MSG_DISABLE)
		return 1;
	return enable->nr <= (size - fixed) / sizeof(enable->ids[0]);
}

static void order_dispatch(struct tctl_orders *orders,
			   const struct tctl_message *head,
			   const int *fds, unsigned int nr_fds)
{
	const struct tctl_msg_channel_only *only = (const void *)head;
	int k;

	switch (head->type) {
	case TCTL_MSG_CHANNEL:
		order_channel(orders, (const void *)head, fds, nr_fds);
		break;
	case TCTL_MSG_CHANNEL_CLOSE:
		k = order_number(orders, only->channel, "close");
		if (k >= 0)
			order_close(k);
		break;
	case TCTL_MSG_ENABLE:
	case TCTL_MSG_DISABLE:
		order_ids(orders, (const void *)head,
			  head->type == TCTL_MSG_ENABLE);
		break;
	case TCTL_MSG_STATEDUMP:
		k = order_mapped(orders, only->channel, "write the state into");
		if (k >= 0)
			tctl_statedump_write(k);
		break;
	case TCTL_MSG_FLUSH:
		k = order_mapped(orders, only->channel, "flush");
		if (k >= 0)
			tctl_channel_flush(k);
		break;
	case TCTL_MSG_SYNC:
		order_sync(orders, (const void *)head);
		break;
	}
}

int tctl_orders_apply(struct tctl_orders *orders, const void *data, size_t size,
		      const int *fds, unsigned int nr_fds)
{
	const struct tctl_message *head = data;

	if (size < sizeof(*head) || head->size != size ||
	    head->version < TCTL_APP_VERSION)
		return -EBADMSG;
	if (!order_complete(head, size))
		return -EBADMSG;
	if (head->type == TCTL_MSG_REFUSED)
		return -ECONNREFUSED;
	order_dispatch(orders, head, fds, nr_fds);
	return 0;
}
