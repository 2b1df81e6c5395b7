/* SPDX-License-Identifier: MIT */
/*
 * libtrace/listener.h: the rest of the library as it sees
 * <tracectl/listener.h>.
 */
#ifndef LIBTRACE_LISTENER_H
#define LIBTRACE_LISTENER_H

#include <tracectl/listener.h>

/* There are new events. Without tctl_object_lock. */
void tctl_listener_tell(void);

#endif
