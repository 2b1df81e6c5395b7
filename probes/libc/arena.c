/* SPDX-License-Identifier: MIT */
/*
 * probes/libc/arena.c: see arena.h. Each block is preceded by its size.
 */
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include "probes/libc/arena.h"

#define HEADER		sizeof(size_t)

_Alignas(64) char tctl_arena[TCTL_ARENA_SIZE];
static size_t used;

void *tctl_arena_alloc(size_t alignment, size_t size)
{
	size_t total;
	uintptr_t start;

	if (alignment < 2 * sizeof(size_t))
		alignment = 2 * sizeof(size_t);
	if (size > TCTL_ARENA_SIZE || alignment > TCTL_ARENA_SIZE)
		goto full;
	total = HEADER + alignment + size;
	/* relaxed: the ranges handed out are disjoint, nothing else is shared */
	start = __atomic_load_n(&used, __ATOMIC_RELAXED);
	do {
		if (start + total > TCTL_ARENA_SIZE)
			goto full;
	} while (!__atomic_compare_exchange_n(&used, &start, start + total, 1,
					      __ATOMIC_RELAXED,
					      __ATOMIC_RELAXED));
	start += (uintptr_t)tctl_arena + HEADER + alignment - 1;
	start &= ~(uintptr_t)(alignment - 1);
	memcpy((char *)start - HEADER, &size, sizeof(size));
	return (void *)start;
full:
	errno = ENOMEM;
	return NULL;
}

size_t tctl_arena_size(const void *ptr)
{
	size_t size;

	memcpy(&size, (const char *)ptr - HEADER, sizeof(size));
	return size;
}
