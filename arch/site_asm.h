/* SPDX-License-Identifier: MIT */
/*
 * arch/site_asm.h: the macros of <tracectl/arch/immediate.h> for processors
 * whose instructions are words. A port's immediate.h includes it and says what
 * its instructions look like, as asm text:
 *
 * TCTL_ASM_DORMANT(label), TCTL_ASM_OPEN(label)
 *	A gate's instruction.
 * TCTL_ASM_TARGET(label), TCTL_SITE_FLAGS
 *	The record that tells where a dormant gate would go, and
 *	TCTL_SITE_TARGET; or "" and 0, if its bytes do.
 * TCTL_ASM_SET(number)
 *	Put a small number into %0.
 * TCTL_ASM_GO(label)
 *	Go there, in the same section.
 * TCTL_ASM_ADDRESS(label), TCTL_ASM_CLOBBERS
 *	Put the address of something of the same object into %0; registers that
 *	this needs.
 * TCTL_ASM_VALUE
 *	Put 0 into %0 by an instruction that can be changed, 4 bytes behind the
 *	gate.
 * TCTL_ASM_ALIGN
 *	Go to a multiple of 4, or "" where instructions are there always.
 * TCTL_VALUE_FITS(size)
 *	As in <tracectl/arch/immediate.h>.
 * TCTL_ASM_POINTER_LOAD, TCTL_ASM_LOAD_1, _2, _4, _8
 *	Load what %0 points to into %0; "" for sizes that don't fit.
 * TCTL_OPERAND
 *	How asm text names an operand as a plain number or symbol.
 * TCTL_SYMBOL
 *	The constraint of a symbol's address.
 *
 * A value begins open, that is as a load of the variable, and so is right
 * before anybody has patched it, and for ever where text can't be written. So is
 * it while the variable holds what does not fit into the one instruction: two
 * could not be changed under a thread that stopped between them.
 */
#ifndef TRACECTL_ARCH_SITE_ASM_H
#define TRACECTL_ARCH_SITE_ASM_H

#define TCTL_SITE_ASM(key, info, label) \
	"\t.pushsection tctl_sites,\"ao?\"," TCTL_SECTION_TYPE \
		",.Ltctl_site%=\n" \
	"\t.p2align 2\n" \
	"\t.long .Ltctl_site%= - ., " key " - ., " info "\n" \
	TCTL_ASM_TARGET(label) \
	"\t.popsection\n"

#define TCTL_GATE(text, label) \
	do { \
		TCTL_TEXT_DEFINE(text) \
		__asm__ __inline__ goto ( \
			".Ltctl_site%=:\n" \
			TCTL_ASM_DORMANT("%l2") \
			TCTL_SITE_ASM(TCTL_TEXT_NAME("0"), TCTL_OPERAND "1", \
				      "%l2") \
			: \
			: TCTL_TEXT_OPERAND(text), \
			  "i" (TCTL_SITE_GATE | TCTL_SITE_KEY_TEXT | \
			       TCTL_SITE_FLAGS) \
			: \
			: label); \
	} while (0)

#define TCTL_GATE_READ(open, text) \
	do { \
		TCTL_TEXT_DEFINE(text) \
		__asm__ __volatile__ ( \
			TCTL_ASM_SET("0") \
			".Ltctl_site%=:\n" \
			TCTL_ASM_DORMANT(".Ltctl_open%=") \
			".Ltctl_done%=:\n" \
			TCTL_SITE_ASM(TCTL_TEXT_NAME("1"), TCTL_OPERAND "2", \
				      ".Ltctl_open%=") \
			"\t.subsection 1\n" \
			".Ltctl_open%=:\n" \
			TCTL_ASM_SET("1") \
			TCTL_ASM_GO(".Ltctl_done%=") \
			"\t.previous" \
			: "=r" (open) \
			: TCTL_TEXT_OPERAND(text), \
			  "i" (TCTL_SITE_GATE | TCTL_SITE_KEY_TEXT | \
			       TCTL_SITE_FLAGS)); \
	} while (0)

#define TCTL_VARIABLE_GATE(key, size, label) \
	__asm__ __inline__ goto ( \
		".Ltctl_site%=:\n" \
		TCTL_ASM_OPEN("%l2") \
		TCTL_SITE_ASM(TCTL_OPERAND "0", TCTL_OPERAND "1", "%l2") \
		: \
		: TCTL_SYMBOL (key), \
		  "i" (TCTL_SITE_GATE | TCTL_SITE_FLAGS | (size) << 8) \
		: \
		: label)

#define TCTL_VALUE(bits, key, size) \
	__asm__ __inline__ __volatile__ ( \
		TCTL_ASM_ALIGN \
		".Ltctl_site%=:\n" \
		TCTL_ASM_OPEN(".Ltctl_load%=") \
		TCTL_ASM_VALUE \
		".Ltctl_done%=:\n" \
		TCTL_SITE_ASM(TCTL_OPERAND "1", TCTL_OPERAND "3", \
			      ".Ltctl_load%=") \
		"\t.subsection 1\n" \
		".Ltctl_load%=:\n" \
		TCTL_ASM_ADDRESS(TCTL_OPERAND "1") \
		TCTL_ASM_POINTER_LOAD \
		"\t.if " TCTL_OPERAND "2 == 1\n" TCTL_ASM_LOAD_1 "\t.endif\n" \
		"\t.if " TCTL_OPERAND "2 == 2\n" TCTL_ASM_LOAD_2 "\t.endif\n" \
		"\t.if " TCTL_OPERAND "2 == 4\n" TCTL_ASM_LOAD_4 "\t.endif\n" \
		"\t.if " TCTL_OPERAND "2 == 8\n" TCTL_ASM_LOAD_8 "\t.endif\n" \
		TCTL_ASM_GO(".Ltctl_done%=") \
		"\t.previous" \
		: "=r" (bits) \
		: TCTL_SYMBOL (key), "i" (size), \
		  "i" (TCTL_SITE_VALUE | TCTL_SITE_FLAGS | (size) << 8 | \
		       4u << 16) \
		: TCTL_ASM_CLOBBERS)

#define TCTL_WAY_ASM(label) \
	"\t.long %l" label " - ., 0, " TCTL_OPERAND "2\n"

/* A jump that begins at the way that loads the variable. */
#define TCTL_SWITCH(key, size, load, ...) \
	__asm__ __inline__ goto ( \
		TCTL_ASM_ALIGN \
		".Ltctl_site%=:\n" \
		TCTL_ASM_OPEN("%l3") \
		"\t.pushsection tctl_sites,\"ao?\"," TCTL_SECTION_TYPE \
			",.Ltctl_site%=\n" \
		"\t.p2align 2\n" \
		"\t.long .Ltctl_site%= - ., " TCTL_OPERAND "0 - ., " \
			TCTL_OPERAND "1\n" \
		TCTL_WAYS_ASM(TCTL_WAY_ASM) \
		"\t.popsection" \
		: \
		: TCTL_SYMBOL (key), "i" (TCTL_SITE_SWITCH | (size) << 8), \
		  "i" (TCTL_SITE_WAY) \
		: \
		: load, __VA_ARGS__)

#define TCTL_SLOT_ADDRESS	TCTL_ASM_ADDRESS(".Ltctl_slot%=")
#define TCTL_SLOT_CLOBBERS	TCTL_ASM_CLOBBERS

#endif
