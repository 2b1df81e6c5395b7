/* SPDX-License-Identifier: MIT */
/*
 * libtrace/arena.h: memory that is never given back, for what keeps its place
 * for the life of the process (names, texts, kinds). From mmap, so that a
 * traced malloc is never entered from here.
 *
 * Locking: the caller holds tctl_object_lock.
 */
#ifndef LIBTRACE_ARENA_H
#define LIBTRACE_ARENA_H

#include <stddef.h>
#include <stdint.h>

/* size bytes, 8-aligned, zero; NULL: out of memory. */
void *tctl_arena_alloc(size_t size);

/* A NUL-terminated copy of length bytes. */
const char *tctl_arena_string(const char *text, size_t length);

/* FNV-1a, continued from a former result or begun with 0. */
uint64_t tctl_hash(uint64_t hash, const void *bytes, size_t size);

#endif
