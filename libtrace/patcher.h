/* SPDX-License-Identifier: MIT */
/*
 * libtrace/patcher.h: how code is changed under running threads: by one store
 * (flip) or behind a breakpoint. Which one is chosen by immediate_patcher_select(),
 * else by TRACECTL_PATCHER, else by the processor.
 *
 * Locking: the caller holds tctl_object_lock (object.h).
 */
#ifndef LIBTRACE_PATCHER_H
#define LIBTRACE_PATCHER_H

#include <signal.h>
#include <stddef.h>
#include <tracectl/immediate.h>
#include <libtrace/patch.h>

/* IMMEDIATE_PATCHER_*, the one that is used; never _AUTO. */
int tctl_patcher(void);

/* Choose one. 0, -EINVAL, or what tctl_breakpoint_ready() says, and then the
   former one stays. */
int tctl_patcher_select(int patcher);

/* Whether the patcher can work at present, asked once per change. */
int tctl_patcher_ready(void);

/* Whether the patcher can change this instruction: not while somebody else's
   breakpoint is on it. */
int tctl_patcher_can_change(const uint8_t *insn);

/* As tctl_patch_text(). The caller synchronises all threads afterwards. */
int tctl_patcher_text(const struct tctl_patch *patches, size_t nr,
		      int protection, size_t *ret_done);

/* For interposed functions, without lock: 1 while breakpoints may be set, so
   that SIGTRAP has to stay unblocked. */
int tctl_patcher_traps(void);

/* The same: `set` to be blocked, without SIGTRAP, then in *room. */
const sigset_t *tctl_patcher_mask(const sigset_t *set, sigset_t *room);

/*
 * Called around a choice without locks: 1 before it, 0 after. The agent, which
 * has all signals blocked, is parked meanwhile. NULL until there is an agent.
 */
extern void (*tctl_patcher_on_select)(int begin);

#endif
