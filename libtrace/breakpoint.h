/* SPDX-License-Identifier: MIT */
/*
 * libtrace/breakpoint.h: changing sites behind breakpoints, so that nobody ever
 * runs bytes that were changed without a serialising instruction in between.
 *
 * Locking: the caller holds tctl_object_lock (object.h).
 */
#ifndef LIBTRACE_BREAKPOINT_H
#define LIBTRACE_BREAKPOINT_H

#include <libtrace/patch.h>

/*
 * Whether breakpoints can be set now: 0, or a negative errno with the cause in
 * tctl_patch_reason(): a thread blocks SIGTRAP, a debugger is there, the kernel
 * can't synchronise the processors.
 */
int tctl_breakpoint_ready(void);

/* As tctl_patch_text(), at most TCTL_PATCH_BATCH at once; nobody but a debugger
   has breakpoints there, which the caller has checked. When it returns, all
   threads run the new instructions. */
int tctl_breakpoint_text(const struct tctl_patch *patches, size_t nr,
			 int protection, size_t *ret_done);

#endif
