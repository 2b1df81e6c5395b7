/* SPDX-License-Identifier: MIT */
/*
 * libtrace/fork.h: the child of a fork gets its own agent and goes on recording.
 */
#ifndef LIBTRACE_FORK_H
#define LIBTRACE_FORK_H

/* Once, when the process gets its first agent. */
void tctl_fork_init(void);

#endif
