/* SPDX-License-Identifier: MIT */
/*
 * arch/i386/call.h: calls out of cold code that the code around it does not
 * notice, as on x86-64 (see there): arguments go in registers, and all general
 * registers come back as they were. There is no red zone here, so an ordinary
 * call instruction does it.
 *
 * The stub is in each object once, in a group that linkers merge; weak, because
 * a link-time optimiser sees the names before it sees groups.
 */
#ifndef TRACECTL_ARCH_I386_CALL_H
#define TRACECTL_ARCH_I386_CALL_H

#include <tracectl/object.h>

TCTL_STATIC_ASSERT(offsetof(struct tctl_object, record) == 0,
		   "the stub calls through the first word of tctl_object");

/* The outer condition is for link-time optimisation, as in object.h. */
__asm__(
	".ifndef tctl_call_once\n"
	".set tctl_call_once, 1\n"
	".pushsection .text.unlikely.tctl_call,\"axG\",@progbits,"
		"tctl_call,comdat\n"
	".hidden tctl_call_record_stub\n"
	".weak tctl_call_record_stub\n"
	".type tctl_call_record_stub, @function\n"
	"tctl_call_record_stub:\n"
	"\t.cfi_startproc\n"
	"\tpush %ebp\n"
	"\t.cfi_def_cfa_offset 8\n"
	"\t.cfi_offset ebp, -8\n"
	"\tmov %esp, %ebp\n"
	"\t.cfi_def_cfa_register ebp\n"
	"\tpush %eax\n"
	"\tpush %ecx\n"
	"\tpush %edx\n"
	"\tand $-16, %esp\n"
	"\tpush %eax\n"			/* keeps the call aligned */
	"\tpush %ecx\n"
	"\tpush %edx\n"
	"\tpush %eax\n"
	"\tcall 1f\n"
	"1:\tpop %eax\n"
	"\tcall *tctl_object - 1b(%eax)\n"
	"\tlea -12(%ebp), %esp\n"
	"\tpop %edx\n"
	"\tpop %ecx\n"
	"\tpop %eax\n"
	"\tpop %ebp\n"
	"\t.cfi_restore ebp\n"
	"\t.cfi_def_cfa esp, 4\n"
	"\tret\n"
	"\t.cfi_endproc\n"
	".size tctl_call_record_stub, . - tctl_call_record_stub\n"
	".popsection\n"
	".endif\n");

#ifdef __SSE__
#define TCTL_CALL_CLOBBERS_SSE \
	, "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7"
#else
#define TCTL_CALL_CLOBBERS_SSE
#endif
#ifdef __AVX512F__
#define TCTL_CALL_CLOBBERS_AVX512 \
	, "k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7"
#else
#define TCTL_CALL_CLOBBERS_AVX512
#endif
#define TCTL_CALL_CLOBBERS \
	"memory", "cc", "st", "st(1)", "st(2)", "st(3)", "st(4)", "st(5)", \
	"st(6)", "st(7)" TCTL_CALL_CLOBBERS_SSE TCTL_CALL_CLOBBERS_AVX512

TCTL_ALWAYS_INLINE void tctl_call_record(struct tctl_event_slot *slot,
					 const struct tctl_segment *segments,
					 unsigned int nr_segments)
{
	__asm__ __volatile__ ("call tctl_call_record_stub"
			      :
			      : "a" (slot), "d" (segments), "c" (nr_segments)
			      : TCTL_CALL_CLOBBERS);
}

/* strnlen needs no call: `repne scasb` looks for the NUL, which it has found if
   it ends with the zero flag set; `cmp` clears it for a maximum of 0. */
TCTL_ALWAYS_INLINE size_t tctl_call_length(const char *text, size_t max)
{
	const char *at = text;
	size_t left = max;
	unsigned char found;

	__asm__ __volatile__ ("cmpl $1, %3\n"
			      "\trepne scasb\n"
			      "\tsete %2"
			      : "+D" (at), "+c" (left), "=q" (found)
			      : "a" (0)
			      : "cc", "memory");
	return max - left - found;
}

#endif
