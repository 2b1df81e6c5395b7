/* SPDX-License-Identifier: MIT */
/*
 * probes/libc/real.h: the functions that the wrappers of this library stand
 * in front of: the next definitions in the link order, so that an allocator
 * that the program brings along keeps its place.
 *
 * They are looked up together, at the first call that reaches a wrapper; the
 * dynamic linker may make it long before any constructor runs. No lock: two
 * threads that look up at the same time find and store the same pointers.
 */
#ifndef PROBES_LIBC_REAL_H
#define PROBES_LIBC_REAL_H

#include <pthread.h>
#include <stddef.h>

struct tctl_real {
	int ready;		/* stored last, release */
	void *(*malloc)(size_t size);
	void *(*calloc)(size_t nmemb, size_t size);
	void *(*realloc)(void *ptr, size_t size);
	void (*free)(void *ptr);
	void *(*memalign)(size_t alignment, size_t size);
	void *(*aligned_alloc)(size_t alignment, size_t size);
	int (*posix_memalign)(void **ptr, size_t alignment, size_t size);
	void *(*valloc)(size_t size);
	void *(*pvalloc)(size_t size);
	size_t (*malloc_usable_size)(void *ptr);
	int (*pthread_mutex_lock)(pthread_mutex_t *mutex);
	int (*pthread_mutex_trylock)(pthread_mutex_t *mutex);
	int (*pthread_mutex_unlock)(pthread_mutex_t *mutex);
};

extern struct tctl_real tctl_real;

/* Look everything up. Returns 1, or 0 inside the look-up itself: dlsym() may
   allocate. */
int tctl_real_resolve(void);

static inline int tctl_real_ready(void)
{
	/* (L-A) pairs with (L-B) in tctl_real_resolve() */
	if (__builtin_expect(__atomic_load_n(&tctl_real.ready,
					     __ATOMIC_ACQUIRE), 1))
		return 1;
	return tctl_real_resolve();
}

#endif
