/* SPDX-License-Identifier: MIT */
/*
 * arch/arm64/immediate.h: the instructions of sites on arm64, with what
 * <tracectl/arch/site_asm.h> makes of them.
 *
 *	gate	nop		open: b label		within 128 MiB
 *	value	movz, movn	16 bits anywhere among zeros or among ones
 *	switch	b label
 *
 * The architecture promises that a nop which becomes a b, or back, is met as
 * one of the two. It promises no such thing for movz and movn: that their word,
 * stored in one piece, is met as the old or the new one is what processors do.
 */
#ifndef TRACECTL_ARCH_ARM64_IMMEDIATE_H
#define TRACECTL_ARCH_ARM64_IMMEDIATE_H

#define TCTL_OPERAND		"%c"
#define TCTL_SYMBOL		"S"
#define TCTL_ASM_ALIGN		""
#define TCTL_ASM_DORMANT(label)	"\tnop\n"
#define TCTL_ASM_OPEN(label)	"\tb " label "\n"
#define TCTL_ASM_GO(label)	"\tb " label "\n"
#define TCTL_ASM_TARGET(label)	"\t.long " label " - ., 0, 0\n"
#define TCTL_SITE_FLAGS		TCTL_SITE_TARGET
#define TCTL_ASM_SET(number)	"\tmov %w0, #" number "\n"
#define TCTL_ASM_ADDRESS(label) \
	"\tadrp %0, " label "\n" \
	"\tadd %0, %0, :lo12:" label "\n"
#define TCTL_ASM_CLOBBERS
#define TCTL_ASM_VALUE		"\tmovz %w0, #0\n"
#define TCTL_VALUE_FITS(size)	1
#define TCTL_ASM_POINTER_LOAD	"\tldr %0, [%0]\n"
#define TCTL_ASM_LOAD_1		"\tldrb %w0, [%0]\n"
#define TCTL_ASM_LOAD_2		"\tldrh %w0, [%0]\n"
#define TCTL_ASM_LOAD_4		"\tldr %w0, [%0]\n"
#define TCTL_ASM_LOAD_8		"\tldr %0, [%0]\n"

#include <tracectl/arch/site_asm.h>

#endif
