/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/fuzz/driver.h: runs a fuzz target, LLVMFuzzerTestOneInput(), on a bounded
 * number of mutated seeds, the same ones each time. Built with
 * -fsanitize=fuzzer -DFUZZER the target is libFuzzer's instead.
 */
#ifndef TESTS_FUZZ_DRIVER_H
#define TESTS_FUZZ_DRIVER_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#ifndef FUZZER
static uint64_t fuzz_state = 88172645463325252ull;

static inline uint64_t fuzz_random(void)
{
	fuzz_state ^= fuzz_state << 13;
	fuzz_state ^= fuzz_state >> 7;
	fuzz_state ^= fuzz_state << 17;
	return fuzz_state;
}

/* One change, mostly within [begin, end) of the input. Returns the size. */
static inline size_t fuzz_mutate(uint8_t *data, size_t size, size_t begin,
				 size_t end)
{
	static const uint8_t values[] = {
		0, 1, 4, 8, 16, 0x7f, 0x80, 0xff, '\n', '\t', ':', '=', ',', '%',
	};
	size_t at, n;

	if (!size)
		return 0;
	at = end > begin && fuzz_random() % 8 ?
	     begin + fuzz_random() % (end - begin) : fuzz_random() % size;
	switch (fuzz_random() % 6) {
	case 0:
		data[at] = (uint8_t)(data[at] ^ 1u << fuzz_random() % 8);
		break;
	case 1:
		data[at] = (uint8_t)fuzz_random();
		break;
	case 2:
		data[at] = values[fuzz_random() % sizeof(values)];
		break;
	case 3:
		n = fuzz_random() % 8 + 1;
		memset(data + at, values[fuzz_random() % sizeof(values)],
		       n < size - at ? n : size - at);
		break;
	case 4:
		n = fuzz_random() % (size - at);
		memmove(data + fuzz_random() % (size - n), data + at, n % 64);
		break;
	default:
		if (!(fuzz_random() % 8))
			return at;
		data[at]++;
	}
	return size;
}

/* Runs the target `rounds` times on changed copies of exact size. */
static inline void fuzz_seed(const void *seed, size_t size, size_t begin,
			     size_t end, unsigned int rounds)
{
	uint8_t *data = malloc(size ? size : 1);
	uint8_t *exact;
	size_t cut;

	for (unsigned int i = 0; data && i < rounds; i++) {
		memcpy(data, seed, size);
		cut = size;
		for (uint64_t n = fuzz_random() % 4; i && n < 4; n++)
			cut = fuzz_mutate(data, cut, begin,
					  end < cut ? end : cut);
		exact = malloc(cut ? cut : 1);
		if (!exact)
			break;
		memcpy(exact, data, cut);
		LLVMFuzzerTestOneInput(exact, cut);
		free(exact);
	}
	free(data);
}
#endif

#endif
