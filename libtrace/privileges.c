/* SPDX-License-Identifier: MIT */
/*
 * libtrace/privileges.c: see privileges.h. No locks of its own.
 */
#include <linux/capability.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "libtrace/agent.h"
#include "libtrace/interpose.h"
#include "libtrace/page.h"
#include "libtrace/privileges.h"

#define PRIVILEGES_WORDS	_LINUX_CAPABILITY_U32S_3

static int privileges_get(pid_t tid,
			  struct __user_cap_data_struct data[PRIVILEGES_WORDS])
{
	struct __user_cap_header_struct header = {
		.version = _LINUX_CAPABILITY_VERSION_3,
		.pid = tid,
	};

	memset(data, 0, PRIVILEGES_WORDS * sizeof(data[0]));
	return (int)syscall(SYS_capget, &header, data);
}

/* What can't be found out counts as different. */
static int privileges_shared(void)
{
	struct __user_cap_data_struct ours[PRIVILEGES_WORDS];
	struct __user_cap_data_struct agents[PRIVILEGES_WORDS];
	pid_t tid = tctl_agent_tid();

	return tid && !privileges_get(0, ours) &&
	       !privileges_get(tid, agents) &&
	       !memcmp(ours, agents, sizeof(ours));
}

int tctl_privileges_begin(void)
{
	int saved_errno = errno, shared;

	if (!tctl_agent_running() || tctl_agent_is_self())
		return 0;
	shared = privileges_shared();
	if (!shared)
		tctl_agent_park();
	errno = saved_errno;
	return !shared;
}

void tctl_privileges_end(int parked)
{
	if (parked)
		tctl_agent_resume(tctl_page_any_daemon() ?
				  TCTL_INTERPOSE_WAIT_MS : 0);
}
