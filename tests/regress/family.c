/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/regress/family.c: probes in forked, vforked and exec'ed children, in
 * threads, in a signal handler, before main and after exit handlers. Prints
 * "event pid" for each event it emits, its own pid as it should stand in the
 * trace.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <tracectl/probe.h>
#include <unistd.h>

static void said(const char *event, int pid)
{
	char line[64];
	int length = snprintf(line, sizeof(line), "family:%s %d\n", event, pid);

	if (write(1, line, (size_t)length) < 0)
		_exit(9);
}

#define EMIT(event) do { \
	TRACECTL_PROBE(family, event, (pid, (int)getpid())); \
	said(#event, (int)getpid()); \
} while (0)

__attribute__((constructor(200))) static void early(void)
{
	if (getenv("FAMILY_EARLY"))
		EMIT(early);
}

static void at_exit(void)
{
	EMIT(at_exit);
}

static void on_signal(int signal)
{
	(void)signal;
	EMIT(in_signal);
}

static void *in_thread(void *arg)
{
	EMIT(thread);
	return arg;
}

static void run_thread(size_t stack)
{
	pthread_attr_t attr;
	pthread_t thread;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, stack);
	if (!pthread_create(&thread, &attr, in_thread, NULL))
		pthread_join(thread, NULL);
	pthread_attr_destroy(&attr);
}

int main(int argc, char **argv)
{
	int pid;

	if (argc > 1 && !strcmp(argv[1], "executed")) {
		EMIT(executed);
		return 0;
	}
	atexit(at_exit);
	signal(SIGUSR1, on_signal);
	EMIT(parent);
	raise(SIGUSR1);
	run_thread(16384);
	pid = fork();
	if (pid == 0) {
		EMIT(forked);
		run_thread(65536);
		_exit(0);
	}
	waitpid(pid, NULL, 0);
	pid = vfork();
	if (pid == 0) {
		EMIT(vforked);
		_exit(0);
	}
	waitpid(pid, NULL, 0);
	EMIT(after_vfork);
	pid = fork();
	if (pid == 0) {
		execl("/proc/self/exe", argv[0], "executed", (char *)NULL);
		_exit(1);
	}
	waitpid(pid, NULL, 0);
	EMIT(last);
	return 0;
}
