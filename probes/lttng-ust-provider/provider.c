/* SPDX-License-Identifier: MIT */
/*
 * probes/lttng-ust-provider/provider.c: makes our probes providers of LTTng-UST.
 * Hears of the process's events from libtracectl and registers each with LTTng;
 * stands in front of the two functions by which liblttng-ust attaches an event
 * of a session to a tracepoint and detaches it, and opens and closes our gates.
 * LTTng's part of a process that it traces is liblttng-ust, as ever.
 *
 * Preloaded, or linked in front of liblttng-ust. liblttng-ust's own lock is held
 * where it calls us, and taken where we call it, so none of ours is held then.
 * offers_lock: the list of offers and their indices.
 */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <lttng/ust-tracer.h>
#include "probes/lttng-ust-provider/offer.h"

#define EXPORT		__attribute__((visibility("default")))
#define MAX_EVENTS	65536u	/* that libtracectl knows in a process */

typedef int attach_fn(const char *provider_name, const char *event_name,
		      void (*func)(void), void *data, const char *signature);
typedef int detach_fn(const char *provider_name, const char *event_name,
		      void (*func)(void), void *data);
typedef struct lttng_ust_registered_probe *
register_fn(const struct lttng_ust_probe_desc *desc);

attach_fn lttng_ust_tp_probe_register_queue_release;
detach_fn lttng_ust_tp_probe_unregister_queue_release;

/* Found before LTTng's lock is ever waited for by who holds the dynamic
   linker's. */
static struct {
	register_fn *register_probe;
	attach_fn *attach;
	detach_fn *detach;
} real;

static pthread_mutex_t offers_lock = PTHREAD_MUTEX_INITIALIZER;
static struct tctl_offer *offers;
static uint32_t nr_seen;	/* events looked at */

/* (P-B) Stored with release once the offer is complete; by index. */
static struct tctl_offer *offer_of[MAX_EVENTS];

static void lock(void)
{
	pthread_mutex_lock(&offers_lock);
}

static void unlock(void)
{
	pthread_mutex_unlock(&offers_lock);
}

static void find(void *library, const char *name, void *place)
{
	void *symbol = library ? dlsym(library, name) : NULL;

	memcpy(place, &symbol, sizeof(symbol));
}

/* By the libraries' names: a bridge of ours may stand in front of them, too. */
static void find_all(void)
{
	void *lttng = dlopen(LTTNG_UST_LIB_SONAME, RTLD_LAZY | RTLD_NOLOAD);
	void *tracepoint = dlopen(LTTNG_UST_TRACEPOINT_LIB_SONAME,
				  RTLD_LAZY | RTLD_NOLOAD);

	find(lttng, "lttng_ust_probe_register", &real.register_probe);
	if (!real.register_probe)
		real.register_probe = lttng_ust_probe_register;
	find(tracepoint, "lttng_ust_tp_probe_register_queue_release",
	     &real.attach);
	find(tracepoint, "lttng_ust_tp_probe_unregister_queue_release",
	     &real.detach);
}

static void real_find(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, find_all);
}

/* Never called: LTTng hands it back, and so do we know our own. */
static void callback(void)
{
}

static void hit(uint32_t index, const struct tctl_segment *segments,
		unsigned int nr_segments)
{
	/* (P-B) */
	struct tctl_offer *offer = __atomic_load_n(&offer_of[index],
						   __ATOMIC_ACQUIRE);

	if (offer)
		tctl_offer_deliver(offer, segments, nr_segments);
}

/* Under offers_lock. */
static struct tctl_offer *offer_find(const struct tctl_listener_event *event)
{
	struct tctl_offer *offer;

	for (offer = offers; offer; offer = offer->next)
		if (tctl_offer_matches(offer, event))
			return offer;
	return NULL;
}

/* Under offers_lock. Another place of an event that is wanted is wanted. */
static void offer_extend(struct tctl_offer *offer, uint32_t index)
{
	uint32_t *grown = realloc(offer->indices, (offer->nr_indices + 1) *
						  sizeof(*grown));

	if (!grown)
		return;
	offer->indices = grown;
	offer->indices[offer->nr_indices++] = index;
	/* (P-B) */
	__atomic_store_n(&offer_of[index], offer, __ATOMIC_RELEASE);
	if (offer->nr_wanted)
		tctl_listener_turn(index, 1);
}

/* Look at the events that are new; those that become new offers go to the front
   of the list. Under offers_lock. */
static void look_at_events(void)
{
	struct tctl_listener_event event;
	struct tctl_offer *offer;
	int ret;

	while ((ret = tctl_listener_event(nr_seen + 1, &event)) != -ENOENT) {
		nr_seen++;
		if (ret)
			continue;
		offer = offer_find(&event);
		if (!offer) {
			offer = tctl_offer_new(&event, callback);
			if (!offer)
				continue;
			offer->next = offers;
			offers = offer;
		}
		offer_extend(offer, nr_seen);
	}
}

