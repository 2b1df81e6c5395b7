/* SPDX-License-Identifier: MIT */
/*
 * arch/x86_64/call.h: calls out of cold code that the code around it does not
 * notice. An ordinary call would make a leaf function one that calls: it would
 * save registers and make a frame before each dormant gate. So the call is an
 * asm statement which preserves all general registers but r11, and the compiler
 * keeps what it has where it is; the vector registers are clobbered as by any
 * call.
 *
 * A leaf function keeps data below its stack pointer. Therefore the statement
 * jumps, with the address to come back to in r11, to a stub that first goes
 * below this red zone. The stub's frame looks like any other to debuggers and
 * profilers: pushed return address and rbp, and unwind rules.
 *
 * The stubs are in each object once, in a group that linkers merge; weak, because
 * a link-time optimiser sees the names before it sees groups.
 *
 * gcc moves to .text.unlikely what it knows to be never executed, and takes that
 * for true of what calls a function declared cold. An asm statement is no call; so
 * tctl_cold(), which is nothing, stands in front of it. It is inlined after gcc
 * has drawn its conclusion; where it is not, the group has it.
 */
#ifndef TRACECTL_ARCH_X86_64_CALL_H
#define TRACECTL_ARCH_X86_64_CALL_H

#include <tracectl/object.h>

TCTL_STATIC_ASSERT(offsetof(struct tctl_object, record) == 0,
		   "the stub calls through the first word of tctl_object");

#define TCTL_STUB(name, call, keep_rax, restore_rax) \
	".hidden " name "\n" \
	".weak " name "\n" \
	".type " name ", @function\n" \
	name ":\n" \
	"\t.cfi_startproc\n" \
	"\tlea -128(%rsp), %rsp\n" \
	"\tpush %r11\n" \
	"\tpush %rbp\n" \
	"\tmov %rsp, %rbp\n" \
	"\t.cfi_def_cfa rbp, 144\n" \
	"\t.cfi_offset rip, -136\n" \
	"\t.cfi_offset rbp, -144\n" \
	keep_rax \
	"\tpush %rcx\n" \
	"\tpush %rdx\n" \
	"\tpush %rsi\n" \
	"\tpush %rdi\n" \
	"\tpush %r8\n" \
	"\tpush %r9\n" \
	"\tpush %r10\n" \
	"\tand $-16, %rsp\n" \
	"\tcall " call "\n" \
	"\tlea -64(%rbp), %rsp\n" \
	"\tpop %r10\n" \
	"\tpop %r9\n" \
	"\tpop %r8\n" \
	"\tpop %rdi\n" \
	"\tpop %rsi\n" \
	"\tpop %rdx\n" \
	"\tpop %rcx\n" \
	restore_rax \
	"\tpop %rbp\n" \
	"\t.cfi_def_cfa rsp, 136\n" \
	"\t.cfi_restore rbp\n" \
	"\tpop %r11\n" \
	"\t.cfi_def_cfa_offset 128\n" \
	"\t.cfi_register rip, r11\n" \
	"\tlea 128(%rsp), %rsp\n" \
	"\t.cfi_def_cfa_offset 0\n" \
	"\tnotrack jmp *%r11\n" \
	"\t.cfi_endproc\n" \
	".size " name ", . - " name "\n"

/* The outer condition is for link-time optimisation, as in object.h. */
__asm__(
	".ifndef tctl_call_once\n"
	".set tctl_call_once, 1\n"
	".pushsection .text.unlikely.tctl_call,\"axG\",@progbits,"
		"tctl_call,comdat\n"
	TCTL_STUB("tctl_call_record_stub", "*tctl_object(%rip)",
		  "\tpush %rax\n", "\tpop %rax\n")
	TCTL_STUB("tctl_call_length_stub", "strnlen@PLT",
		  "\tpush %rax\n", "\tlea 8(%rsp), %rsp\n")
	".hidden tctl_cold\n"
	".weak tctl_cold\n"
	".type tctl_cold, @function\n"
	"tctl_cold:\n"
	"\tret\n"
	".size tctl_cold, . - tctl_cold\n"
	".popsection\n"
	".endif\n");

/* An inline function of C99: as gnu_inline it would be inlined too early. */
#if defined(__OPTIMIZE__) && !defined(__clang__) && \
	!defined(__GNUC_GNU_INLINE__)
__attribute__((cold, visibility("hidden"))) __inline__ void tctl_cold(void)
{
	__asm__ __volatile__ ("");
}
#define TCTL_COLD_HERE()	tctl_cold()
#else
#define TCTL_COLD_HERE()	((void)0)
#endif

#ifdef __AVX512F__
#define TCTL_CALL_CLOBBERS_AVX512 \
	, "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", \
	"xmm23", "xmm24", "xmm25", "xmm26", "xmm27", "xmm28", "xmm29", \
	"xmm30", "xmm31", "k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7"
#else
#define TCTL_CALL_CLOBBERS_AVX512
#endif
#define TCTL_CALL_CLOBBERS \
	"r11", "memory", "cc", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", \
	"xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", \
	"xmm13", "xmm14", "xmm15", "st", "st(1)", "st(2)", "st(3)", \
	"st(4)", "st(5)", "st(6)", "st(7)" TCTL_CALL_CLOBBERS_AVX512

#define TCTL_CALL(stub) \
	"lea .Ltctl_back%=(%%rip), %%r11\n" \
	"\tjmp " stub "\n" \
	".Ltctl_back%=:"

TCTL_ALWAYS_INLINE void tctl_call_record(struct tctl_event_slot *slot,
					 const struct tctl_segment *segments,
					 unsigned int nr_segments)
{
	TCTL_COLD_HERE();
	__asm__ __volatile__ (TCTL_CALL("tctl_call_record_stub")
			      :
			      : "D" (slot), "S" (segments), "d" (nr_segments)
			      : TCTL_CALL_CLOBBERS);
}

TCTL_ALWAYS_INLINE size_t tctl_call_length(const char *text, size_t max)
{
	size_t length;

	__asm__ __volatile__ (TCTL_CALL("tctl_call_length_stub")
			      : "=a" (length)
			      : "D" (text), "S" (max)
			      : TCTL_CALL_CLOBBERS);
	return length;
}

#endif
