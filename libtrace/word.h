/* SPDX-License-Identifier: MIT */
/*
 * libtrace/word.h: the shared 64-bit words of a region, as this processor can
 * handle them. Where it has no atomic instructions of 64 bits, what the compiler
 * offers instead takes a lock: useless against another process, and deadly in a
 * signal handler. There the low halves are used alone (abi/ring.h, narrow).
 */
#ifndef LIBTRACE_WORD_H
#define LIBTRACE_WORD_H

#include <stdint.h>

/* TCTL_TRY_NARROW: for tests, on any machine. */
#if __GCC_ATOMIC_LLONG_LOCK_FREE == 2 && !defined(TCTL_TRY_NARROW)
#define TCTL_NARROW	0
typedef uint64_t tctl_word __attribute__((may_alias));
#else
#define TCTL_NARROW	1
typedef uint32_t tctl_word __attribute__((may_alias));
#endif

/* What of it is changed and compared atomically. */
static inline tctl_word *tctl_word_of(const uint64_t *word)
{
	tctl_word *parts = (tctl_word *)(uintptr_t)word;

#if TCTL_NARROW && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	return parts + 1;
#else
	return parts;
#endif
}

/* Sums that only people look at: with a carry into the other half. */
static inline void tctl_word_count(uint64_t *word)
{
	tctl_word *low = tctl_word_of(word);

	if (__atomic_add_fetch(low, 1, __ATOMIC_RELAXED) || !TCTL_NARROW)
		return;
	__atomic_fetch_add(low == (tctl_word *)(uintptr_t)word ? low + 1 :
								  low - 1,
			   1, __ATOMIC_RELAXED);
}

/* Acquire; in two halves on narrow machines, where something else must say when
   they belong together. */
static inline uint64_t tctl_word_load(const uint64_t *word)
{
#if TCTL_NARROW
	const tctl_word *parts = (const tctl_word *)(uintptr_t)word;
	union {
		uint64_t whole;
		uint32_t parts[2];
	} both;

	both.parts[0] = __atomic_load_n(&parts[0], __ATOMIC_ACQUIRE);
	both.parts[1] = __atomic_load_n(&parts[1], __ATOMIC_ACQUIRE);
	return both.whole;
#else
	return __atomic_load_n(word, __ATOMIC_ACQUIRE);
#endif
}

/* Release; of two halves the one that comes first in memory is stored last. */
static inline void tctl_word_store(uint64_t *word, uint64_t value)
{
#if TCTL_NARROW
	tctl_word *parts = (tctl_word *)(uintptr_t)word;
	union {
		uint64_t whole;
		uint32_t parts[2];
	} both = { value };

	__atomic_store_n(&parts[1], both.parts[1], __ATOMIC_RELAXED);
	__atomic_store_n(&parts[0], both.parts[0], __ATOMIC_RELEASE);
#else
	__atomic_store_n(word, value, __ATOMIC_RELEASE);
#endif
}

#endif
