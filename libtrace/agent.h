/* SPDX-License-Identifier: MIT */
/*
 * libtrace/agent.h: the one thread of the library: it sleeps on the control
 * page's doorbell, speaks to the daemons and applies what they say.
 *
 * All functions may be called by any thread, but not in signal handlers and not
 * by the agent itself; they keep errno.
 */
#ifndef LIBTRACE_AGENT_H
#define LIBTRACE_AGENT_H

#include <sys/types.h>

/* Start the agent if this process has sites and none runs; waits at most
   wait_ms for a live daemon's first orders to be applied. Never fails
   visibly. */
void tctl_agent_start(unsigned int wait_ms);

/* New events were registered (dlopen): tell the daemons; waits at most wait_ms
   for the answer to be applied when a daemon is connected. */
void tctl_agent_notify(unsigned int wait_ms);

/* End the agent thread (regions and gates stay as they are), for calls that
   need a process without it: once this returns, the kernel doesn't count it any
   more. Each needs its tctl_agent_resume(). */
void tctl_agent_park(void);

/* Start it again when nobody else wants it parked; waits as tctl_agent_start().
   A no-op while none was started by then. */
void tctl_agent_resume(unsigned int wait_ms);

/* 1 while the calling thread is the agent. */
int tctl_agent_is_self(void);

/* The agent's thread id; 0 when it has not run yet. */
pid_t tctl_agent_tid(void);

/* 1 while there is an agent thread in the calling process; 0 in the child of a
   vfork, which runs in its parent's memory and must not touch its agent, and in
   that of a raw clone(), which has a copy of a memory with an agent. */
int tctl_agent_running(void);

/* 1 as well while it is parked, or could not be made anew. */
int tctl_agent_wanted(void);

/*
 * Around a fork, in the parent: nothing is half done in between. Waits at most
 * wait_ms; returns 0, then thaw is needed, or -ETIMEDOUT.
 */
int tctl_agent_freeze(unsigned int wait_ms);
void tctl_agent_thaw(void);

/* In the child, instead of thaw: there is no agent here. frozen: what freeze
   returned; without it, nothing of the library's state can be relied on, and
   the child gets no agent. */
void tctl_agent_orphan(int frozen);

/* The process belongs to another user: take back all orders of the daemons of
   the former one, forget its page. With the agent parked. */
void tctl_agent_disown(void);

/* The main thread is about to end: from now on the agent shares the
   application's descriptors and ends when it is the last thread, so that the C
   library can end the process in order. */
void tctl_agent_outlive(void);

#endif
