/* SPDX-License-Identifier: MIT */
/*
 * probes/libc/arena.h: the few allocations that dlsym() asks for while the
 * real allocator is being looked up. Never given back: a bump allocator over
 * zeroed static memory. Any thread, no lock.
 */
#ifndef PROBES_LIBC_ARENA_H
#define PROBES_LIBC_ARENA_H

#include <stddef.h>

#define TCTL_ARENA_SIZE		65536u

extern char tctl_arena[TCTL_ARENA_SIZE];

/* Zeroed memory; alignment is a power of two. NULL and ENOMEM when full. */
void *tctl_arena_alloc(size_t alignment, size_t size);

/* What was asked for at tctl_arena_alloc(); ptr must be from there. */
size_t tctl_arena_size(const void *ptr);

static inline int tctl_arena_owns(const void *ptr)
{
	return (size_t)((const char *)ptr - tctl_arena) < TCTL_ARENA_SIZE;
}

#endif
