/* SPDX-License-Identifier: MIT */
/*
 * libtrace/interpose_user.c: setuid() and its relatives. A process that has
 * given up a user for good must not keep writing to that user's regions: they
 * are dropped before the call returns, and the process registers anew as what it
 * is now. While it can still go back (the saved or real id is the former one),
 * nothing changes: servers switch to and fro for every request. See also
 * privileges.h.
 */
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include "libtrace/agent.h"
#include "libtrace/interpose.h"
#include "libtrace/page.h"
#include "libtrace/privileges.h"

#ifdef PIC

static int (*next_setuid)(uid_t uid);
static int (*next_seteuid)(uid_t uid);
static int (*next_setreuid)(uid_t real, uid_t effective);
static int (*next_setresuid)(uid_t real, uid_t effective, uid_t saved);

__attribute__((constructor(101)))
static void user_find(void)
{
	TCTL_INTERPOSE_FIND(next_setuid, "setuid");
	TCTL_INTERPOSE_FIND(next_seteuid, "seteuid");
	TCTL_INTERPOSE_FIND(next_setreuid, "setreuid");
	TCTL_INTERPOSE_FIND(next_setresuid, "setresuid");
}

static int user_is_former(void)
{
	uid_t real, effective, saved, owner = tctl_page_owner();

	if (getresuid(&real, &effective, &saved))
		return 0;
	return real != owner && effective != owner && saved != owner;
}

/* After a call that returned ret; parked: by tctl_privileges_begin(). */
static int user_changed(int ret, int parked)
{
	int saved_errno = errno;
	int left = !ret && (parked || tctl_agent_running()) && user_is_former();

	if (left && !parked) {
		tctl_agent_park();
		parked = 1;
	}
	if (left) {
		tctl_agent_disown();
		tctl_page_open();
	}
	tctl_privileges_end(parked);
	errno = saved_errno;
	return ret;
}

TCTL_INTERPOSED int setuid(uid_t uid)
{
	int parked = tctl_privileges_begin();

	TCTL_INTERPOSE_FIND(next_setuid, "setuid");
	return user_changed(next_setuid(uid), parked);
}

TCTL_INTERPOSED int seteuid(uid_t uid)
{
	int parked = tctl_privileges_begin();

	TCTL_INTERPOSE_FIND(next_seteuid, "seteuid");
	return user_changed(next_seteuid(uid), parked);
}

TCTL_INTERPOSED int setreuid(uid_t real, uid_t effective)
{
	int parked = tctl_privileges_begin();

	TCTL_INTERPOSE_FIND(next_setreuid, "setreuid");
	return user_changed(next_setreuid(real, effective), parked);
}

TCTL_INTERPOSED int setresuid(uid_t real, uid_t effective, uid_t saved)
{
	int parked = tctl_privileges_begin();

	TCTL_INTERPOSE_FIND(next_setresuid, "setresuid");
	return user_changed(next_setresuid(real, effective, saved), parked);
}

#endif
