/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/regress/lttng_ust/app.c PLUGIN: an application made for LTTng-UST that
 * does the same in every run: all kinds of fields at their limits, several
 * providers, a library that comes and goes, a child.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include <lttng/tracef.h>
#include <lttng/tracelog.h>
#include "every.h"

void cxx_run(void);
void hand_run(void);

static const uint8_t bytes[] = { 0, 1, 127, 255 };
static const uint16_t shorts[] = { 0x0102, 0xfffe, 513 };
static const int64_t longs[] = { INT64_MIN, INT64_MAX };

static void hit_integers(void)
{
	lttng_ust_tracepoint(tctl_every, integers, 0, 0);
	lttng_ust_tracepoint(tctl_every, integers, UINT64_MAX, INT64_MIN);
	lttng_ust_tracepoint(tctl_every, integers, 0x0123456789abcdefull,
			     INT64_MAX);
	lttng_ust_tracepoint(tctl_every, integers, 258, -2);
}

static void hit_others(void)
{
	static const double numbers[] = { 0.0, -1.5, 1e300, 3.25e-5 };
	unsigned int i;

	for (i = 0; i < 4; i++)
		lttng_ust_tracepoint(tctl_every, others, numbers[i], "caf\xc3\xa9",
				     (int)i - 1, i);
	for (i = 4; i < 9; i++)
		lttng_ust_tracepoint(tctl_every, others, i, "x", (int)i,
				     UINT64_MAX - i + 4);
	lttng_ust_tracepoint(tctl_every, others, 1.0, NULL, 1000, 1ull << 63);
}

/* Longer than what a thread keeps for small events. */
static void hit_long(void)
{
	static char text[40001];
	int i;

	for (i = 0; i < 40000; i++)
		text[i] = (char)('a' + i % 26);
	lttng_ust_tracepoint(tctl_every, second, 40000, text);
	text[2000] = 0;
	lttng_ust_tracepoint(tctl_every, second, 2000, text);
}

static void hit_lists(void)
{
	lttng_ust_tracepoint(tctl_every, arrays, bytes, shorts, longs,
			     "twelve bytes and more");
	lttng_ust_tracepoint(tctl_every, arrays, bytes, shorts, longs, "few");
	lttng_ust_tracepoint(tctl_every, sequences, bytes, shorts, longs,
			     "text", 0);
	lttng_ust_tracepoint(tctl_every, sequences, bytes, shorts, longs,
			     "text", 2);
}

static void hit_rest(void)
{
	lttng_ust_tracepoint(tctl_every, first, 1, "one");
	lttng_ust_tracepoint(tctl_every, second, 2, "two");
	/* Always empty: babeltrace2 2.0.4 may show an empty string as the one
	   that an earlier event of that name had. */
	lttng_ust_tracepoint(tctl_every, third, 3, "");
	lttng_ust_tracepoint(tctl_every, nothing);
	lttng_ust_tracepoint(tctl_every, ten, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
	tracepoint(tctl_every, old, "oldest", -7);
	lttng_ust_tracef("free %s of %d", "text", 42);
	lttng_ust_tracelog(LTTNG_UST_TRACEPOINT_LOGLEVEL_WARNING, "warn %d", 1);
	lttng_ust_tracelog(LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG, "debug %s", "x");
}

static void hit_plugin(const char *path, int round)
{
	void (*call)(int round);
	void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);

	if (!handle) {
		fprintf(stderr, "%s\n", dlerror());
		exit(1);
	}
	call = (void (*)(int))dlsym(handle, "plugin_call");
	call(round);
	dlclose(handle);
}

static void hit_in_child(void)
{
	pid_t child = fork();

	if (!child) {
		lttng_ust_tracepoint(tctl_every, first, 3, "child");
		_exit(0);
	}
	waitpid(child, NULL, 0);
	lttng_ust_tracepoint(tctl_every, first, 4, "parent");
}

int main(int argc, char **argv)
{
	int round;

	if (argc < 2)
		return 2;
	hit_integers();
	hit_others();
	hit_long();
	hit_lists();
	hit_rest();
	cxx_run();
	hand_run();
	for (round = 0; round < 3; round++)
		hit_plugin(argv[1], round);
	hit_in_child();
	return 0;
}
