/* SPDX-License-Identifier: MIT */
/*
 * arch/immediate.h: chooses the port and says what a port's header provides.
 * Users are <tracectl/immediate.h> and <tracectl/probe.h>.
 *
 * TCTL_GATE(text, label)
 *	A statement: one instruction that does nothing while the gate is
 *	dormant and goes to `label` while it is open. It begins dormant. text
 *	is the event text (abi/site.h), a string literal written in place (or
 *	the parameter of an always_inline function, when optimising). Each gate
 *	belongs into a function scope of its own: older clang refuses two in
 *	one function with a destructor or a statement expression between them.
 *
 * TCTL_GATE_READ(open, text)
 *	A statement: stores into the unsigned int `open` whether the gate is
 *	open. A few instructions instead of one, but possible everywhere: for C
 *	without optimisation.
 *
 * TCTL_EVENT_SLOT(slot, text, level, nr_fields, word, ...)
 *	A statement: defines an event slot and stores its address in `slot`, a
 *	struct tctl_event_slot *. For the cold code behind a gate. text as
 *	above; level, nr_fields and the words are integer constants. word: two
 *	kinds each (abi/site.h), field 2n in the low half: (nr_fields + 1) / 2
 *	words, one 0 where there are no fields, at most 20 words (40 fields).
 *
 * TCTL_EVENT_SLOT_LABELLED(slot, text, operands, level, nr_fields, word, ...)
 *	The same with the text as asm source: named operands in it give the
 *	values of labels, `, [name] "i" (value)` for each.
 *
 * TCTL_EVENT_SLOT_DECLARED(slot, declaration)
 *	The same of a static struct tctl_declaration (abi/declaration.h), named,
 *	whose name is followed by TCTL_DECLARATION_SYMBOL(name) where it is
 *	defined.
 *
 * All write a record into a section of the object; the note that announces
 * them is <tracectl/object.h>'s, which every user includes.
 *
 * For <tracectl/immediate.h> alone; key is the address of a static object that
 * holds the address of the immediate:
 *
 * TCTL_VARIABLE_GATE(key, size, label)
 *	Goes to `label` while the immediate is not 0 or not yet patched. size:
 *	of the immediate, 1, 2, 4 or 8.
 * TCTL_VALUE(bits, key, size)
 *	Puts the immediate into the low bytes of the TCTL_BITS `bits`.
 * TCTL_VALUE_FITS(size)
 *	Whether TCTL_VALUE() takes this size, a constant; without it, any.
 * TCTL_SWITCH(key, size, load, way0, ... way15)
 *	Goes to the label of the immediate's value; to `load` while it is no such
 *	value or not yet patched. A port may go without.
 * A port without TCTL_VALUE has none of these; immediates are loaded there.
 */
#ifndef TRACECTL_ARCH_IMMEDIATE_H
#define TRACECTL_ARCH_IMMEDIATE_H

#include <tracectl/abi/site.h>

/* In templates with operands % is doubled. */
#ifdef __arm__
#define TCTL_SECTION_TYPE	"%%progbits"	/* there @ begins a comment */
#else
#define TCTL_SECTION_TYPE	"@progbits"
#endif

/*
 * Some compilers accept no symbol's address as an operand when they make
 * position-independent code. There each site defines its text itself, in an asm
 * statement in front of its own, which finds it as the last one defined; so the
 * text is a literal in place always.
 */
#if defined(__i386__) || defined(__arm__)
#define TCTL_TEXT_IN_PLACE	1
#endif

#if defined(TRACECTL_NO_IMMEDIATE)
#include <tracectl/arch/generic/immediate.h>
#elif defined(__x86_64__)
#include <tracectl/arch/x86_64/immediate.h>
#elif defined(__aarch64__) && defined(__LP64__)
#include <tracectl/arch/arm64/immediate.h>
#elif defined(__riscv) && __riscv_xlen == 64
#include <tracectl/arch/riscv64/immediate.h>
#elif defined(__powerpc__)
#include <tracectl/arch/powerpc/immediate.h>
#elif defined(__i386__)
#include <tracectl/arch/i386/immediate.h>
#elif defined(__ARMEL__) && !defined(__thumb__) && __ARM_ARCH >= 7
#include <tracectl/arch/arm/immediate.h>
#else
#include <tracectl/arch/generic/immediate.h>
#endif

#ifndef TCTL_OPERAND
#define TCTL_OPERAND	"%c"
#endif
#ifndef TCTL_SYMBOL
#define TCTL_SYMBOL	"i"
#endif
#ifndef TCTL_SLOT_CLOBBERS
#define TCTL_SLOT_CLOBBERS
#endif

/* The records of a switch's ways, whose labels follow three operands. */
#define TCTL_WAYS_ASM(way) \
	way("3") way("4") way("5") way("6") way("7") way("8") way("9") \
	way("10") way("11") way("12") way("13") way("14") way("15") \
	way("16") way("17") way("18") way("19")

/* A text before its site's asm statement, as its operand, and how the statement
   names it, n being the operand's number. The same of a declaration. */
