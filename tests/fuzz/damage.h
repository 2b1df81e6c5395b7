/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/fuzz/damage.h: changes bytes, words and lengths of a trace's files at
 * random, the same ones for the same seed. For the fuzzers that read traces.
 */
#ifndef TESTS_FUZZ_DAMAGE_H
#define TESTS_FUZZ_DAMAGE_H

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define FILE_MAX 65536

/* Text that TSDL is sensitive to. */
static const char *const words[] = {
	"{", "}", "[", "]", "<", ">", ";", ":=", "=", "...", "struct", "enum",
	"variant", "integer", "string", "typedef", "typealias", "event",
	"stream", "4294967295", "18446744073709551615", "-1", "0", "65",
	"align(1073741824)", "\"", "/*", "uint8_t", "[4000000000]",
	"[18446744073709551615]", "enum :", "struct {", "size = 1;",
};

static uint64_t random_state;

/* xorshift64*: the same seed gives the same rounds. */
static inline uint32_t random_below(uint32_t limit)
{
	random_state ^= random_state >> 12;
	random_state ^= random_state << 25;
	random_state ^= random_state >> 27;
	return (uint32_t)((random_state * 0x2545F4914F6CDD1Dull) >> 33) % limit;
}

struct image {
	uint8_t bytes[FILE_MAX];
	size_t size;
};

static inline int image_load(struct image *image, const char *path)
{
	FILE *in = fopen(path, "r");

	if (!in)
		return -errno;
	image->size = fread(image->bytes, 1, sizeof(image->bytes), in);
	fclose(in);
	return 0;
}

static inline int image_store(const struct image *image, const char *path)
{
	FILE *out = fopen(path, "w");
	size_t done;

	if (!out)
		return -errno;
	done = fwrite(image->bytes, 1, image->size, out);
	return fclose(out) || done != image->size ? -EIO : 0;
}

static inline void bytes_change(struct image *image)
{
	uint32_t nr = 1 + random_below(4);

	while (nr-- && image->size)
		image->bytes[random_below(image->size)] =
			(uint8_t)random_below(256);
}

/* Eight bytes that sizes and times are afraid of. */
static inline void number_change(struct image *image)
{
	static const uint64_t numbers[] = {
		0, 1, 7, 8, 64, UINT32_MAX, UINT64_MAX, UINT64_MAX - 7,
		(uint64_t)1 << 63, (uint64_t)1 << 60, (uint64_t)1 << 32,
	};
	uint64_t number = numbers[random_below(11)];

	if (image->size < 8)
		return;
	if (random_below(2))
		number = __builtin_bswap64(number);
	memcpy(image->bytes + random_below(image->size - 7), &number, 8);
}

static inline void length_change(struct image *image)
{
	if (random_below(2))
		image->size = random_below(image->size + 1);
	else if (image->size < FILE_MAX / 2)
		image->size += random_below(1024);
}

/* Repeat a part somewhere else, overwriting or inserting. */
static inline void part_repeat(struct image *image)
{
	uint32_t from = random_below(image->size + 1);
	uint32_t to = random_below(image->size + 1);
	uint32_t len = random_below(256);

	if (len > image->size - from)
		len = image->size - from;
	if (random_below(2)) {
		if (image->size + len > FILE_MAX)
			return;
		memmove(image->bytes + to + len, image->bytes + to,
			image->size - to);
		image->size += len;
	} else if (len > image->size - to) {
		return;
	}
	memmove(image->bytes + to, image->bytes + from, len);
}

static inline void word_insert(struct image *image)
{
	const char *word = words[random_below(sizeof(words) /
					      sizeof(words[0]))];
	uint32_t to = random_below(image->size + 1), times;
	size_t len = strlen(word);

	for (times = random_below(8) ? 1 : 100; times; times--) {
		if (image->size + len > FILE_MAX)
			return;
		memmove(image->bytes + to + len, image->bytes + to,
			image->size - to);
		memcpy(image->bytes + to, word, len);
		image->size += len;
	}
}

static inline void image_change(struct image *image, bool text)
{
	switch (random_below(text ? 8 : 4)) {
	case 0:
		bytes_change(image);
		break;
	case 1:
		number_change(image);
		break;
	case 2:
		length_change(image);
		break;
	case 3:
		part_repeat(image);
		break;
	default:
		word_insert(image);
	}
}

#endif
