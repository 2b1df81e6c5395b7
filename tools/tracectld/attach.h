/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/attach.h: brings an application to where the sessions want
 * it: which channels it has mapped, which events go there. One function does
 * it for all occasions, from the difference between what is and what should
 * be. Main thread; takes the sessions' lock for short times.
 */
#ifndef TRACECTLD_ATTACH_H
#define TRACECTLD_ATTACH_H

#include <stdint.h>
#include "tools/tracectld/app.h"

/* Whether the application belongs to what the session records. */
int tctl_attach_matches(const struct tctl_app *app,
			const struct tctl_session *session);

/* Queue what is needed, then a SYNC if there was anything, or always. Returns
   the SYNC's serial or 0. */
uint64_t tctl_attach_update(struct tctl_app *app, int always);

/* Ask for the partial sub-buffers of a session's counted regions, and SYNC.
   Returns its serial, or 0: there are none. */
uint64_t tctl_attach_flush(struct tctl_app *app,
			   const struct tctl_session *session);

/* The application said that it can't do what was ordered (app->error). */
void tctl_attach_failed(struct tctl_app *app);

/* The connection is gone: what was mapped may still be written to. */
void tctl_attach_forget(struct tctl_app *app);

#endif
