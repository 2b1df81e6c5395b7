/* SPDX-License-Identifier: MIT */
/*
 * libtrace/bridge.h: the rest of the library as it sees <tracectl/bridge.h>:
 * events that have no site and whose bridge is told instead of a gate opened.
 *
 * Locking: all under tctl_object_lock.
 */
#ifndef LIBTRACE_BRIDGE_H
#define LIBTRACE_BRIDGE_H

#include <tracectl/bridge.h>

/* Turn every event whose name's wants ask for it. */
void tctl_bridge_update(void);

/* where: TCTL_BRIDGE_FORK and so on. */
void tctl_bridge_fork(int where);

/* 1 while there is an event. */
int tctl_bridge_any_events(void);

#endif
