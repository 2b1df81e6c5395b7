/* SPDX-License-Identifier: MIT */
/*
 * libtrace/outlive.h: a main thread that ends, by pthread_exit() or cancelled,
 * while other threads go on. The C library ends the process when the last of its
 * threads has ended; the agent must neither keep the process alive nor keep what
 * is still buffered from being written at the end.
 */
#ifndef LIBTRACE_OUTLIVE_H
#define LIBTRACE_OUTLIVE_H

/* Once, by the library's constructor, and in the child of a fork: when the main
   thread ends and the process does not, tctl_agent_outlive() is called. */
void tctl_outlive_init(void);

/* 1 when the main thread has ended and the calling thread is the only one
   left. */
int tctl_outlive_alone(void);

#endif
