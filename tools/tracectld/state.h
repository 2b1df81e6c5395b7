/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/state.h: state.json in the runtime directory: all that a
 * successor needs to go on where this daemon was killed. It is replaced as a
 * whole, before anything that depends on it leaves the daemon; positions in
 * rings are not in it but in the regions.
 */
#ifndef TRACECTLD_STATE_H
#define TRACECTLD_STATE_H

#include <stddef.h>
#include "tools/tracectld/session.h"

/* Write it if anything changed. -errno: it stays as it was. */
int tctl_state_save(struct tctl_sessions *all);

/*
 * Take over what is there: sessions with their traces, metadata written anew,
 * regions opened, files cut where they go on; region files that no session
 * knows are removed. Returns 0, also when there is no state; -errno: the state
 * can't be used, error says why and what to do.
 */
int tctl_state_load(struct tctl_sessions *all, char *error, size_t error_size);

#endif
