/* SPDX-License-Identifier: MIT */
/*
 * libtrace/breakpoint.c: see breakpoint.h. Called by patcher.c.
 *
 * A batch goes through three steps, with all processors synchronised after
 * each: the breakpoint onto the first byte of every instruction; the rest of the
 * instructions; their first bytes. Meanwhile trap.c does what the instruction
 * will do. So the bytes that a processor decodes as an instruction never change
 * but in the first, which alone is either whole instruction or breakpoint.
 *
 * A thread that blocks SIGTRAP and meets a breakpoint is killed. Therefore all
 * masks are looked at before each batch; what blocks it later comes through
 * interpose_signal.c.
 */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#include <arch/breakpoint.h>
#include <libtrace/breakpoint.h>
#include <libtrace/membarrier.h>
#include <libtrace/patch.h>
#include <libtrace/signal_mask.h>
#include <libtrace/trap.h>

/* The C library blocks all signals for moments, where it makes threads and
   processes; nothing of the application runs there. And a vfork lasts for a
   moment only, mostly. */
#define PATIENCE_TRIES	50
#define PATIENCE_NS	2000000

static const struct timespec moment = { .tv_nsec = PATIENCE_NS };

/* A batch; one at a time: tctl_object_lock. */
static struct tctl_trap *traps[TCTL_PATCH_BATCH];
static struct tctl_patch steps[TCTL_PATCH_BATCH];
static uint8_t first_old[TCTL_PATCH_BATCH];
static uint8_t first_new[TCTL_PATCH_BATCH];

/* Debuggers keep SIGTRAP to themselves, and go on behind the breakpoint. */
static int refuse_traced(pid_t tracer)
{
	tctl_patch_explain("breakpoints can't be set: process %d traces this "
			   "one (end it, or use the patcher flip)", (int)tracer);
	return -EPERM;
}

static int masks_allow(struct tctl_signal_blocker *ret)
{
	int tries, err;

	for (tries = 0; tries < PATIENCE_TRIES; tries++) {
		err = tctl_signal_blocker(SIGTRAP, ret);
		if (err) {
			tctl_patch_explain("breakpoints can't be set: the "
				"threads' signal masks can't be read from "
				"/proc: %s", strerror(-err));
			return err;
		}
		if (ret->tracer)
			return refuse_traced(ret->tracer);
		if (!ret->tid)
			return 0;
		nanosleep(&moment, NULL);
	}
	tctl_patch_explain("breakpoints can't be set: thread %d (%s) blocks "
			   "SIGTRAP (unblock it there, or use the patcher "
			   "flip)", (int)ret->tid, ret->name);
	return -EPERM;
}

static int handler_ready(void)
{
	int tries, err = tctl_trap_ensure();

	for (tries = 1; err == -EBUSY && tries < PATIENCE_TRIES; tries++) {
		nanosleep(&moment, NULL);
		err = tctl_trap_ensure();
	}
	if (err == -EBUSY)
		tctl_patch_explain("breakpoints can't be set: a child of vfork "
				   "runs in this process's memory without the "
				   "handler of SIGTRAP (try again when it has "
				   "ended)");
	else if (err)
		tctl_patch_explain("breakpoints can't be set: no handler of "
				   "SIGTRAP: %s", strerror(-err));
	return err;
}

/* Whether a breakpoint comes to the handler at all. */
static int try_trap(void)
{
	const struct tctl_effect effect = {
		.next = (uintptr_t)tctl_trial_trap + 1,
		.value = TCTL_TRIAL_TRAPPED,
		.reg = 0,
	};
	struct tctl_trap *trap = tctl_trap_get(tctl_trial_trap);

	if (!trap)
		return -ENOMEM;
	tctl_trap_arm(trap, &effect);
	if (tctl_trial_trap_run() == TCTL_TRIAL_TRAPPED)
		return 0;
	tctl_patch_explain("breakpoints can't be set: SIGTRAP does not come to "
			   "this process (use the patcher flip)");
	return -EPERM;
}

