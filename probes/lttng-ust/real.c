/* SPDX-License-Identifier: MIT */
/*
 * probes/lttng-ust/real.c: see real.h. Asked by the name of the library and not
 * along the order of symbols: a plugin loaded with RTLD_LOCAL may have brought
 * LTTng for itself alone.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>
#include "probes/lttng-ust/real.h"

#define MAJOR		lttng_ust_stringify(LTTNG_UST_LIB_SONAME_MAJOR)
#define COMMON_LIBRARY	"liblttng-ust-common.so." MAJOR
#define FORK_LIBRARY	"liblttng-ust-fork.so." MAJOR

static struct tctl_real real;
static int real_known;	/* stored last, release */
static pthread_mutex_t real_lock = PTHREAD_MUTEX_INITIALIZER;

/* POSIX promises that an object pointer from dlsym() holds a function. */
static int resolve(const char *library, const char *name, void *place)
{
	void *handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
	void *symbol = dlsym(handle ? handle : RTLD_NEXT, name);

	memcpy(place, &symbol, sizeof(symbol));
	return symbol != NULL;
}

static void resolve_all(struct tctl_real *to)
{
	int all = 1;

	all &= resolve(LTTNG_UST_LIB_SONAME, "lttng_ust_probe_register",
		       &to->probe_register);
	all &= resolve(LTTNG_UST_LIB_SONAME, "lttng_ust_probe_unregister",
		       &to->probe_unregister);
	all &= resolve(LTTNG_UST_TRACEPOINT_LIB_SONAME,
		       "lttng_ust_tp_probe_register_queue_release",
		       &to->attach);
	all &= resolve(LTTNG_UST_TRACEPOINT_LIB_SONAME,
		       "lttng_ust_tp_probe_unregister_queue_release",
		       &to->detach);
	all &= resolve(LTTNG_UST_TRACEPOINT_LIB_SONAME,
		       "lttng_ust_tp_probe_prune_release_queue", &to->settle);
	all &= resolve(COMMON_LIBRARY, "lttng_ust_urcu_before_fork",
		       &to->before_fork);
	all &= resolve(COMMON_LIBRARY, "lttng_ust_urcu_after_fork_parent",
		       &to->after_fork_parent);
	all &= resolve(COMMON_LIBRARY, "lttng_ust_urcu_after_fork_child",
		       &to->after_fork_child);
	to->complete = all;
	to->wraps_fork = dlopen(FORK_LIBRARY, RTLD_LAZY | RTLD_NOLOAD) != NULL;
}

/* Looked up without the lock: the dynamic linker has one of its own, which the
   caller may hold, and another thread that holds ours would wait for. */
const struct tctl_real *tctl_real_get(void)
{
	struct tctl_real looked_up;

	/* (U-B) pairs with the store below: who sees it sees the functions. */
	if (__atomic_load_n(&real_known, __ATOMIC_ACQUIRE))
		return &real;
	resolve_all(&looked_up);
	pthread_mutex_lock(&real_lock);
	if (!real_known) {
		real = looked_up;
		/* (U-B) */
		__atomic_store_n(&real_known, 1, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&real_lock);
	return &real;
}