static void labels_belong(struct tctl_offer *offer,
			  const struct lttng_ust_probe_desc *desc)
{
	unsigned int i;

	for (i = 0; i < offer->nr_fields; i++)
		offer->fields[i].labels.probe_desc = desc;
}

/* One provider for LTTng: all new offers of this name from `offer` on. */
static struct lttng_ust_probe_desc *describe(struct tctl_offer *offer,
					     const struct tctl_offer *end)
{
	struct lttng_ust_probe_desc *desc = calloc(1, sizeof(*desc));
	const struct lttng_ust_event_desc **events;
	const char *name = offer->provider;
	unsigned int nr = 0;
	struct tctl_offer *other;

	for (other = offer; other != end; other = other->next)
		nr += !strcmp(other->provider, name);
	events = calloc(nr, sizeof(*events));
	if (!desc || !events) {
		free(desc);
		free(events);
		return NULL;
	}
	desc->struct_size = sizeof(*desc);
	desc->provider_name = name;
	desc->event_desc = events;
	desc->major = LTTNG_UST_PROVIDER_MAJOR;
	desc->minor = LTTNG_UST_PROVIDER_MINOR;
	for (other = offer; other != end; other = other->next) {
		if (strcmp(other->provider, name))
			continue;
		other->event.probe_desc = desc;
		other->class.probe_desc = desc;
		labels_belong(other, desc);
		events[desc->nr_events++] = &other->event;
	}
	return desc;
}

/* Register the offers from `offer` up to `end`, a provider at a time. */
static void announce(struct tctl_offer *offer, const struct tctl_offer *end)
{
	struct lttng_ust_probe_desc *desc;

	for (; offer != end; offer = offer->next) {
		if (offer->event.probe_desc)
			continue;
		desc = describe(offer, end);
		if (desc)
			real.register_probe(desc);
	}
}

static void news(void)
{
	struct tctl_offer *old, *all;

	lock();
	old = offers;
	look_at_events();
	all = offers;
	unlock();
	announce(all, old);
}

static struct tctl_listener listener = { .news = news, .hit = hit };

static void offer_turn(struct tctl_offer *offer, int on)
{
	unsigned int i;

	for (i = 0; i < offer->nr_indices; i++)
		tctl_listener_turn(offer->indices[i], on);
}

/* The offer that LTTng means. Events of the same name and other fields are
   another offer: the signature is the offer's own. */
static struct tctl_offer *offer_by_signature(const char *signature)
{
	struct tctl_offer *offer;

	for (offer = offers; offer; offer = offer->next)
		if (offer->class.signature == signature)
			return offer;
	return NULL;
}

static void attach(const char *signature, void *data)
{
	struct tctl_offer *offer;
	unsigned int i;

	lock();
	offer = offer_by_signature(signature);
	for (i = 0; offer && i < TCTL_OFFER_RECORDERS; i++) {
		if (offer->recorders[i])
			continue;
		/* (P-A) */
		__atomic_store_n(&offer->recorders[i], data, __ATOMIC_RELEASE);
		if (!offer->nr_wanted++)
			offer_turn(offer, 1);
		break;
	}
	unlock();
}

static void detach_from(struct tctl_offer *offer, const void *data)
{
	unsigned int i;

	for (i = 0; i < TCTL_OFFER_RECORDERS; i++) {
		if (offer->recorders[i] != data)
			continue;
		__atomic_store_n(&offer->recorders[i], NULL, __ATOMIC_RELAXED);
		if (!--offer->nr_wanted)
			offer_turn(offer, 0);
	}
}

static void detach(const void *data)
{
	struct tctl_offer *offer;

	lock();
	for (offer = offers; offer; offer = offer->next)
		detach_from(offer, data);
	unlock();
}

/* LTTng keeps its books of what is attached, of ours too: it waits for the end
   of those who run what was detached. */
EXPORT int
lttng_ust_tp_probe_register_queue_release(const char *provider_name,
					  const char *event_name,
					  void (*func)(void), void *data,
					  const char *signature)
{
	if (func == callback)
		attach(signature, data);
	real_find();
	return real.attach ? real.attach(provider_name, event_name, func, data,
					 signature) : -ENOSYS;
}

EXPORT int
lttng_ust_tp_probe_unregister_queue_release(const char *provider_name,
					    const char *event_name,
					    void (*func)(void), void *data)
{
	if (func == callback)
		detach(data);
	real_find();
	return real.detach ? real.detach(provider_name, event_name, func,
					 data) : -ENOSYS;
}

/* Behind liblttng-ust's constructor, for it is linked. */
__attribute__((constructor)) static void provider_init(void)
{
	real_find();
	pthread_atfork(lock, unlock, unlock);
	tctl_library_init();
	tctl_listener_register(&listener);
}
