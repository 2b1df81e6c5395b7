/* SPDX-License-Identifier: MIT */
/*
 * libtrace/arena.c: pieces of large anonymous mappings, handed out in order.
 * Called by gate.c and event.c under tctl_object_lock.
 */
#include <string.h>
#include <sys/mman.h>

#include <libtrace/arena.h>

#define CHUNK	65536u

static char *free_begin, *free_end;

static int refill(size_t size)
{
	const size_t chunk = size > CHUNK ? size : CHUNK;
	char *more = mmap(NULL, chunk, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (more == MAP_FAILED)
		return -1;
	free_begin = more;
	free_end = more + chunk;
	return 0;
}

void *tctl_arena_alloc(size_t size)
{
	void *piece;

	size = (size + 8) & ~(size_t)7;
	if ((size_t)(free_end - free_begin) < size && refill(size))
		return NULL;
	piece = free_begin;
	free_begin += size;
	return piece;
}

const char *tctl_arena_string(const char *text, size_t length)
{
	char *copy = tctl_arena_alloc(length + 1);

	if (copy)
		memcpy(copy, text, length);
	return copy;
}

uint64_t tctl_hash(uint64_t hash, const void *bytes, size_t size)
{
	const unsigned char *p = bytes;
	size_t i;

	if (!hash)
		hash = 0xcbf29ce484222325ull;
	for (i = 0; i < size; i++)
		hash = (hash ^ p[i]) * 0x100000001b3ull;
	return hash;
}
