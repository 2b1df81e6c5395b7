/* SPDX-License-Identifier: MIT */
/*
 * arch/x86/switch.h: the instruction of a switch, on processors of both word
 * sizes. Included by the ports' immediate.h, which say how a key is named
 * (TCTL_KEY, TCTL_KEY_NAME).
 *
 *	e9 rel32	jmp to a way; rel32 is aligned, so that one store turns
 *			it. It begins at the way that loads the variable.
 */
#ifndef TRACECTL_ARCH_X86_SWITCH_H
#define TRACECTL_ARCH_X86_SWITCH_H

#define TCTL_WAY_ASM(label)	"\t.long %l" label " - ., 0, %c2\n"

#define TCTL_SWITCH(key, size, load, ...) \
	__asm__ __inline__ goto ( \
		".p2align 2\n" \
		"\t.byte 0x0f, 0x1f, 0x00\n" \
		".Ltctl_site%=:\n" \
		"\t.byte 0xe9\n" \
		"\t.long %l3 - . - 4\n" \
		"\t.pushsection tctl_sites,\"ao?\",@progbits,.Ltctl_site%=\n" \
		"\t.p2align 2\n" \
		"\t.long .Ltctl_site%= - ., " TCTL_KEY_NAME("0") " - ., %c1\n" \
		TCTL_WAYS_ASM(TCTL_WAY_ASM) \
		"\t.popsection" \
		: \
		: TCTL_KEY (key), "i" (TCTL_SITE_SWITCH | (size) << 8), \
		  "i" (TCTL_SITE_WAY) \
		: \
		: load, __VA_ARGS__)

#endif
