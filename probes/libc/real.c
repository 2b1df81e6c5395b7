/* SPDX-License-Identifier: MIT */
/*
 * probes/libc/real.c: looks up the wrapped functions; see real.h.
 */
#include <dlfcn.h>
#include "probes/libc/real.h"

struct tctl_real tctl_real;

/* Set while this thread looks up. Static TLS: reaching it never allocates. */
static __thread int resolving __attribute__((tls_model("initial-exec")));

/* POSIX promises that an object pointer from dlsym() holds a function. */
#define RESOLVE(name) do { \
	void *found_ = dlsym(RTLD_NEXT, #name); \
	__builtin_memcpy(&tctl_real.name, &found_, sizeof(found_)); \
} while (0)

int tctl_real_resolve(void)
{
	if (resolving)
		return 0;
	resolving = 1;
	RESOLVE(malloc);
	RESOLVE(calloc);
	RESOLVE(realloc);
	RESOLVE(free);
	RESOLVE(memalign);
	RESOLVE(aligned_alloc);
	RESOLVE(posix_memalign);
	RESOLVE(valloc);
	RESOLVE(pvalloc);
	RESOLVE(malloc_usable_size);
	RESOLVE(pthread_mutex_lock);
	RESOLVE(pthread_mutex_trylock);
	RESOLVE(pthread_mutex_unlock);
	/* (L-B) pairs with (L-A) in tctl_real_ready() */
	__atomic_store_n(&tctl_real.ready, 1, __ATOMIC_RELEASE);
	resolving = 0;
	return 1;
}
