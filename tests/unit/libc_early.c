/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/unit/libc_early.c: the libc wrappers while they look up what they
 * wrap. This program is linked with them and with a dlsym() that allocates,
 * as the C library's may: what came out of that must be usable memory, then
 * and later, and must never reach the real allocator.
 */
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "probes/libc/arena.h"
#include "tests/lib/tap.h"

static struct {
	unsigned int lookups;
	char *grown;
	unsigned char *zeroed;
	void *aligned, *posix;
	int posix_result, lock_result, huge_errno;
	void *huge;
} early;

static void *keep(void *ptr)
{
	__asm__ volatile("" : "+r"(ptr) : : "memory");
	return ptr;
}

static void call_wrappers(void)
{
	static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
	volatile size_t huge = SIZE_MAX / 2;

	early.grown = keep(malloc(6));
	memcpy(early.grown, "early", 6);
	early.grown = keep(realloc(early.grown, 100));
	free(keep(malloc(1)));
	early.zeroed = keep(calloc(3, 33));
	early.aligned = keep(memalign(4096, 10));
	early.posix_result = posix_memalign(&early.posix, 256, 10);
	errno = 0;
	early.huge = keep(calloc(huge, 4));
	early.huge_errno = errno;
	early.lock_result = pthread_mutex_lock(&mutex) |
			    pthread_mutex_unlock(&mutex);
}

void *__real_dlsym(void *handle, const char *name);
void *__wrap_dlsym(void *handle, const char *name);

void *__wrap_dlsym(void *handle, const char *name)
{
	if (!early.lookups++)
		call_wrappers();
	return __real_dlsym(handle, name);
}

static int all_zero(const unsigned char *bytes, size_t size)
{
	while (size && !bytes[size - 1])
		size--;
	return !size;
}

static void test_early(void)
{
	tap_ok(early.lookups > 0, "the wrappers have looked up");
	tap_ok(tctl_arena_owns(early.grown) && !strcmp(early.grown, "early"),
	       "realloc inside the look-up keeps the content");
	tap_ok(tctl_arena_owns(early.zeroed) && all_zero(early.zeroed, 99),
	       "calloc inside the look-up gives zeroes");
	tap_ok(!((uintptr_t)early.aligned % 4096), "memalign aligns");
	tap_ok(!early.posix_result && !((uintptr_t)early.posix % 256),
	       "posix_memalign aligns");
	tap_ok(!early.huge && early.huge_errno == ENOMEM,
	       "a size that overflows fails with ENOMEM");
	tap_is(early.lock_result, 0, "mutex calls pass");
	tap_is(malloc_usable_size(early.zeroed), 99, "malloc_usable_size");
}

static void test_later(void)
{
	char *moved = realloc(early.grown, 50);

	tap_ok(moved && !tctl_arena_owns(moved) && !strcmp(moved, "early"),
	       "realloc moves an early block to the heap");
	free(moved);
	free(early.zeroed);
	free(early.aligned);
	tap_ok(1, "free leaves early blocks alone");
}

static void test_full(void)
{
	unsigned int blocks = 0;

	while (tctl_arena_alloc(1, 1000))
		blocks++;
	tap_ok(blocks > 40 && errno == ENOMEM, "a full arena gives ENOMEM");
	tap_ok(!tctl_arena_alloc(1, TCTL_ARENA_SIZE + 1ul),
	       "more than the arena gives nothing");
}

int main(void)
{
	free(keep(malloc(1)));
	test_early();
	test_later();
	test_full();
	return tap_done();
}
