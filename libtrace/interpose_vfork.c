/* SPDX-License-Identifier: MIT */
/*
 * libtrace/interpose_vfork.c: what arch/<cpu>/vfork.S calls in the parent, before
 * and after. Until the parent runs again its thread records as tctl_thread's
 * vfork says (thread.h). Where a port has no vfork.S, the child of a vfork
 * records under its parent's ids.
 */
#include <errno.h>

#include "libtrace/interpose.h"
#include "libtrace/thread.h"
#include "libtrace/trap.h"

#ifdef PIC

void tctl_vfork_begin(void) __attribute__((visibility("hidden")));
int tctl_vfork_end(long result) __attribute__((visibility("hidden")));

void tctl_vfork_begin(void)
{
	tctl_trap_vfork_begin();
	tctl_thread_vfork_begin();
}

/* result: of the system call, in the parent. */
int tctl_vfork_end(long result)
{
	tctl_thread_vfork_end();
	tctl_trap_vfork_end();
	if (result >= 0)
		return (int)result;
	errno = (int)-result;
	return -1;
}

#endif
