/* SPDX-License-Identifier: MIT */
/*
 * libtrace/interpose_group.c: setgid() and its relatives, setgroups() and
 * initgroups(); see privileges.h.
 */
#include <grp.h>
#include <sys/types.h>
#include <unistd.h>

#include "libtrace/interpose.h"
#include "libtrace/privileges.h"

#ifdef PIC

static int (*next_setgid)(gid_t gid);
static int (*next_setegid)(gid_t gid);
static int (*next_setregid)(gid_t real, gid_t effective);
static int (*next_setresgid)(gid_t real, gid_t effective, gid_t saved);
static int (*next_setgroups)(size_t size, const gid_t *list);
static int (*next_initgroups)(const char *user, gid_t group);

__attribute__((constructor(101)))
static void group_find(void)
{
	TCTL_INTERPOSE_FIND(next_setgid, "setgid");
	TCTL_INTERPOSE_FIND(next_setegid, "setegid");
	TCTL_INTERPOSE_FIND(next_setregid, "setregid");
	TCTL_INTERPOSE_FIND(next_setresgid, "setresgid");
	TCTL_INTERPOSE_FIND(next_setgroups, "setgroups");
	TCTL_INTERPOSE_FIND(next_initgroups, "initgroups");
}

TCTL_INTERPOSED int setgid(gid_t gid)
{
	int parked = tctl_privileges_begin(), ret;

	TCTL_INTERPOSE_FIND(next_setgid, "setgid");
	ret = next_setgid(gid);
	tctl_privileges_end(parked);
	return ret;
}

TCTL_INTERPOSED int setegid(gid_t gid)
{
	int parked = tctl_privileges_begin(), ret;

	TCTL_INTERPOSE_FIND(next_setegid, "setegid");
	ret = next_setegid(gid);
	tctl_privileges_end(parked);
	return ret;
}

TCTL_INTERPOSED int setregid(gid_t real, gid_t effective)
{
	int parked = tctl_privileges_begin(), ret;

	TCTL_INTERPOSE_FIND(next_setregid, "setregid");
	ret = next_setregid(real, effective);
	tctl_privileges_end(parked);
	return ret;
}

TCTL_INTERPOSED int setresgid(gid_t real, gid_t effective, gid_t saved)
{
	int parked = tctl_privileges_begin(), ret;

	TCTL_INTERPOSE_FIND(next_setresgid, "setresgid");
	ret = next_setresgid(real, effective, saved);
	tctl_privileges_end(parked);
	return ret;
}

TCTL_INTERPOSED int setgroups(size_t size, const gid_t *list)
{
	int parked = tctl_privileges_begin(), ret;

	TCTL_INTERPOSE_FIND(next_setgroups, "setgroups");
	ret = next_setgroups(size, list);
	tctl_privileges_end(parked);
	return ret;
}

/* It doesn't come by the setgroups() above. */
TCTL_INTERPOSED int initgroups(const char *user, gid_t group)
{
	int parked = tctl_privileges_begin(), ret;

	TCTL_INTERPOSE_FIND(next_initgroups, "initgroups");
	ret = next_initgroups(user, group);
	tctl_privileges_end(parked);
	return ret;
}

#endif