int tctl_breakpoint_ready(void)
{
	static int tried;
	struct tctl_signal_blocker blocker;
	int err;

	/* Not only granted: a filter may have come since. */
	if (!tctl_breakpoint_supported() || tctl_membarrier_sync_core()) {
		tctl_patch_explain("breakpoints can't be set: %s",
				   tctl_breakpoint_supported() ?
				   "the kernel refuses membarrier SYNC_CORE" :
				   "this library patches no code");
		return -ENOSYS;
	}
	err = masks_allow(&blocker);
	if (!err)
		err = handler_ready();
	if (!err && !tried)
		err = try_trap();
	tried |= !err;
	return err;
}

/* Before anything is stored: the new instruction, and what it does. */
static int arm(const struct tctl_patch *patch, size_t i)
{
	const size_t size = tctl_breakpoint_insn_size(patch->insn);
	uint8_t bytes[TCTL_INSN_MAX] = { 0 };
	struct tctl_effect effect;

	memcpy(bytes, patch->insn, size);
	first_old[i] = bytes[0];
	memcpy(bytes + (patch->at - patch->insn), &patch->value, patch->size);
	first_new[i] = bytes[0];
	if (tctl_breakpoint_effect(bytes, (uintptr_t)patch->insn,
				   &effect))
		return -EILSEQ;
	traps[i] = tctl_trap_get(patch->insn);
	if (!traps[i])
		return -ENOMEM;
	tctl_trap_arm(traps[i], &effect);
	return 0;
}

static void disarm(size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++)
		tctl_trap_disarm(traps[i]);
}

static int arm_all(const struct tctl_patch *patches, size_t nr)
{
	size_t i;
	int err;

	for (i = 0; i < nr; i++) {
		err = arm(&patches[i], i);
		if (err) {
			disarm(i);
			return err;
		}
	}
	return 0;
}

/* Store bytes[i], or `byte`, into the first byte of patches 0 .. nr-1. */
static int write_first(const struct tctl_patch *patches, size_t nr,
		       const uint8_t *bytes, uint8_t byte, int protection,
		       size_t *ret_done)
{
	size_t i;

	for (i = 0; i < nr; i++) {
		steps[i].at = patches[i].insn;
		steps[i].value = bytes ? bytes[i] : byte;
		steps[i].size = 1;
	}
	return tctl_patch_text(steps, nr, protection, ret_done);
}

/* Returns how many patches, in their order, are whole. */
static size_t write_rest(const struct tctl_patch *patches, size_t nr,
			 int protection, int *ret_error)
{
	size_t i, n = 0, done;

	for (i = 0; i < nr; i++) {
		if (patches[i].at != patches[i].insn)
			steps[n++] = patches[i];
	}
	*ret_error = n ? tctl_patch_text(steps, n, protection, &done) : 0;
	if (n)
		tctl_membarrier_sync_core();
	if (!*ret_error)
		return nr;
	for (i = 0; patches[i].at != steps[done].at; i++)
		;
	return i;
}

int tctl_breakpoint_text(const struct tctl_patch *patches, size_t nr,
			 int protection, size_t *ret_done)
{
	size_t set, i;
	int err, last;

	*ret_done = 0;
	err = arm_all(patches, nr);
	if (err)
		return err;
	err = write_first(patches, nr, NULL, tctl_breakpoint_byte(), protection,
			  &set);
	tctl_membarrier_sync_core();
	if (!err)
		*ret_done = write_rest(patches, nr, protection, &err);
	for (i = *ret_done; i < set; i++)
		first_new[i] = first_old[i];
	last = write_first(patches, set, first_new, 0, protection, &i);
	tctl_membarrier_sync_core();
	/* Where a breakpoint stays it is emulated for ever. */
	if (!last)
		disarm(nr);
	return err ? err : last;
}
