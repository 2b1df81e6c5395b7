/* SPDX-License-Identifier: MIT */
/*
 * libtrace/init.c: the library's constructor. A process without sites pays for
 * one look at its loaded objects and for handlers around fork; one with probes
 * for a mapped page and a thread besides. Only where a daemon is marked as running it waits, and not for long.
 */
#include <errno.h>
#include <tracectl/object.h>

#include "libtrace/agent.h"
#include "libtrace/channel.h"
#include "libtrace/fork.h"
#include "libtrace/membarrier.h"
#include "libtrace/object.h"
#include "libtrace/outlive.h"
#include "libtrace/page.h"
#include "libtrace/patcher.h"
#include "libtrace/self.h"
#include "libtrace/statedump.h"
#include "libtrace/thread.h"

#define INIT_WAIT_MS		50	/* at the start of a program */
#define INIT_WAIT_LOADED_MS	100	/* after dlopen */
#define INIT_WAIT_RECORDED_MS	500	/* run by somebody in order to record it */

static int init_traced;

/* The process has sites: it may be traced from now on. */
static void init_traced_process(unsigned int wait_ms)
{
	init_traced = 1;
	tctl_statedump_init();
	tctl_page_open();
	if (tctl_self_recorded())
		wait_ms = INIT_WAIT_RECORDED_MS;
	tctl_agent_start(tctl_page_any_daemon() ? wait_ms : 0);
}

/* Under the dynamic linker's lock: an object is being loaded, its constructors
   have not run. */
static void init_new_events(void)
{
	int saved_errno = errno;

	if (!init_traced)
		init_traced_process(INIT_WAIT_LOADED_MS);
	else
		tctl_agent_notify(INIT_WAIT_LOADED_MS);
	errno = saved_errno;
}

/* The agent comes back with the signals that the patcher needs, and says to the
   daemons which one it is. */
static void init_patcher_select(int begin)
{
	if (!init_traced)
		return;
	if (begin)
		tctl_agent_park();
	else
		tctl_agent_resume(tctl_page_any_daemon() ? INIT_WAIT_MS : 0);
}

/*
 * The membarrier commands that recording and patching need are registered while
 * there is one thread: later it would take milliseconds. In a static executable
 * the objects' own constructors may come first, and call this.
 */
__attribute__((constructor(101), visibility("default")))
void tctl_library_init(void)
{
	static int done;
	int saved_errno = errno;

	if (done)
		return;
	done = 1;
	tctl_membarrier_init();
	tctl_rseq_usable();
	tctl_thread_init();
	tctl_outlive_init();
	tctl_page_init();
	tctl_self_init();
	/* Immediates alone need it. */
	tctl_fork_init();
	tctl_object_scan();
	tctl_object_on_new_events = init_new_events;
	tctl_patcher_on_select = init_patcher_select;
	if (tctl_object_any_sites())
		init_traced_process(INIT_WAIT_MS);
	errno = saved_errno;
}
