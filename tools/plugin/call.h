/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/call.h: system calls in progress: which thread is in which one,
 * and entries and exits matched.
 */
#ifndef TRACECTL_PLUGIN_CALL_H
#define TRACECTL_PLUGIN_CALL_H

#include "tools/plugin/event.h"

struct tctl_call {
	struct tctl_key key;		/* tid, or a CPU where it is unknown */
	struct tctl_event entry;	/* its message is held */
	const char *name;
	int64_t pid, tid;		/* -1: not known (yet) */
};

struct tctl_calls {
	struct tctl_map open;		/* struct tctl_call */
};

/* What an event means. */
struct tctl_call_step {
	bool begun;
	bool exit_lost;			/* of the thread's call before */
	bool entry_lost;		/* of the call that returns here */
	struct tctl_call *returned;	/* until tctl_calls_done() */
};

void tctl_calls_init(struct tctl_calls *calls);
void tctl_calls_release(struct tctl_calls *calls);

/* Any event may be given. A call that returned is the caller's to end. */
struct tctl_call_step tctl_calls_event(struct tctl_calls *calls,
				       const struct tctl_event *event);
void tctl_calls_done(struct tctl_calls *calls, struct tctl_call *call);

/* The call that a thread is in; NULL: none that is known. */
struct tctl_call *tctl_calls_find(const struct tctl_calls *calls, int64_t tid);

/* A text among its arguments: what could not be read at entry is part of the
   exit event. NULL: none. */
const char *tctl_call_text(const struct tctl_call *call,
			   const struct tctl_event *exit, const char *name);

#endif
