/* SPDX-License-Identifier: MIT */
/*
 * libtrace/agent.h: the one thread of the library: it sleeps on the control
 * page's doorbell, speaks to the daemons and applies what they say.
 */
#ifndef LIBTRACE_AGENT_H
#define LIBTRACE_AGENT_H

/* Start the agent if this process has sites and none runs; waits at most
   wait_ms for a live daemon's first orders to be applied. Never fails
   visibly. */
void tctl_agent_start(unsigned int wait_ms);

/* New events were registered (dlopen): tell the daemons; waits at most wait_ms
   for the answer to be applied when a daemon is connected. */
void tctl_agent_notify(unsigned int wait_ms);

/* End the agent thread (regions and gates stay as they are), for calls that
   need a process without it; start it again with tctl_agent_start(). */
void tctl_agent_park(void);

#endif
