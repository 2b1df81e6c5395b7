/* SPDX-License-Identifier: MIT */
/*
 * probes/libc/malloc.c: memory calls as lttng_ust_libc:* events.
 *
 * Interposed by preloading; called by everything in the process, at any time:
 * by the dynamic linker before any constructor, in children of fork, at exit.
 * A dormant probe is one instruction; an open one neither allocates nor locks,
 * so a wrapper can't come back to itself. free() is recorded before the block
 * may be handed out again, everything else after it is known what came out.
 *
 * reallocarray() needs no wrapper: libc builds it from realloc().
 */
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <tracectl/probe.h>
#include "probes/libc/arena.h"
#include "probes/libc/real.h"

#define EXPORT		__attribute__((visibility("default")))
/* What a libc lacks fails like a full heap. */
#define CALL_REAL(name, ...) \
	(tctl_real.name ? tctl_real.name(__VA_ARGS__) : (errno = ENOMEM, NULL))

/* Arena blocks stay where they are; what replaces them comes from the heap. */
static void *arena_realloc(const void *ptr, size_t size)
{
	size_t old = tctl_arena_size(ptr);
	void *fresh;

	if (tctl_real_ready())
		fresh = tctl_real.malloc(size);
	else
		fresh = tctl_arena_alloc(1, size);
	if (fresh)
		memcpy(fresh, ptr, old < size ? old : size);
	return fresh;
}

EXPORT void *malloc(size_t size)
{
	void *ptr;

	if (!tctl_real_ready())
		return tctl_arena_alloc(1, size);
	ptr = tctl_real.malloc(size);
	PROBE(lttng_ust_libc, malloc, (size, size), (ptr, ptr));
	return ptr;
}

EXPORT void *calloc(size_t nmemb, size_t size)
{
	size_t bytes;
	void *ptr;

	if (!tctl_real_ready()) {
		if (__builtin_mul_overflow(nmemb, size, &bytes))
			bytes = TCTL_ARENA_SIZE + 1;
		return tctl_arena_alloc(1, bytes);
	}
	ptr = tctl_real.calloc(nmemb, size);
	PROBE(lttng_ust_libc, calloc, (nmemb, nmemb), (size, size),
	      (ptr, ptr));
	return ptr;
}

EXPORT void *realloc(void *in_ptr, size_t size)
{
	uintptr_t in = (uintptr_t)in_ptr;
	void *ptr;

	if (__builtin_expect(tctl_arena_owns(in_ptr), 0))
		ptr = arena_realloc(in_ptr, size);
	else if (!tctl_real_ready())
		ptr = tctl_arena_alloc(1, size);
	else
		ptr = tctl_real.realloc(in_ptr, size);
	PROBE(lttng_ust_libc, realloc, (in_ptr, in, hex), (size, size),
	      (ptr, ptr));
	return ptr;
}

EXPORT void free(void *ptr)
{
	PROBE(lttng_ust_libc, free, (ptr, ptr));
	if (__builtin_expect(tctl_arena_owns(ptr), 0))
		return;
	if (tctl_real_ready())
		tctl_real.free(ptr);
}

static void *record_memalign(size_t alignment, size_t size, void *ptr)
{
	PROBE(lttng_ust_libc, memalign, (alignment, alignment), (size, size),
	      (ptr, ptr));
	return ptr;
}

EXPORT void *memalign(size_t alignment, size_t size)
{
	if (!tctl_real_ready())
		return tctl_arena_alloc(alignment, size);
	return record_memalign(alignment, size,
			       CALL_REAL(memalign, alignment, size));
}

EXPORT void *aligned_alloc(size_t alignment, size_t size)
{
	if (!tctl_real_ready())
		return tctl_arena_alloc(alignment, size);
	return record_memalign(alignment, size,
			       CALL_REAL(aligned_alloc, alignment, size));
}

EXPORT void *valloc(size_t size)
{
	size_t page = sysconf(_SC_PAGESIZE);

	if (!tctl_real_ready())
		return tctl_arena_alloc(page, size);
	return record_memalign(page, size, CALL_REAL(valloc, size));
}

EXPORT void *pvalloc(size_t size)
{
	size_t page = sysconf(_SC_PAGESIZE);

	if (!tctl_real_ready())
		return tctl_arena_alloc(page, size);
	return record_memalign(page, size, CALL_REAL(pvalloc, size));
}

EXPORT int posix_memalign(void **memptr, size_t alignment, size_t size)
{
	void *out_ptr = NULL;
	int result;

	if (!tctl_real_ready()) {
		out_ptr = tctl_arena_alloc(alignment, size);
		if (out_ptr)
			*memptr = out_ptr;
		return out_ptr ? 0 : ENOMEM;
	}
	result = tctl_real.posix_memalign(memptr, alignment, size);
	if (!result)
		out_ptr = *memptr;
	PROBE(lttng_ust_libc, posix_memalign, (out_ptr, out_ptr),
	      (alignment, alignment), (size, size), (result, result));
	return result;
}

EXPORT size_t malloc_usable_size(void *ptr)
{
	if (tctl_arena_owns(ptr))
		return tctl_arena_size(ptr);
	if (!tctl_real_ready() || !tctl_real.malloc_usable_size)
		return 0;
	return tctl_real.malloc_usable_size(ptr);
}
