/* SPDX-License-Identifier: MIT */
/* libtrace/patcher.c: see patcher.h. Called by site.c and immediate.c. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#include <arch/breakpoint.h>
#include <arch/encode.h>
#include <libtrace/breakpoint.h>
#include <libtrace/patcher.h>

/* Atomic, relaxed: read without the lock by who asks for signals. */
static int chosen = IMMEDIATE_PATCHER_AUTO;

void (*tctl_patcher_on_select)(int begin);

static int without_breakpoints(void)
{
	struct tctl_trial trial;

	tctl_trial_site(&trial);
	return trial.info ? IMMEDIATE_PATCHER_FLIP : IMMEDIATE_PATCHER_NONE;
}

/* Breakpoints are asked for, or answer errata of this processor. */
static int by_itself(void)
{
	const char *asked = getauxval(AT_SECURE) ? NULL :
						  getenv("TRACECTL_PATCHER");

	if (!tctl_breakpoint_supported())
		return without_breakpoints();
	if (asked && !strcmp(asked, "breakpoint"))
		return IMMEDIATE_PATCHER_BREAKPOINT;
	if (asked && !strcmp(asked, "flip"))
		return IMMEDIATE_PATCHER_FLIP;
	return tctl_breakpoint_wanted_here() ? IMMEDIATE_PATCHER_BREAKPOINT :
					       IMMEDIATE_PATCHER_FLIP;
}

static void choose(int patcher)
{
	__atomic_store_n(&chosen, patcher, __ATOMIC_RELAXED);
}

int tctl_patcher(void)
{
	int patcher = __atomic_load_n(&chosen, __ATOMIC_RELAXED);

	if (patcher == IMMEDIATE_PATCHER_AUTO) {
		patcher = by_itself();
		choose(patcher);
	}
	return patcher;
}

int tctl_patcher_select(int patcher)
{
	const int former = tctl_patcher();
	int err;

	if (patcher == IMMEDIATE_PATCHER_AUTO)
		patcher = by_itself();
	if (patcher != former && (former == IMMEDIATE_PATCHER_NONE ||
				  !tctl_breakpoint_supported() ||
				  (patcher != IMMEDIATE_PATCHER_FLIP &&
				   patcher != IMMEDIATE_PATCHER_BREAKPOINT))) {
		tctl_patch_explain("patcher %d can't be chosen: %s", patcher,
				   former == IMMEDIATE_PATCHER_NONE ?
				   "this library patches no code" :
				   "there is none of this number here");
		return -EINVAL;
	}
	tctl_patch_forget();
	/* Chosen before the masks are read: no thread blocks SIGTRAP after. */
	choose(patcher);
	err = tctl_patcher_ready();
	if (err)
		choose(former);
	return err;
}

int tctl_patcher_ready(void)
{
	return tctl_patcher_traps() ? tctl_breakpoint_ready() : 0;
}

int tctl_patcher_can_change(const uint8_t *insn)
{
	return !tctl_patcher_traps() || tctl_breakpoint_insn_size(insn) != 0;
}

int tctl_patcher_text(const struct tctl_patch *patches, size_t nr,
		      int protection, size_t *ret_done)
{
	if (tctl_patcher_traps())
		return tctl_breakpoint_text(patches, nr, protection, ret_done);
	return tctl_patch_text(patches, nr, protection, ret_done);
}

int tctl_patcher_traps(void)
{
	return tctl_patcher() == IMMEDIATE_PATCHER_BREAKPOINT;
}

const sigset_t *tctl_patcher_mask(const sigset_t *set, sigset_t *room)
{
	if (!set || !tctl_patcher_traps() || sigismember(set, SIGTRAP) != 1)
		return set;
	*room = *set;
	sigdelset(room, SIGTRAP);
	return room;
}
