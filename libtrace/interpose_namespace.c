/* SPDX-License-Identifier: MIT */
/*
 * libtrace/interpose_namespace.c: unshare() and setns(). The kernel refuses some
 * of what they do to a process with several threads (user and time namespaces,
 * CLONE_VM, CLONE_SIGHAND): then they are tried again without the agent.
 *
 * clone() needs nothing of the kind: its child is another process.
 */
#include <sched.h>

#include "libtrace/agent.h"
#include "libtrace/interpose.h"
#include "libtrace/page.h"

#ifdef PIC

static int (*next_unshare)(int flags);
static int (*next_setns)(int fd, int nstype);

__attribute__((constructor(101)))
static void namespace_find(void)
{
	TCTL_INTERPOSE_FIND(next_unshare, "unshare");
	TCTL_INTERPOSE_FIND(next_setns, "setns");
}

/* Whether a call that failed may have failed because of the agent. */
static int namespace_blames_agent(int ret)
{
	return ret < 0 && (errno == EINVAL || errno == EUSERS) &&
	       tctl_agent_running() && !tctl_agent_is_self();
}

static void namespace_resume(void)
{
	tctl_agent_resume(tctl_page_any_daemon() ? TCTL_INTERPOSE_WAIT_MS : 0);
}

TCTL_INTERPOSED int unshare(int flags)
{
	int ret;

	TCTL_INTERPOSE_FIND(next_unshare, "unshare");
	ret = next_unshare(flags);
	if (!namespace_blames_agent(ret))
		return ret;
	tctl_agent_park();
	ret = next_unshare(flags);
	namespace_resume();
	return ret;
}

TCTL_INTERPOSED int setns(int fd, int nstype)
{
	int ret;

	TCTL_INTERPOSE_FIND(next_setns, "setns");
	ret = next_setns(fd, nstype);
	if (!namespace_blames_agent(ret))
		return ret;
	tctl_agent_park();
	ret = next_setns(fd, nstype);
	namespace_resume();
	return ret;
}

#endif
