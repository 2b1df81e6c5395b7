/* SPDX-License-Identifier: MIT */
/*
 * arch/arm/immediate.h: the instructions of sites on arm, from version 7 on and
 * in the instruction set of words, with what <tracectl/arch/site_asm.h> makes of
 * them. Code of the Thumb set has the generic sites: there the architecture lets
 * only instructions of two bytes change, and their branches reach 2 KiB.
 *
 *	gate	nop		open: b label		within 32 MiB
 *	value	movw, mvn	up to 4 bytes: 16 bits among zeros, 8 among ones
 *	switch	b label
 *
 * Immediates of position-independent code are loads: there compilers accept no
 * address in an asm statement.
 */
#ifndef TRACECTL_ARCH_ARM_IMMEDIATE_H
#define TRACECTL_ARCH_ARM_IMMEDIATE_H

#define TCTL_OPERAND		"%c"
#define TCTL_SYMBOL		"i"
#define TCTL_ASM_ALIGN		""
#define TCTL_ASM_DORMANT(label)	"\tnop\n"
#define TCTL_ASM_OPEN(label)	"\tb " label "\n"
#define TCTL_ASM_GO(label)	"\tb " label "\n"
#define TCTL_ASM_TARGET(label)	"\t.long " label " - ., 0, 0\n"
#define TCTL_SITE_FLAGS		TCTL_SITE_TARGET
#define TCTL_ASM_SET(number)	"\tmovw %0, #" number "\n"
/* The processor's pc is 8 bytes ahead. */
#define TCTL_ASM_ADDRESS(label) \
	"\tmovw %0, #:lower16:(" label " - (.Ltctl_pc%= + 8))\n" \
	"\tmovt %0, #:upper16:(" label " - (.Ltctl_pc%= + 8))\n" \
	".Ltctl_pc%=:\n" \
	"\tadd %0, pc, %0\n"
#define TCTL_ASM_CLOBBERS
#define TCTL_ASM_VALUE		"\tmovw %0, #0\n"
#define TCTL_VALUE_FITS(size)	((size) <= 4)
#define TCTL_ASM_POINTER_LOAD	"\tldr %0, [%0]\n"
#define TCTL_ASM_LOAD_1		"\tldrb %0, [%0]\n"
#define TCTL_ASM_LOAD_2		"\tldrh %0, [%0]\n"
#define TCTL_ASM_LOAD_4		"\tldr %0, [%0]\n"
#define TCTL_ASM_LOAD_8		""

#include <tracectl/arch/site_asm.h>

#ifdef __PIC__
#undef TCTL_VARIABLE_GATE
#undef TCTL_VALUE
#undef TCTL_SWITCH
#endif

#endif
