/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tools/checker/arena.c: memory of one trace's declarations. */
#include <stdlib.h>
#include <string.h>
#include <tools/checker/arena.h>

#define CHUNK_SIZE ((size_t)64 << 10)
#define TOTAL_MAX ((size_t)512 << 20)

struct tctl_arena_chunk {
	struct tctl_arena_chunk *next;
	size_t size;
	_Alignas(16) char bytes[];
};

static void chunk_add(struct tctl_arena *arena, size_t size)
{
	size_t room = size > CHUNK_SIZE ? size : CHUNK_SIZE;
	struct tctl_arena_chunk *chunk = NULL;

	if (room <= TOTAL_MAX - arena->total)
		chunk = calloc(1, sizeof(*chunk) + room);
	if (!chunk)
		longjmp(*arena->failed, 1);
	chunk->size = room;
	chunk->next = arena->chunks;
	arena->chunks = chunk;
	arena->used = 0;
	arena->total += room;
}

void *tctl_arena_alloc(struct tctl_arena *arena, size_t size)
{
	void *ret;

	if (size > TOTAL_MAX)
		longjmp(*arena->failed, 1);
	size = (size + 15) & ~(size_t)15;
	if (!arena->chunks || size > arena->chunks->size - arena->used)
		chunk_add(arena, size);
	ret = arena->chunks->bytes + arena->used;
	arena->used += size;
	return ret;
}

char *tctl_arena_text(struct tctl_arena *arena, const char *text, size_t len)
{
	char *copy = tctl_arena_alloc(arena, len + 1);

	memcpy(copy, text, len);
	return copy;
}

void tctl_arena_release(struct tctl_arena *arena)
{
	struct tctl_arena_chunk *chunk;

	while ((chunk = arena->chunks)) {
		arena->chunks = chunk->next;
		free(chunk);
	}
}
