/* SPDX-License-Identifier: MIT */
/*
 * libtrace/signal_mask.h: which threads of the process block a signal, as the
 * kernel says. Called by breakpoint.c.
 */
#ifndef LIBTRACE_SIGNAL_MASK_H
#define LIBTRACE_SIGNAL_MASK_H

#include <sys/types.h>

struct tctl_signal_blocker {
	pid_t tid;		/* 0: no thread blocks it */
	char name[16];
	pid_t tracer;		/* of the process: a debugger; 0: none */
};

/* Look at all threads but those that have ended. Returns 0 or -errno (/proc
   can't be read). Allocates nothing. */
int tctl_signal_blocker(int number, struct tctl_signal_blocker *ret);

#endif
