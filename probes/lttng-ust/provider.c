/* SPDX-License-Identifier: MIT */
/*
 * probes/lttng-ust/provider.c: the bridge: it stands in front of the function
 * with which providers of LTTng-UST make themselves known, and makes each of
 * their events one of ours. A tracepoint stays as dormant as it is; one that a
 * session wants gets the provider's own code with a recorder of ours.
 *
 * Preloaded. LTTng goes on as ever, and may trace the same events at the same
 * time. Called by constructors and destructors; the library's agent turns events
 * on and off.
 *
 * Lock: provider_lock, for the list and the one description; nothing that locks
 * is called under it. Taken before a fork, behind the library's own.
 */
#include <dlfcn.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "probes/lttng-ust/describe.h"
#include "probes/lttng-ust/real.h"
#include "probes/lttng-ust/recorder.h"

#define SETTLE_AFTER	256
#define EXPORT		__attribute__((visibility("default")))

/* libtracectl records this one's events itself, under the same names. */
#define OWN_PROVIDER	"lttng_ust_statedump"

/* One mapping: this, the recorders, the slots. */
struct provider {
	struct provider *next;
	const struct lttng_ust_registered_probe *probe;	/* LTTng's name for it */
	const char *place;	/* its file */
	size_t size;		/* of the mapping */
	unsigned int nr;
	struct tctl_bridge_event **events;
	struct tctl_recorder *recorders;
	char *slots;
};

static pthread_mutex_t provider_lock = PTHREAD_MUTEX_INITIALIZER;
static struct provider *providers;
static struct tctl_description description;

static struct tctl_recorder *recorder_of(struct tctl_bridge_event *event)
{
	return (void *)((char *)event -
			offsetof(struct tctl_recorder, event));
}

/* Detaching leaves little things to be freed later: many of them at once. Under
   the library's locks. */
static void turn(struct tctl_bridge_event *event, int on)
{
	static unsigned int detached;
	struct tctl_recorder *recorder = recorder_of(event);
	const struct lttng_ust_event_desc *desc = recorder->desc;
	const char *provider = desc->probe_desc->provider_name;
	const struct tctl_real *real = tctl_real_get();

	if (on) {
		real->attach(provider, desc->event_name,
			     desc->tp_class->probe_callback, &recorder->common,
			     desc->tp_class->signature);
		return;
	}
	real->detach(provider, desc->event_name, desc->tp_class->probe_callback,
		     &recorder->common);
	if (++detached % SETTLE_AFTER == 0)
		real->settle();
}

/* The child has one thread: without this, detaching would wait for those that
   its parent had in the middle of an event. */
static void around_fork(int where)
{
	const struct tctl_real *real = tctl_real_get();

	switch (where) {
	case TCTL_BRIDGE_FORK:
		if (!real->wraps_fork)
			real->before_fork();
		pthread_mutex_lock(&provider_lock);
		break;
	case TCTL_BRIDGE_PARENT:
		pthread_mutex_unlock(&provider_lock);
		if (!real->wraps_fork)
			real->after_fork_parent();
		break;
	default:
		pthread_mutex_unlock(&provider_lock);
		tctl_recorder_fork();
		if (!real->wraps_fork)
			real->after_fork_child();
	}
}

static struct tctl_bridge bridge = { .turn = turn, .fork = around_fork };

/*
 * What libtracectl registers for its process is a matter of microseconds while
 * there is one thread, and of tens of milliseconds later: LTTng's library starts
 * two. Linked to be the first constructor of all, before even libc's: nothing
 * but system calls here.
 */
__attribute__((constructor)) static void be_first(void)
{
	syscall(SYS_membarrier,
		MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE, 0, 0);
	syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_RSEQ,
		0, 0);
}

static void begin(void)
{
	tctl_library_init();
	tctl_bridge_register(&bridge);
	tctl_recorder_begin(bridge.record);
}

/* Call fn for each event that can be described; returns how many. Under
   provider_lock. */