#ifdef TCTL_TEXT_IN_PLACE
#define TCTL_TEXT_DEFINE(text) \
	__asm__ __volatile__ ( \
		".pushsection .rodata.tctl_text,\"a?\"\n" \
		"8888:\t.ascii " TCTL_ASM_STRING(text) "\n" \
		"\t.byte 0\n" \
		"\t.popsection");
#define TCTL_TEXT_OPERAND(text)	"i" (0)
#define TCTL_TEXT_NAME(n)	"8888b"
#define TCTL_DECLARATION_SYMBOL(name) \
	__asm__(TCTL_ASM_STRING(name)) __attribute__((used))
#define TCTL_DECLARATION_OPERAND(name)	"i" (0)
#define TCTL_DECLARATION_NAME(name)	TCTL_ASM_STRING(name)
#define TCTL_ASM_STRING(x)	TCTL_ASM_STRING_(x)
#define TCTL_ASM_STRING_(x)	#x
#else
#define TCTL_TEXT_DEFINE(text)
#define TCTL_TEXT_OPERAND(text)	TCTL_SYMBOL (text)
#define TCTL_TEXT_NAME(n)	TCTL_OPERAND n
#define TCTL_DECLARATION_SYMBOL(name)
#define TCTL_DECLARATION_OPERAND(name)	TCTL_SYMBOL (&(name))
#define TCTL_DECLARATION_NAME(name)	TCTL_OPERAND "1"
#endif

/* A word with an immediate's bits, and where in it the value is found. */
#if __SIZEOF_POINTER__ == 8
#define TCTL_BITS	uint64_t
#else
#define TCTL_BITS	uint32_t
#endif
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define TCTL_VALUE_PLACE(bits, size) \
	((bits) <<= 8 * (sizeof(bits) - (size)) % (8 * sizeof(bits)))
#else
#define TCTL_VALUE_PLACE(bits, size)	((void)0)
#endif
#ifndef TCTL_VALUE_FITS
#define TCTL_VALUE_FITS(size)		1
#endif

/* An integer operand of 64 bits, without a sign of being one. */
#ifdef __x86_64__
#define TCTL_WIDE	"%P"	/* there %c is for 32 bits */
#else
#define TCTL_WIDE	TCTL_OPERAND
#endif

/* asm text for the words of a slot, by their number; operands from %4. */
#define TCTL_QUADS_1	"\t.quad " TCTL_WIDE "4\n"
#define TCTL_QUADS_2	TCTL_QUADS_1 "\t.quad " TCTL_WIDE "5\n"
#define TCTL_QUADS_3	TCTL_QUADS_2 "\t.quad " TCTL_WIDE "6\n"
#define TCTL_QUADS_4	TCTL_QUADS_3 "\t.quad " TCTL_WIDE "7\n"
#define TCTL_QUADS_5	TCTL_QUADS_4 "\t.quad " TCTL_WIDE "8\n"
#define TCTL_QUADS_6	TCTL_QUADS_5 "\t.quad " TCTL_WIDE "9\n"
#define TCTL_QUADS_7	TCTL_QUADS_6 "\t.quad " TCTL_WIDE "10\n"
#define TCTL_QUADS_8	TCTL_QUADS_7 "\t.quad " TCTL_WIDE "11\n"
#define TCTL_QUADS_9	TCTL_QUADS_8 "\t.quad " TCTL_WIDE "12\n"
#define TCTL_QUADS_10	TCTL_QUADS_9 "\t.quad " TCTL_WIDE "13\n"
#define TCTL_QUADS_11	TCTL_QUADS_10 "\t.quad " TCTL_WIDE "14\n"
#define TCTL_QUADS_12	TCTL_QUADS_11 "\t.quad " TCTL_WIDE "15\n"
#define TCTL_QUADS_13	TCTL_QUADS_12 "\t.quad " TCTL_WIDE "16\n"
#define TCTL_QUADS_14	TCTL_QUADS_13 "\t.quad " TCTL_WIDE "17\n"
#define TCTL_QUADS_15	TCTL_QUADS_14 "\t.quad " TCTL_WIDE "18\n"
#define TCTL_QUADS_16	TCTL_QUADS_15 "\t.quad " TCTL_WIDE "19\n"
#define TCTL_QUADS_17	TCTL_QUADS_16 "\t.quad " TCTL_WIDE "20\n"
#define TCTL_QUADS_18	TCTL_QUADS_17 "\t.quad " TCTL_WIDE "21\n"
#define TCTL_QUADS_19	TCTL_QUADS_18 "\t.quad " TCTL_WIDE "22\n"
#define TCTL_QUADS_20	TCTL_QUADS_19 "\t.quad " TCTL_WIDE "23\n"

#define TCTL_PICK_QUADS(w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, w12, \
			w13, w14, w15, w16, w17, w18, w19, w20, n, ...) \
	TCTL_QUADS_##n
#define TCTL_QUADS(...) \
	TCTL_PICK_QUADS(__VA_ARGS__, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, \
			10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)

