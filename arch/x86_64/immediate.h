/* SPDX-License-Identifier: MIT */
/*
 * arch/x86_64/immediate.h: the instructions of sites on x86-64.
 *
 * Included through <tracectl/arch/immediate.h>, which holds the contract of
 * these macros. Bytes of a gate:
 *
 *	dormant		a9 rel32	test $rel32,%eax
 *	open		e9 rel32	jmp rel32
 *
 * Both are 5 bytes with the same last four, so that opening or closing stores
 * one byte: it can't be torn, and the boundary to the next instruction never
 * moves. The flags, which a dormant gate changes, are clobbered by every asm
 * statement on this processor.
 *
 * Bytes of a value:
 *
 *	a9/e9 rel32	dormant: go on; open: load the variable instead
 *	[48] b8+r imm	mov $imm,%r; imm is aligned to its own size, so that a
 *			change is one store that can't be torn
 *
 * Sizes 1 and 2 are the low bytes of a 32-bit immediate: this needs no 16-bit
 * prefix and writes the whole register. A value begins open, that is as a load
 * of the variable, and so is right before anybody has patched it, and for ever
 * where text can't be written.
 */
#ifndef TRACECTL_ARCH_X86_64_IMMEDIATE_H
#define TRACECTL_ARCH_X86_64_IMMEDIATE_H

#define TCTL_SITE_ASM(key, info) \
	".pushsection tctl_sites,\"ao?\",@progbits,.Ltctl_site%=\n" \
	"\t.p2align 2\n" \
	"\t.long .Ltctl_site%= - ., " key " - ., " info "\n" \
	"\t.popsection\n"

#define TCTL_GATE(text, label) \
	__asm__ __inline__ goto ( \
		".Ltctl_site%=:\n" \
		"\t.byte 0xa9\n" \
		"\t.long %l2 - . - 4\n\t" \
		TCTL_SITE_ASM("%c0", "%c1") \
		: \
		: "i" (text), "i" (TCTL_SITE_GATE | TCTL_SITE_KEY_TEXT) \
		: \
		: label)

#define TCTL_GATE_READ(open, text) \
	__asm__ __volatile__ ( \
		"xorl %k0, %k0\n" \
		".Ltctl_site%=:\n" \
		"\t.byte 0xa9\n" \
		"\t.long .Ltctl_open%= - . - 4\n" \
		".Ltctl_done%=:\n\t" \
		TCTL_SITE_ASM("%c1", "%c2") \
		"\t.subsection 1\n" \
		".Ltctl_open%=:\n" \
		"\tmovl $1, %k0\n" \
		"\tjmp .Ltctl_done%=\n" \
		"\t.previous" \
		: "=r" (open) \
		: "i" (text), "i" (TCTL_SITE_GATE | TCTL_SITE_KEY_TEXT))

#define TCTL_VARIABLE_GATE(key, size, label) \
	__asm__ __inline__ goto ( \
		".Ltctl_site%=:\n" \
		"\t.byte 0xe9\n" \
		"\t.long %l2 - . - 4\n\t" \
		TCTL_SITE_ASM("%c0", "%c1") \
		: \
		: "i" (key), "i" (TCTL_SITE_GATE | (size) << 8) \
		: \
		: label)

/*
 * R: a register whose mov needs no prefix. The padding puts the immediate, 6
 * or 7 bytes behind the padding, on a multiple of its size.
 */
#define TCTL_VALUE(bits, key, size) \
	__asm__ __inline__ __volatile__ ( \
		".if %c2 == 2\n\t.p2align 1\n\t.endif\n" \
		"\t.if %c2 == 4\n\t.p2align 2\n\t.byte 0x66, 0x90\n\t.endif\n" \
		"\t.if %c2 == 8\n\t.p2align 3\n\t.byte 0x90\n\t.endif\n" \
		".Ltctl_site%=:\n" \
		"\t.byte 0xe9\n" \
		"\t.long .Ltctl_load%= - . - 4\n" \
		"\t.if %c2 == 8\n\tmovabsq $0, %q0\n" \
		"\t.else\n\tmovl $0, %k0\n\t.endif\n" \
		".Ltctl_done%=:\n\t" \
		TCTL_SITE_ASM("%c1", "%c3") \
		"\t.subsection 1\n" \
		".Ltctl_load%=:\n" \
		"\tmovq %c1(%%rip), %q0\n" \
		"\t.if %c2 == 1\n\tmovzbl (%q0), %k0\n\t.endif\n" \
		"\t.if %c2 == 2\n\tmovzwl (%q0), %k0\n\t.endif\n" \
		"\t.if %c2 == 4\n\tmovl (%q0), %k0\n\t.endif\n" \
		"\t.if %c2 == 8\n\tmovq (%q0), %q0\n\t.endif\n" \
		"\tjmp .Ltctl_done%=\n" \
		"\t.previous" \
		: "=R" (bits) \
		: "i" (key), "i" (size), \
		  "i" (TCTL_SITE_VALUE | (size) << 8 | \
		       ((size) == 8 ? 7u : 6u) << 16))

#define TCTL_KEY		"i"
#define TCTL_KEY_NAME(n)	"%c" n
#include <tracectl/arch/x86/switch.h>

#define TCTL_SLOT_ADDRESS	"\tlea .Ltctl_slot%=(%%rip), %0\n"

#endif
