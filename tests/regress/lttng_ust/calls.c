/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/regress/lttng_ust/calls.c PLUGIN: memory of sizes that nobody else asks
 * for, functions that call each other, a library and a child: for LTTng's
 * wrappers of libc, of fork() and of the dynamic linker, and its profiler.
 */
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "every.h"

static __attribute__((noinline)) void use_memory(void)
{
	void *volatile block = malloc(12345);
	void *volatile aligned = NULL;

	block = realloc(block, 23456);
	free(block);
	block = calloc(7, 1777);
	free(block);
	if (!posix_memalign((void **)&aligned, 64, 34567))
		free(aligned);
}

__attribute__((noinline)) int count_down(int n)
{
	return n ? 1 + count_down(n - 1) : 0;
}

static __attribute__((noinline)) void make_child(void)
{
	pid_t child = fork();

	if (!child) {
		lttng_ust_tracepoint(tctl_every, first, count_down(2), "child");
		_exit(0);
	}
	waitpid(child, NULL, 0);
}

int main(int argc, char **argv)
{
	void *handle = argc > 1 ? dlopen(argv[1], RTLD_NOW) : NULL;

	use_memory();
	lttng_ust_tracepoint(tctl_every, first, count_down(5), "parent");
	make_child();
	return !handle || dlclose(handle);
}
