/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/owner.h: processes that sessions belong to: when the owner of
 * a session ends without having ended it, it is ended for him (orphan). Who
 * owns is in the session and in the state file, so a successor watches on. Main
 * thread.
 */
#ifndef TRACECTLD_OWNER_H
#define TRACECTLD_OWNER_H

#include "tools/tracectld/client.h"

/* The client's process owns the session from now on. A process that can't be
   watched owns nothing. */
void tctl_owner_set(struct tctl_session *session, struct tctl_client *client);
/* The session belongs to nobody, or is going away. */
void tctl_owner_drop(struct tctl_daemon *daemon, struct tctl_session *session);

/* Watch the owners that the state file names. */
void tctl_owners_adopt(struct tctl_daemon *daemon);
void tctl_owners_release(struct tctl_daemon *daemon);

#endif
