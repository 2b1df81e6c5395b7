/* SPDX-License-Identifier: MIT */
/*
 * libtrace/init.h: the library's beginning.
 */
#ifndef LIBTRACE_INIT_H
#define LIBTRACE_INIT_H

/*
 * A traced object was registered after a scan that found new_events events: get
 * the agent going, or tell it, and wait a bounded time for a live daemon's
 * orders, so that events right after dlopen() are recorded. Called by
 * tctl_object_register() without locks; a no-op until the library's constructor
 * has run, which takes care of all that is there by then.
 */
void tctl_init_objects(int new_events);

#endif
