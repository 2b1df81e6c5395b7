/* SPDX-License-Identifier: MIT */
/*
 * libtrace/self.h: what this process says of itself to a daemon: the bodies of
 * HELLO, EVENT and OBJECT (abi/app.h).
 */
#ifndef LIBTRACE_SELF_H
#define LIBTRACE_SELF_H

#include <stddef.h>
#include <tracectl/abi/app.h>
#include "libtrace/statedump.h"

/* Read environment and time of start: by the constructor. */
void tctl_self_init(void);

/* 1: started by tracectl record, or by what that has started. */
int tctl_self_recorded(void);

/* In the child of a fork. */
void tctl_self_fork(void);

/* Each fills in all but the head of a message of at most size bytes and returns
   how long it is. Event: 0 when it doesn't fit (it can't be traced). */
size_t tctl_self_hello(struct tctl_msg_hello *message, size_t size);
size_t tctl_self_event(struct tctl_msg_event *message, size_t size,
		       uint32_t index);
size_t tctl_self_object(struct tctl_msg_object *message, size_t size,
			const struct tctl_statedump_object *object);

#endif
