/* SPDX-License-Identifier: MIT */
/*
 * libtrace/interpose_exit.c: pthread_exit() and thrd_exit() of the main thread;
 * see outlive.h.
 */
#include <pthread.h>
#include <sys/syscall.h>
#include <threads.h>
#include <unistd.h>

#include "libtrace/agent.h"
#include "libtrace/interpose.h"

#ifdef PIC

static void exit_prepare(void)
{
	if ((pid_t)syscall(SYS_gettid) == getpid() && tctl_agent_running())
		tctl_agent_outlive();
}

TCTL_INTERPOSED void pthread_exit(void *value)
{
	static void (*next)(void *value) __attribute__((noreturn));

	TCTL_INTERPOSE_NEXT(next, "pthread_exit");
	exit_prepare();
	next(value);
}

TCTL_INTERPOSED void thrd_exit(int value)
{
	static void (*next)(int value) __attribute__((noreturn));

	TCTL_INTERPOSE_NEXT(next, "thrd_exit");
	exit_prepare();
	next(value);
}

#endif
