/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/stress/ring_bytes.h: the record that writers and consumer agree on:
   a checkable fixed part, and a sequence cut out of a pattern. */
#ifndef TESTS_RING_BYTES_H
#define TESTS_RING_BYTES_H

#include <stdint.h>
#include <stdlib.h>

#define LOAD_FD		100	/* shared; then regions: whole, counted ... */

struct load_fixed {
	uint32_t writer, length;
	uint64_t number;
	uint64_t sum;
};

/* Header and ids, the fixed part, the sequence's count. */
#define LOAD_HEAD	16u
#define LOAD_LEAST	(LOAD_HEAD + (uint32_t)sizeof(struct load_fixed) + 4u)

static inline uint64_t load_sum(uint32_t writer, uint32_t length,
				uint64_t number)
{
	uint64_t sum = number * 0x9e3779b97f4a7c15ull;

	return (sum ^ sum >> 29 ^ writer) * 0xbf58476d1ce4e5b9ull + length;
}

static inline char *load_pattern(uint32_t max_payload)
{
	char *pattern = malloc(max_payload + 256);
	uint32_t i;

	for (i = 0; pattern && i < max_payload + 256; i++)
		pattern[i] = (char)(i * 167 + (i >> 8) * 13);
	return pattern;
}

#endif
