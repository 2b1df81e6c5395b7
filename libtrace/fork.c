/* SPDX-License-Identifier: MIT */
/*
 * libtrace/fork.c: handlers around fork().
 *
 * Before the fork everything that other threads may be changing is brought to
 * rest, by taking the locks in their order. That waits a bounded time only: the
 * forking thread may itself hold what the agent waits for. The child of a fork
 * that could not wait any longer records nothing.
 *
 * Recording into regions shared by all processes of a user goes on in the child
 * at once. The agent's thread is made in the child's handler, where glibc has
 * put its own state in order already; it costs some 50 us. Children of vfork(),
 * posix_spawn() and system() run no handlers and pay nothing.
 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "libtrace/agent.h"
#include "libtrace/bridge.h"
#include "libtrace/fork.h"
#include "libtrace/object.h"
#include "libtrace/orders.h"
#include "libtrace/outlive.h"
#include "libtrace/page.h"
#include "libtrace/thread.h"

#define FORK_PATIENCE_MS	100
#define FORK_WAIT_MS		50	/* for regions of the child's own */

/* What prepare achieved in this thread, for the handlers after it. */
static __thread int fork_frozen;
static __thread int fork_wants_agent;

static void fork_prepare(void)
{
	int saved_errno = errno;

	fork_wants_agent = tctl_agent_wanted();
	fork_frozen = tctl_agent_freeze(FORK_PATIENCE_MS);
	if (!fork_frozen) {
		tctl_object_lock();
		tctl_bridge_fork(TCTL_BRIDGE_FORK);
	}
	errno = saved_errno;
}

static void fork_parent(void)
{
	int saved_errno = errno;

	if (!fork_frozen) {
		tctl_bridge_fork(TCTL_BRIDGE_PARENT);
		tctl_object_unlock();
		tctl_agent_thaw();
	}
	errno = saved_errno;
}

static void fork_child(void)
{
	int saved_errno = errno;
	unsigned int wait_ms = 0;

	if (!fork_frozen) {
		tctl_bridge_fork(TCTL_BRIDGE_CHILD);
		tctl_object_lock_renew();
	}
	tctl_thread.vfork = 0;
	tctl_outlive_init();
	tctl_agent_orphan(fork_frozen);
	if (fork_wants_agent && tctl_page_any_daemon() &&
	    tctl_orders_fork_waits())
		wait_ms = FORK_WAIT_MS;
	if (fork_wants_agent)
		tctl_agent_start(wait_ms);
	errno = saved_errno;
}

/*
 * Making a thread allocates. Allocators with locks of their own put them in
 * order in handlers that they register when they are first used; those must run
 * before ours in the child.
 */
static void fork_use_allocator(void)
{
	void *volatile block = malloc(1);

	free(block);
}

void tctl_fork_init(void)
{
	fork_use_allocator();
	pthread_atfork(fork_prepare, fork_parent, fork_child);
}
