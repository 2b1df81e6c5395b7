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
#include <tests/fuzz/damage.h>
#include <tests/lib/tap.h>
#include <time.h>
#include <tools/checker/check.h>
#include <unistd.h>

#define PATH_SIZE 256

static const char *const forms[] = { "little", "big", "compact", "large" };
static const char *const names[] = {
	"metadata", "channel0_0", "channel0_1", "index/channel0_0.idx",
};

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