#define TCTL_EACH_1(w)		"i" (w)
#define TCTL_EACH_2(w, ...)	"i" (w), TCTL_EACH_1(__VA_ARGS__)
#define TCTL_EACH_3(w, ...)	"i" (w), TCTL_EACH_2(__VA_ARGS__)
#define TCTL_EACH_4(w, ...)	"i" (w), TCTL_EACH_3(__VA_ARGS__)
#define TCTL_EACH_5(w, ...)	"i" (w), TCTL_EACH_4(__VA_ARGS__)
#define TCTL_EACH_6(w, ...)	"i" (w), TCTL_EACH_5(__VA_ARGS__)
#define TCTL_EACH_7(w, ...)	"i" (w), TCTL_EACH_6(__VA_ARGS__)
#define TCTL_EACH_8(w, ...)	"i" (w), TCTL_EACH_7(__VA_ARGS__)
#define TCTL_EACH_9(w, ...)	"i" (w), TCTL_EACH_8(__VA_ARGS__)
#define TCTL_EACH_10(w, ...)	"i" (w), TCTL_EACH_9(__VA_ARGS__)
#define TCTL_EACH_11(w, ...)	"i" (w), TCTL_EACH_10(__VA_ARGS__)
#define TCTL_EACH_12(w, ...)	"i" (w), TCTL_EACH_11(__VA_ARGS__)
#define TCTL_EACH_13(w, ...)	"i" (w), TCTL_EACH_12(__VA_ARGS__)
#define TCTL_EACH_14(w, ...)	"i" (w), TCTL_EACH_13(__VA_ARGS__)
#define TCTL_EACH_15(w, ...)	"i" (w), TCTL_EACH_14(__VA_ARGS__)
#define TCTL_EACH_16(w, ...)	"i" (w), TCTL_EACH_15(__VA_ARGS__)
#define TCTL_EACH_17(w, ...)	"i" (w), TCTL_EACH_16(__VA_ARGS__)
#define TCTL_EACH_18(w, ...)	"i" (w), TCTL_EACH_17(__VA_ARGS__)
#define TCTL_EACH_19(w, ...)	"i" (w), TCTL_EACH_18(__VA_ARGS__)
#define TCTL_EACH_20(w, ...)	"i" (w), TCTL_EACH_19(__VA_ARGS__)

#define TCTL_PICK_EACH(w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, w12, \
		       w13, w14, w15, w16, w17, w18, w19, w20, n, ...) \
	TCTL_EACH_##n
#define TCTL_WORD_OPERANDS(...) \
	TCTL_PICK_EACH(__VA_ARGS__, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, \
		       10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)(__VA_ARGS__)

/* TCTL_SLOT_ADDRESS: a port's instruction that puts the slot's address in %0. */
#define TCTL_EVENT_SLOT_ASM(slot, target, text, level, nr_fields, data, ...) \
	__asm__ __inline__ __volatile__ ( \
		".Ltctl_slot_user%=:\n" \
		TCTL_SLOT_ADDRESS \
		"\t.pushsection tctl_slots,\"awo?\"," TCTL_SECTION_TYPE \
			",.Ltctl_slot_user%=\n" \
		"\t.p2align 3\n" \
		".Ltctl_slot%=:\n" \
		"\t.long " target " - ., 0\n" \
		"\t.short .Ltctl_slot_end%= - .Ltctl_slot%=, " \
			TCTL_OPERAND "3\n" \
		"\t.byte " TCTL_OPERAND "2, 0, 0, 0\n" \
		data \
		".Ltctl_slot_end%=:\n" \
		"\t.popsection" \
		: "=r" (slot) \
		: text, "i" (level), "i" (nr_fields), __VA_ARGS__ \
		: TCTL_SLOT_CLOBBERS)

#define TCTL_EVENT_SLOT(slot, text, level, nr_fields, ...) \
	do { \
		TCTL_TEXT_DEFINE(text) \
		TCTL_EVENT_SLOT_ASM(slot, TCTL_TEXT_NAME("1"), \
				    TCTL_TEXT_OPERAND(text), level, nr_fields, \
				    TCTL_QUADS(__VA_ARGS__), \
				    TCTL_WORD_OPERANDS(__VA_ARGS__)); \
	} while (0)

#define TCTL_EVENT_SLOT_LABELLED(slot, text, operands, level, nr_fields, ...) \
	TCTL_EVENT_SLOT_ASM(slot, ".Ltctl_text%=", "i" (0), level, nr_fields, \
			    TCTL_QUADS(__VA_ARGS__) TCTL_TEXT_ASM(text), \
			    TCTL_WORD_OPERANDS(__VA_ARGS__) operands)

#define TCTL_EVENT_SLOT_DECLARED(slot, declaration) \
	TCTL_EVENT_SLOT_ASM(slot, TCTL_DECLARATION_NAME(declaration), \
			    TCTL_DECLARATION_OPERAND(declaration), 0, \
			    TCTL_SLOT_DECLARED, "", "i" (0))

#define TCTL_TEXT_ASM(text) \
	"\t.pushsection .rodata.tctl_text,\"a?\"\n" \
	".Ltctl_text%=:\n" \
	"\t.ascii \"" text "\"\n" \
	"\t.byte 0\n" \
	"\t.popsection\n"

#endif