static unsigned int each_event(struct provider *provider,
			       const struct lttng_ust_probe_desc *desc,
			       void (*fn)(struct provider *provider,
					  const struct lttng_ust_event_desc *))
{
	unsigned int i, nr = 0;

	for (i = 0; i < desc->nr_events; i++) {
		if (tctl_describe(&description, desc->event_desc[i],
				  provider->place))
			continue;
		fn(provider, desc->event_desc[i]);
		nr++;
	}
	return nr;
}

static void measure_event(struct provider *provider,
			  const struct lttng_ust_event_desc *desc)
{
	(void)desc;
	provider->size += sizeof(struct tctl_recorder) +
			  sizeof(struct tctl_bridge_event *) +
			  tctl_description_slot_size(&description);
}

static void take_event(struct provider *provider,
		       const struct lttng_ust_event_desc *desc)
{
	struct tctl_recorder *recorder = &provider->recorders[provider->nr];

	tctl_recorder_init(recorder, desc);
	recorder->event.slot = (struct tctl_event_slot *)provider->slots;
	tctl_description_fill(&description, desc, recorder->event.slot);
	provider->slots += tctl_description_slot_size(&description);
	provider->events[provider->nr++] = &recorder->event;
}

/* NULL: out of memory, or nothing to take. */
static struct provider *
provider_new(const struct lttng_ust_probe_desc *desc,
	     const struct lttng_ust_registered_probe *probe, const char *place)
{
	struct provider head = {
		.probe = probe, .place = place, .size = sizeof(head),
	};
	struct provider *provider;
	unsigned int nr;

	nr = each_event(&head, desc, measure_event);
	if (!nr)
		return NULL;
	provider = mmap(NULL, head.size, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (provider == MAP_FAILED)
		return NULL;
	*provider = head;
	provider->recorders = (struct tctl_recorder *)(provider + 1);
	provider->events = (void *)(provider->recorders + nr);
	provider->slots = (char *)(provider->events + nr);
	each_event(provider, desc, take_event);
	return provider;
}

static struct provider *
provider_add(const struct lttng_ust_probe_desc *desc,
	     const struct lttng_ust_registered_probe *probe)
{
	struct provider *provider;
	const char *place = desc->provider_name;
	Dl_info object;

	if (dladdr(desc, &object) && object.dli_fname)
		place = object.dli_fname;
	pthread_mutex_lock(&provider_lock);
	provider = provider_new(desc, probe, place);
	if (provider) {
		provider->next = providers;
		providers = provider;
	}
	pthread_mutex_unlock(&provider_lock);
	return provider;
}

static struct provider *
provider_take(const struct lttng_ust_registered_probe *probe)
{
	struct provider **link = &providers, *provider;

	pthread_mutex_lock(&provider_lock);
	while (*link && (*link)->probe != probe)
		link = &(*link)->next;
	provider = *link;
	if (provider)
		*link = provider->next;
	pthread_mutex_unlock(&provider_lock);
	return provider;
}

EXPORT struct lttng_ust_registered_probe *
lttng_ust_probe_register(const struct lttng_ust_probe_desc *desc)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	const struct tctl_real *real = tctl_real_get();
	struct lttng_ust_registered_probe *probe;
	struct provider *provider;

	if (!real->probe_register)
		return NULL;
	probe = real->probe_register(desc);
	if (!probe || !real->complete ||
	    !strcmp(desc->provider_name, OWN_PROVIDER))
		return probe;
	pthread_once(&once, begin);
	provider = provider_add(desc, probe);
	if (provider)
		tctl_bridge_add(&bridge, provider->events, provider->nr);
	return probe;
}

EXPORT void lttng_ust_probe_unregister(struct lttng_ust_registered_probe *probe)
{
	const struct tctl_real *real = tctl_real_get();
	struct provider *provider = probe ? provider_take(probe) : NULL;

	if (provider) {
		tctl_bridge_remove(provider->events, provider->nr);
		real->settle();
		munmap(provider, provider->size);
	}
	if (real->probe_unregister)
		real->probe_unregister(probe);
}
