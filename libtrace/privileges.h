/* SPDX-License-Identifier: MIT */
/*
 * libtrace/privileges.h: the agent around calls that change the user or the
 * groups of all threads. The C library makes each of its threads do the call and
 * aborts when they don't agree; a program with one thread may have given up or
 * regained capabilities by capset(2), which are a thread's own, and the agent
 * has not. Then the call is made without the agent, and the next one starts with
 * what its maker has.
 */
#ifndef LIBTRACE_PRIVILEGES_H
#define LIBTRACE_PRIVILEGES_H

/* Before the call: 1 if the agent was parked, for tctl_privileges_end(). */
int tctl_privileges_begin(void);

/* After it. Keeps errno. */
void tctl_privileges_end(int parked);

#endif
