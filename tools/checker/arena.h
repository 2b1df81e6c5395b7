/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/checker/arena.h: memory of one trace's declarations: zeroed, bounded,
 * freed at once. Reading a declaration is a deep recursion which a broken one
 * ends at any place: errors jump out to where reading began, and the arena
 * then frees what was built.
 */
#ifndef CHECKER_ARENA_H
#define CHECKER_ARENA_H

#include <setjmp.h>
#include <stddef.h>

struct tctl_arena {
	struct tctl_arena_chunk *chunks;
	size_t used;		/* of the newest chunk */
	size_t total;		/* of all, compared with the limit */
	jmp_buf *failed;	/* where to go when there is no memory */
};

/* Never NULL: jumps to *arena->failed with the value 1 instead. */
void *tctl_arena_alloc(struct tctl_arena *arena, size_t size);
char *tctl_arena_text(struct tctl_arena *arena, const char *text, size_t len);
void tctl_arena_release(struct tctl_arena *arena);

#endif
