/* SPDX-License-Identifier: MIT */
/*
 * arch/generic/immediate.h: sites without changing code: for processors that
 * have no port, and with TRACECTL_NO_IMMEDIATE (read-only text). A gate is a
 * relaxed load of a byte of data, which its record points to; immediates are
 * plain loads and have no records.
 *
 * What differs between processors is one line: how asm takes the address of a
 * symbol of the same object into a register.
 */
#ifndef TRACECTL_ARCH_GENERIC_IMMEDIATE_H
#define TRACECTL_ARCH_GENERIC_IMMEDIATE_H

#if defined(__x86_64__)
#define TCTL_ADDRESS(label)	"\tlea " label "(%%rip), %0\n"
#elif defined(__aarch64__)
#define TCTL_SYMBOL	"S"
#define TCTL_ADDRESS(label) \
	"\tadrp %0, " label "\n\tadd %0, %0, :lo12:" label "\n"
#elif defined(__riscv) && __riscv_xlen == 64
#define TCTL_OPERAND	"%"	/* a constant is plain already */
#define TCTL_ADDRESS(label)	"\tlla %0, " label "\n"
#elif defined(__powerpc__)
/* Only a call reveals the program counter; r0 keeps the link register. */
#define TCTL_ADDRESS(label) \
	"\tmflr 0\n\tbcl 20,31,.Ltctl_pc%=\n.Ltctl_pc%=:\n" \
	"\tmflr %0\n\tmtlr 0\n" \
	"\taddis %0,%0," label "-.Ltctl_pc%=@ha\n" \
	"\taddi %0,%0," label "-.Ltctl_pc%=@l\n"
#define TCTL_SLOT_CLOBBERS	"r0"
#elif defined(__ARMEL__) && __ARM_ARCH >= 7
#ifdef __thumb__
#define TCTL_PC_AHEAD	"4"
#else
#define TCTL_PC_AHEAD	"8"
#endif
#define TCTL_ADDRESS(label) \
	"\tmovw %0, #:lower16:(" label " - (.Ltctl_pc%= + " TCTL_PC_AHEAD "))\n" \
	"\tmovt %0, #:upper16:(" label " - (.Ltctl_pc%= + " TCTL_PC_AHEAD "))\n" \
	".Ltctl_pc%=:\n" \
	"\tadd %0, pc\n"
#elif defined(__i386__)
#define TCTL_ADDRESS(label) \
	"\tcall .Ltctl_pc%=\n" \
	".Ltctl_pc%=:\n" \
	"\tpopl %0\n" \
	"\taddl $" label " - .Ltctl_pc%=, %0\n"
#else
#error "tracectl: no port for this processor"
#endif

#define TCTL_GATE(text, label) \
	do { \
		const unsigned char *tctl_open; \
		TCTL_TEXT_DEFINE(text) \
		__asm__ __volatile__ ( \
			".Ltctl_site%=:\n" \
			TCTL_ADDRESS(".Ltctl_gate%=") \
			"\t.pushsection tctl_gates,\"awo?\"," \
				TCTL_SECTION_TYPE ",.Ltctl_site%=\n" \
			".Ltctl_gate%=:\n" \
			"\t.byte 0\n" \
			"\t.popsection\n" \
			"\t.pushsection tctl_sites,\"ao?\"," \
				TCTL_SECTION_TYPE ",.Ltctl_site%=\n" \
			"\t.p2align 2\n" \
			"\t.long .Ltctl_gate%= - ., " TCTL_TEXT_NAME("1") " - ., " \
				TCTL_OPERAND "2\n" \
			"\t.popsection" \
			: "=r" (tctl_open) \
			: TCTL_TEXT_OPERAND(text), \
			  "i" (TCTL_SITE_GATE | TCTL_SITE_KEY_TEXT | \
			       TCTL_SITE_DATA) \
			: TCTL_SLOT_CLOBBERS); \
		if (__builtin_expect(__atomic_load_n(tctl_open, \
						     __ATOMIC_RELAXED), 0)) { \
			__atomic_thread_fence(__ATOMIC_ACQUIRE); /* (I-A) */ \
			goto label; \
		} \
	} while (0)

#define TCTL_GATE_READ(open, text) \
	__extension__ ({ \
		__label__ tctl_is_open, tctl_is_read; \
		(open) = 0; \
		TCTL_GATE(text, tctl_is_open); \
		goto tctl_is_read; \
	tctl_is_open: \
		(open) = 1; \
	tctl_is_read: ; \
	})

#define TCTL_SLOT_ADDRESS	TCTL_ADDRESS(".Ltctl_slot%=")

#endif
