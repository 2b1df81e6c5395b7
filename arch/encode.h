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
};

/*
 * Open or close the gate whose bytes begin at code. Returns 0, -EBUSY
 * (somebody else's breakpoint is there), -EILSEQ (no gate) or -ENOSYS (the port
 * patches nothing).
 */
int tctl_encode_gate(const uint8_t *code, int open, struct tctl_edit *ret_edit);

/*
 * Change the immediate of the value site (tctl_site.info) at code. Returns 0
 * or -EILSEQ (no value site, or a misplaced immediate).
 */
int tctl_encode_value(const uint8_t *code, uint32_t info, uint64_t value,
		      struct tctl_edit *ret_edit);

/*
 * A function of the port for trying out whether patching works: a value site
 * of 4 bytes whose open gate gives TCTL_TRIAL_OPEN.
 */
#define TCTL_TRIAL_OPEN		0x7e57
#define TCTL_TRIAL_INFO \
	(TCTL_SITE_VALUE | 4u << 8 | TCTL_TRIAL_OFFSET << 16)
extern uint8_t tctl_trial_code[] __attribute__((visibility("hidden")));
int tctl_trial_run(void) __attribute__((visibility("hidden")));

#define TCTL_TRIAL_OFFSET	6u

#endif
