/* SPDX-License-Identifier: MIT */
/*
 * arch/powerpc/immediate.h: the instructions of sites on powerpc, 32 and 64
 * bits, both byte orders, with what <tracectl/arch/site_asm.h> makes of them.
 *
 *	gate	nop		open: b label		within 32 MiB
 *	value	li rN,imm16	16 bits and their sign
 *	switch	b label
 *
 * An address is taken relative to the program counter, which only a call
 * reveals: the link register is kept in r0 meanwhile. The table of contents is
 * of no use, as a function that seems not to need it has none.
 */
#ifndef TRACECTL_ARCH_POWERPC_IMMEDIATE_H
#define TRACECTL_ARCH_POWERPC_IMMEDIATE_H

#define TCTL_OPERAND		"%c"
#define TCTL_SYMBOL		"i"
#define TCTL_ASM_ALIGN		""
#define TCTL_ASM_DORMANT(label)	"\tnop\n"
#define TCTL_ASM_OPEN(label)	"\tb " label "\n"
#define TCTL_ASM_GO(label)	"\tb " label "\n"
#define TCTL_ASM_TARGET(label)	"\t.long " label " - ., 0, 0\n"
#define TCTL_SITE_FLAGS		TCTL_SITE_TARGET
#define TCTL_ASM_SET(number)	"\tli %0," number "\n"
#define TCTL_ASM_ADDRESS(label) \
	"\tmflr 0\n" \
	"\tbcl 20,31,.Ltctl_pc%=\n" \
	".Ltctl_pc%=:\n" \
	"\tmflr %0\n" \
	"\tmtlr 0\n" \
	"\taddis %0,%0," label "-.Ltctl_pc%=@ha\n" \
	"\taddi %0,%0," label "-.Ltctl_pc%=@l\n"
#define TCTL_ASM_CLOBBERS	"r0"
#define TCTL_ASM_VALUE		"\tli %0,0\n"
#ifdef __powerpc64__
#define TCTL_VALUE_FITS(size)	1
#define TCTL_ASM_POINTER_LOAD	"\tld %0,0(%0)\n"
#define TCTL_ASM_LOAD_8		"\tld %0,0(%0)\n"
#else
#define TCTL_VALUE_FITS(size)	((size) <= 4)
#define TCTL_ASM_POINTER_LOAD	"\tlwz %0,0(%0)\n"
#define TCTL_ASM_LOAD_8		""
#endif
#define TCTL_ASM_LOAD_1		"\tlbz %0,0(%0)\n"
#define TCTL_ASM_LOAD_2		"\tlhz %0,0(%0)\n"
#define TCTL_ASM_LOAD_4		"\tlwz %0,0(%0)\n"

#include <tracectl/arch/site_asm.h>

#endif
