/* SPDX-License-Identifier: MIT */
/*
 * arch/encode.h: the part of a port that knows instruction bytes, as pure
 * functions: they read the bytes of a site and say which bytes to store; they
 * store nothing, so that the ports of all processors can be tested on any.
 * Called by libtrace/site.c, which has checked that the site lies in text.
 *
 * A port promises about what it asks for:
 *  - one edit is one naturally aligned store of 1, 2, 4 or 8 bytes;
 *  - at any moment another processor that runs the site sees the bytes from
 *    before or from after the store, both of them whole instructions with the
 *    same boundaries;
 *  - the new bytes are seen everywhere after tctl_membarrier_sync_core().
 */
#ifndef ARCH_ENCODE_H
#define ARCH_ENCODE_H

#include <stdint.h>

struct tctl_edit {
	uint64_t value;		/* to store */
	uint8_t offset;		/* from the site's first byte */
	uint8_t size;		/* of the store; 0: nothing to do */
	uint8_t insn;		/* offset of the instruction that it changes */
};

/*
 * Open or close the gate whose bytes begin at code. target: how far behind code
 * an open gate continues; ports whose dormant gates hold it in their own bytes
 * don't look at it. Returns 0, -EBUSY (somebody else's breakpoint is there),
 * -EILSEQ (no gate), -ERANGE (no branch reaches the target) or -ENOSYS (the
 * port patches nothing).
 */
int tctl_encode_gate(const uint8_t *code, int32_t target, int open,
		     struct tctl_edit *ret_edit);

/*
 * Change the immediate of the value site (tctl_site.info) at code. Returns 0,
 * -EILSEQ (no value site, or a misplaced immediate) or -ERANGE (the instruction
 * can't hold this number: the gate in front has to be open).
 */
int tctl_encode_value(const uint8_t *code, uint32_t info, uint64_t value,
		      struct tctl_edit *ret_edit);

/*
 * Let the switch whose jump begins at code go to code + distance. Returns 0,
 * -EBUSY (somebody else's breakpoint is there), -EILSEQ (no jump, misplaced),
 * -ERANGE (too far) or -ENOSYS (the port has none).
 */
int tctl_encode_switch(const uint8_t *code, int64_t distance,
		       struct tctl_edit *ret_edit);

/*
 * A function of the port for trying out whether patching works: a value site,
 * whose info and target these are, that begins dormant with 0; its open gate
 * gives TCTL_TRIAL_OPEN. In a file of its own, as it holds instructions.
 */
#define TCTL_TRIAL_OPEN		0x7e57
#define TCTL_TRIAL_INFO(size, offset) \
	(TCTL_SITE_VALUE | (size) << 8 | (offset) << 16)

struct tctl_trial {
	uint8_t *code;
	int32_t target;
	uint32_t info;
};

void tctl_trial_site(struct tctl_trial *ret_trial)
	__attribute__((visibility("hidden")));
int tctl_trial_run(void) __attribute__((visibility("hidden")));

#endif
