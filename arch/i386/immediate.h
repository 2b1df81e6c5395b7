/* SPDX-License-Identifier: MIT */
/*
 * arch/i386/immediate.h: the instructions of sites on i386: those of x86-64 (see
 * there), but for values of 8 bytes, which are loads.
 *
 * Position-independent code has no constant addresses here, which "i" asks for.
 * gcc takes the address of a static object as operand "X", anything, and prints
 * it bare as %p. clang, which loads it into a register for that, has loads in
 * the place of immediates there.
 */
#ifndef TRACECTL_ARCH_I386_IMMEDIATE_H
#define TRACECTL_ARCH_I386_IMMEDIATE_H

#define TCTL_SITE_ASM(key, info) \
	".pushsection tctl_sites,\"ao?\",@progbits,.Ltctl_site%=\n" \
	"\t.p2align 2\n" \
	"\t.long .Ltctl_site%= - ., " key " - ., " info "\n" \
	"\t.popsection\n"

#define TCTL_GATE(text, label) \
	do { \
		TCTL_TEXT_DEFINE(text) \
		__asm__ __inline__ goto ( \
			".Ltctl_site%=:\n" \
			"\t.byte 0xa9\n" \
			"\t.long %l1 - . - 4\n\t" \
			TCTL_SITE_ASM(TCTL_TEXT_NAME("0"), "%c0") \
			: \
			: "i" (TCTL_SITE_GATE | TCTL_SITE_KEY_TEXT) \
			: \
			: label); \
	} while (0)

#define TCTL_GATE_READ(open, text) \
	do { \
		TCTL_TEXT_DEFINE(text) \
		__asm__ __volatile__ ( \
			"xorl %0, %0\n" \
			".Ltctl_site%=:\n" \
			"\t.byte 0xa9\n" \
			"\t.long .Ltctl_open%= - . - 4\n" \
			".Ltctl_done%=:\n\t" \
			TCTL_SITE_ASM(TCTL_TEXT_NAME("0"), "%c1") \
			"\t.subsection 1\n" \
			".Ltctl_open%=:\n" \
			"\tmovl $1, %0\n" \
			"\tjmp .Ltctl_done%=\n" \
			"\t.previous" \
			: "=r" (open) \
			: "i" (TCTL_SITE_GATE | TCTL_SITE_KEY_TEXT)); \
	} while (0)

#ifdef __PIC__
#define TCTL_KEY		"X"
#define TCTL_KEY_NAME(n)	"%p" n
#define TCTL_KEY_LOAD \
	"\tcall .Ltctl_pc%=\n" \
	".Ltctl_pc%=:\n" \
	"\tpopl %0\n" \
	"\tmovl " TCTL_KEY_NAME("1") " - .Ltctl_pc%=(%0), %0\n"
#else
#define TCTL_KEY		"i"
#define TCTL_KEY_NAME(n)	"%c" n
#define TCTL_KEY_LOAD		"\tmovl %c1, %0\n"
#endif

#if !defined(__PIC__) || !defined(__clang__)
#define TCTL_VARIABLE_GATE(key, size, label) \
	__asm__ __inline__ goto ( \
		".Ltctl_site%=:\n" \
		"\t.byte 0xe9\n" \
		"\t.long %l2 - . - 4\n\t" \
		TCTL_SITE_ASM(TCTL_KEY_NAME("0"), "%c1") \
		: \
		: TCTL_KEY (key), "i" (TCTL_SITE_GATE | (size) << 8) \
		: \
		: label)

#define TCTL_VALUE_FITS(size)	((size) <= 4)

/* The padding puts the immediate, 6 bytes behind it, on a multiple of its
   size. */
#define TCTL_VALUE(bits, key, size) \
	__asm__ __inline__ __volatile__ ( \
		".if %c2 == 2\n\t.p2align 1\n\t.endif\n" \
		"\t.if %c2 == 4\n\t.p2align 2\n\t.byte 0x66, 0x90\n\t.endif\n" \
		".Ltctl_site%=:\n" \
		"\t.byte 0xe9\n" \
		"\t.long .Ltctl_load%= - . - 4\n" \
		"\tmovl $0, %0\n" \
		".Ltctl_done%=:\n\t" \
		TCTL_SITE_ASM(TCTL_KEY_NAME("1"), "%c3") \
		"\t.subsection 1\n" \
		".Ltctl_load%=:\n" \
		TCTL_KEY_LOAD \
		"\t.if %c2 == 1\n\tmovzbl (%0), %0\n\t.endif\n" \
		"\t.if %c2 == 2\n\tmovzwl (%0), %0\n\t.endif\n" \
		"\t.if %c2 == 4\n\tmovl (%0), %0\n\t.endif\n" \
		"\tjmp .Ltctl_done%=\n" \
		"\t.previous" \
		: "=r" (bits) \
		: TCTL_KEY (key), "i" (size), \
		  "i" (TCTL_SITE_VALUE | (size) << 8 | 6u << 16))

#include <tracectl/arch/x86/switch.h>
#endif

#define TCTL_SLOT_ADDRESS \
	"\tcall .Ltctl_pc%=\n" \
	".Ltctl_pc%=:\n" \
	"\tpopl %0\n" \
	"\taddl $.Ltctl_slot%= - .Ltctl_pc%=, %0\n"

#endif
