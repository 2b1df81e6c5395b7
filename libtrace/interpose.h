/* SPDX-License-Identifier: MIT */
/*
 * libtrace/interpose.h: functions of the C library that this library stands in
 * front of, because a process with a sleeping thread differs from one without.
 * Each calls the original, keeps its result and errno, and does something of
 * its own only in a process that has an agent.
 *
 * Shared library only: a static executable has one definition of each name, the
 * C library's. doc/ordering.md says what differs there.
 */
#ifndef LIBTRACE_INTERPOSE_H
#define LIBTRACE_INTERPOSE_H

#include <dlfcn.h>
#include <errno.h>

#define TCTL_INTERPOSED	__attribute__((visibility("default")))

/* The next definition of the function. Each file looks its own up when the
   library is loaded, because dlsym() may not be called where some of these may:
   in the child of a fork of a process with threads. Who calls earlier than that
   looks up then. */
#define TCTL_INTERPOSE_FIND(next, name) do {				\
	if (!__atomic_load_n(&(next), __ATOMIC_RELAXED))		\
		__atomic_store_n(&(next), dlsym(RTLD_NEXT, name),	\
				 __ATOMIC_RELAXED);			\
} while (0)

/* How long a call waits for a live daemon after it brought the agent back. */
#define TCTL_INTERPOSE_WAIT_MS	50

#endif
