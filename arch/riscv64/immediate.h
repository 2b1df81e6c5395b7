/* SPDX-License-Identifier: MIT */
/*
 * arch/riscv64/immediate.h: the instructions of sites on riscv64, with what
 * <tracectl/arch/site_asm.h> makes of them.
 *
 *	gate	lui zero, rel20		open: jal zero, rel20	within 1 MiB
 *	value	lui rN, imm20		20 bits and their sign
 *		sraiw rN, rN, 12
 *	switch	jal zero, rel20
 *
 * A lui into the zero register is a hint that does nothing. It holds the bits
 * that jal takes for its distance: the linker puts them there as it does for a
 * jal, and one byte differs between the two. Of a value, lui alone changes.
 */
#ifndef TRACECTL_ARCH_RISCV64_IMMEDIATE_H
#define TRACECTL_ARCH_RISCV64_IMMEDIATE_H

#define TCTL_OPERAND		"%"	/* a constant is plain already */
#define TCTL_SYMBOL		"i"
#define TCTL_ASM_ALIGN		"\t.p2align 2\n"
#define TCTL_ASM_DORMANT(label) \
	"\t.insn j 0x37, zero, " label "\n"
#define TCTL_ASM_OPEN(label) \
	"\t.insn j 0x6f, zero, " label "\n"
#define TCTL_ASM_GO(label)	"\tj " label "\n"
#define TCTL_ASM_TARGET(label)	""
#define TCTL_SITE_FLAGS		0
#define TCTL_ASM_SET(number)	"\tli %0, " number "\n"
#define TCTL_ASM_ADDRESS(label)	"\tlla %0, " label "\n"
#define TCTL_ASM_CLOBBERS
#define TCTL_ASM_VALUE \
	"\t.option push\n" \
	"\t.option norvc\n" \
	"\tlui %0, 0\n" \
	"\tsraiw %0, %0, 12\n" \
	"\t.option pop\n"
#define TCTL_VALUE_FITS(size)	1
#define TCTL_ASM_POINTER_LOAD	"\tld %0, 0(%0)\n"
#define TCTL_ASM_LOAD_1		"\tlbu %0, 0(%0)\n"
#define TCTL_ASM_LOAD_2		"\tlhu %0, 0(%0)\n"
#define TCTL_ASM_LOAD_4		"\tlw %0, 0(%0)\n"
#define TCTL_ASM_LOAD_8		"\tld %0, 0(%0)\n"

#include <tracectl/arch/site_asm.h>

#endif
