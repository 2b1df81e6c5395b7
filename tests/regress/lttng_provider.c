/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/regress/lttng_provider.c: an application with probes of ours, which LTTng
 * is to trace.
 *	ROUNDS [PLUGIN]		hits all of them so often, and those of a plugin
 *	watch STATE		says in the file STATE whether the gate is open,
 *				until the file is gone
 *	storm STATE		hits them from threads and a signal handler, and
 *				in children, until the file is gone
 */
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <tracectl/probe.h>

enum color { RED, GREEN = 5 };

#ifdef PLUGIN
void plugin_call(int round);
void plugin_call(int round)
{
	PROBE(plugin, called, (round, round));
}
#else
static void hit_numbers(int i)
{
	PROBE_LEVEL(TRACECTL_WARNING, myapp, numbers, (i, i), (u, (char)i, hex),
		    (net, (short)(i + 1), net), (oct, 8ul * i, oct),
		    (odd, i % 2 == 1), (f, 0.5f + i), (d, -2.25 * i),
		    (p, (void *)16), (color, i ? GREEN : RED, enum,
				      (RED, GREEN, (two words, 9))),
		    (u8, (unsigned char)-i), (ll, -1ll - i));
}

static void hit_lists(int i)
{
	static const short shorts[] = { 1, -2, 3 };
	static const unsigned long longs[] = { 1, ~0ul };
	const char *text = i % 2 ? "odd" : "even";

	PROBE(myapp, lists, (s, text), (nothing, (char *)0), (i, i),
	      (cut, "maximum", string, 3), (bytes, text, bytes, i % 4),
	      (shorts, shorts, array), (longs, longs, sequence, i % 3),
	      (text, text, text, 3), (fixed, longs, array, 2), (end, i, hex));
}

static void hit_all(int i)
{
	hit_numbers(i);
	hit_lists(i);
	PROBE(myapp, nothing);
	trace_mark(marked, "n %d path %s %x", i, "a path", 7u);
	tracef("round %d", i);
}

static void hit_plugin(const char *path)
{
	void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	void (*call)(int round);
	int i;

	if (!handle) {
		fprintf(stderr, "%s\n", dlerror());
		exit(1);
	}
	call = (void (*)(int))dlsym(handle, "plugin_call");
	for (i = 0; i < 3; i++)
		call(i);
	dlclose(handle);
}

/* The file is replaced as a whole, so that nobody reads half of it. */
static int say(const char *path, const char *state)
{
	char other[4096];
	FILE *file;

	if (access(path, F_OK))
		return 0;
	snprintf(other, sizeof(other), "%s.new", path);
	file = fopen(other, "w");
	if (!file)
		return 0;
	fprintf(file, "%s\n", state);
	fclose(file);
	return !rename(other, path);
}

static void watch(const char *path)
{
	int open, was_open = -1;

	while (!access(path, F_OK)) {
		open = PROBE_ENABLED(myapp, nothing);
		if (open != was_open && !say(path, open ? "open" : "closed"))
			return;
		was_open = open;
		hit_all(1);
		usleep(10000);
	}
}

static const char *storm_file;

static void *storm_thread(void *unused)
{
	int i;

	for (i = 0; !access(storm_file, F_OK); i++)
		hit_all(i);
	return unused;
}

static void on_alarm(int number)
{
	PROBE(myapp, alarm, (number, number));
}

static int storm_child(void)
{
	pid_t child = fork();
	int status = -1;

	if (!child) {
		hit_all(3);
		_exit(0);
	}
	while (waitpid(child, &status, 0) < 0)
		;
	return status;
}

static int storm(const char *path)
{
	const struct itimerval often = { { 0, 1000 }, { 0, 1000 } };
	pthread_t threads[3];
	int i, failed = 0;

	storm_file = path;
	signal(SIGALRM, on_alarm);
	for (i = 0; i < 3; i++)
		if (pthread_create(&threads[i], NULL, storm_thread, NULL))
			return 1;
	setitimer(ITIMER_REAL, &often, NULL);
	say(path, "storm");
	while (!access(path, F_OK)) {
		failed |= storm_child();
		usleep(50000);
	}
	for (i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return !!failed;
}

int main(int argc, char **argv)
{
	int i;

	if (argc < 2)
		return 2;
	if (argc == 3 && !strcmp(argv[1], "watch")) {
		watch(argv[2]);
		return 0;
	}
	if (argc == 3 && !strcmp(argv[1], "storm"))
		return storm(argv[2]);
	for (i = 0; i < atoi(argv[1]); i++)
		hit_all(i);
	if (argc == 3)
		hit_plugin(argv[2]);
	return 0;
}
#endif
