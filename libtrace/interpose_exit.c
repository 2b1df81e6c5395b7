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

static void (*next_pthread_exit)(void *value) __attribute__((noreturn));
static void (*next_thrd_exit)(int value) __attribute__((noreturn));

__attribute__((constructor(101)))
static void exit_find(void)
{
	TCTL_INTERPOSE_FIND(next_pthread_exit, "pthread_exit");
	TCTL_INTERPOSE_FIND(next_thrd_exit, "thrd_exit");
}

static void exit_prepare(void)
{
	if ((pid_t)syscall(SYS_gettid) == getpid() && tctl_agent_running())
		tctl_agent_outlive();
}

TCTL_INTERPOSED void pthread_exit(void *value)
{
	TCTL_INTERPOSE_FIND(next_pthread_exit, "pthread_exit");
	exit_prepare();
	next_pthread_exit(value);
}

TCTL_INTERPOSED void thrd_exit(int value)
{
	TCTL_INTERPOSE_FIND(next_thrd_exit, "thrd_exit");
	exit_prepare();
	next_thrd_exit(value);
}

#endif
