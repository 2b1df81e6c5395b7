/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/fuzz/checker.c: damaged traces must neither crash nor hang the
 * checker:
 *
 *	checker [SECONDS [SEED]]
 *
 * Takes the sample traces, changes bytes, words and lengths of one of their
 * files at random, and checks the result. Each round runs in this process, so
 * that the sanitizers see it; an alarm ends one that hangs.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <tests/lib/tap.h>
#include <time.h>
#include <tools/checker/check.h>
#include <unistd.h>

#define FILE_MAX 65536
#define PATH_SIZE 256

static const char *const forms[] = { "little", "big", "compact", "large" };
static const char *const names[] = {
	"metadata", "channel0_0", "channel0_1", "index/channel0_0.idx",
};

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
static uint32_t random_below(uint32_t limit)
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

static int image_load(struct image *image, const char *path)
{
	FILE *in = fopen(path, "r");

	if (!in)
		return -errno;
	image->size = fread(image->bytes, 1, sizeof(image->bytes), in);
	fclose(in);
	return 0;
}

static int image_store(const struct image *image, const char *path)
{
	FILE *out = fopen(path, "w");
	size_t done;

	if (!out)
		return -errno;
	done = fwrite(image->bytes, 1, image->size, out);
	return fclose(out) || done != image->size ? -EIO : 0;
}

static void bytes_change(struct image *image)
{
	uint32_t nr = 1 + random_below(4);

	while (nr-- && image->size)
		image->bytes[random_below(image->size)] =
			(uint8_t)random_below(256);
}

/* Eight bytes that sizes and times are afraid of. */
static void number_change(struct image *image)
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

static void length_change(struct image *image)
{
	if (random_below(2))
		image->size = random_below(image->size + 1);
	else if (image->size < FILE_MAX / 2)
		image->size += random_below(1024);
}

/* Repeat a part somewhere else, overwriting or inserting. */
static void part_repeat(struct image *image)
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

static void word_insert(struct image *image)
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

static void image_change(struct image *image, bool text)
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

/* One round on a trace: damage one file, check, put it back. */
static int round_run(const char *dir)
{
	uint32_t which = random_below(4);
	static struct image whole, damaged;
	const char *argv[] = { "check", "--json", "--all", dir };
	char path[PATH_SIZE + 64];
	int status;

	snprintf(path, sizeof(path), "%s/%s", dir, names[which]);
	if (image_load(&whole, path))
		return -1;
	damaged = whole;
	do {
		image_change(&damaged, which == 0);
	} while (random_below(3) == 0);
	if (image_store(&damaged, path))
		return -1;
	alarm(60);
	status = tctl_check_main(4, argv);
	alarm(0);
	return image_store(&whole, path) || status < 0 || status > 1 ? -1 : 0;
}

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec + now.tv_nsec / 1e9;
}

static int traces_make(const char *dir)
{
	const char *top = getenv("top_builddir");
	char command[4096];
	size_t i;

	for (i = 0; i < 4; i++) {
		snprintf(command, sizeof(command),
			 "%s/tests/lib/ctf_sample %s/%s %s", top ? top : ".",
			 dir, forms[i], forms[i]);
		if (system(command))
			return -1;
	}
	return 0;
}

/* The checker's output is of no interest here; ours is TAP. */
static int rounds_run(const char *dir, double duration, uint64_t *ret_rounds)
{
	double end = seconds() + duration;
	int out, null = open("/dev/null", O_WRONLY), ret = 0;
	char path[PATH_SIZE];

	fflush(stdout);
	out = dup(STDOUT_FILENO);
	dup2(null, STDOUT_FILENO);
	for (*ret_rounds = 0; !ret && seconds() < end; ++*ret_rounds) {
		snprintf(path, sizeof(path), "%s/%s", dir,
			 forms[random_below(4)]);
		ret = round_run(path);
		fflush(stdout);
	}
	dup2(out, STDOUT_FILENO);
	close(out);
	close(null);
	return ret;
}

int main(int argc, char **argv)
{
	char dir[] = "/dev/shm/tracectl-fuzz.XXXXXX", command[64];
	double duration = argc > 1 ? atof(argv[1]) : 3;
	uint64_t rounds = 0, seed;

	seed = argc > 2 ? strtoull(argv[2], NULL, 0) :
	       (uint64_t)(seconds() * 1e6) | 1;
	random_state = seed;
	tap_note("seed %llu", (unsigned long long)seed);
	if (!mkdtemp(dir)) {
		tap_ok(0, "a directory for the traces");
		return tap_done();
	}
	tap_ok(!traces_make(dir), "sample traces");
	tap_ok(!rounds_run(dir, duration, &rounds) && rounds > 10,
	       "damaged traces are judged, nothing else happens");
	tap_note("%llu rounds", (unsigned long long)rounds);
	snprintf(command, sizeof(command), "rm -rf %s", dir);
	if (system(command))
		tap_note("%s is left", dir);
	return tap_done();
}
