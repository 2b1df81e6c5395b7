/* SPDX-License-Identifier: MIT */
/*
 * arch/x86_64/ring_whole.S: the critical sections of the whole protocol, as
 * arch/ring_whole.h describes them. Called by libtrace/ring_whole.c.
 *
 * A section is the range [start, commit's end) of a descriptor. Its address is
 * stored into the thread's rseq area in front of the range; the kernel resumes
 * at abort_ip whoever it takes off the CPU, migrates or signals inside. It is
 * not cleared afterwards: outside the range it means nothing, and the library
 * is never unloaded.
 *
 * Stores are ordered as written (TSO): (R3) the commit word after everything it
 * publishes, (R4) lap = 0 before the first byte of the new lap. So are loads:
 * (R7) a ring before its data, (R10) the channel before what is in it.
 */
#include "libtrace/channel_layout.h"

#define RSEQ_CPU_ID	4
#define RSEQ_CS		8
#define RSEQ_SIG	0x53053053
#define ID_NONE		0xffff

	.macro descriptor name, start, commit, abort
	.pushsection .data.rel.ro, "aw", @progbits
	.balign	32
\name:
	.long	0, 0
	.quad	\start, \commit - \start, \abort
	.popsection
	.endm

	/* The signature that the kernel wants in front of an abort_ip, as an
	   instruction: ud1 sig(%rip), %edi */
	.macro abort_signature
	.byte	0x0f, 0xb9, 0x3d
	.long	RSEQ_SIG
	.endm

	.macro function name
	.globl	\name
	.hidden	\name
	.type	\name, @function
	.balign	64
\name:
	.endm

	.text

/*
 * int tctl_ring_whole_write(rseq %rdi, item %rsi, slot %rdx)
 *
 * r10 is the ring throughout. Until the place is known r8 is the channel, rsi
 * the item, r11 the data; then r9 is the item, r8 the segment, r11 the new
 * commit word. No register has to be saved, no stack is used.
 */
	descriptor write_descriptor, .Lwrite_start, .Lwrite_end, .Lwrite_abort

function tctl_ring_whole_write
	.cfi_startproc
	leaq	write_descriptor(%rip), %rax
	movq	%rax, RSEQ_CS(%rdi)

.Lwrite_start:
	movq	(%rdx), %r8
	testq	%r8, %r8
	jz	.Lwrite_skip
	movl	TCTL_ITEM_SETTINGS(%rsi), %eax
	cmpl	%eax, TCTL_CHANNEL_SETTINGS + 4(%r8)
	jne	.Lwrite_changed
	movl	TCTL_ITEM_LENGTH(%rsi), %eax
	cmpl	TCTL_CHANNEL_SETTINGS(%r8), %eax
	ja	.Lwrite_changed

	movl	RSEQ_CPU_ID(%rdi), %eax
	cmpl	TCTL_CHANNEL_NR_CPUS(%r8), %eax
	jae	.Lwrite_unready
	shlq	$4, %rax
	movq	TCTL_CHANNEL_CPUS(%r8, %rax), %r10
	movq	TCTL_CHANNEL_CPUS + 8(%r8, %rax), %r11
	testq	%r10, %r10
	jz	.Lwrite_unready

	/* Time into rax: (R1) index before and after the slot. */
	movq	TCTL_CHANNEL_REGION(%r8), %rdi
	movq	TCTL_ITEM_NS(%rsi), %rax
	testq	%rax, %rax
	jnz	.Lwrite_stamped
	movl	TCTL_CLOCK_INDEX(%rdi), %r9d
	cmpl	$1, TCTL_CLOCK_SOURCE(%rdi)
	jne	.Lwrite_clock
	movl	%r9d, %ecx
	andl	$1, %ecx
	shll	$5, %ecx
	leaq	TCTL_CLOCK_SLOTS(%rdi, %rcx), %rcx
	rdtsc
	shlq	$32, %rdx
	orq	%rdx, %rax
	cmpq	24(%rcx), %rax
	ja	.Lwrite_clock
	subq	(%rcx), %rax
	jb	.Lwrite_clock
	mulq	16(%rcx)
	shrdq	$32, %rdx, %rax
	addq	8(%rcx), %rax
	cmpl	TCTL_CLOCK_INDEX(%rdi), %r9d
	jne	.Lwrite_clock
.Lwrite_stamped:
	movq	TCTL_RING_LAST_NS(%r10), %rcx
	cmpq	%rcx, %rax
	cmovbq	%rcx, %rax
	movl	TCTL_CLOCK_EPOCH(%rdi), %ecx
	cmpl	%ecx, TCTL_RING_EPOCH(%r10)
	jne	.Lwrite_enter
	movq	%rax, %rcx
	subq	TCTL_RING_BEGIN_NS(%r10), %rcx
	shrq	$47, %rcx
	jnz	.Lwrite_enter

	/* Place into r11: offset rdi in the sub-buffer of position rdx; the
	   commit word into r9. */
	movq	TCTL_RING_COMMIT(%r10), %rdx
	shlq	$16, %rdx
	shrq	$16, %rdx
	movl	TCTL_CHANNEL_SUBBUF_MASK(%r8), %ecx
	movq	%rdx, %rdi
	andq	%rcx, %rdi
	addq	$7, %rdi
	andq	$-8, %rdi
	movl	TCTL_ITEM_LENGTH(%rsi), %r9d
	addq	%rdi, %r9
	cmpq	%rcx, %r9
	ja	.Lwrite_enter
	notq	%rcx
	andq	%rcx, %rdx
	addq	%rdx, %r9
	addq	%rdx, %rdi
	andq	TCTL_CHANNEL_RING_MASK(%r8), %rdi
	addq	%rdi, %r11
	movl	TCTL_ITEM_LENGTH(%rsi), %ecx
	shlq	$48, %rcx
	orq	%rcx, %r9

	movq	TCTL_ITEM_ID(%rsi), %rcx
	movzwl	(%rcx), %ecx
	cmpl	$ID_NONE, %ecx
	je	.Lwrite_skip
	movq	%rax, TCTL_RING_LAST_NS(%r10)
	shlq	$16, %rax
	orq	%rcx, %rax
	movq	%rax, (%r11)
	leaq	8(%r11), %rdi
	movq	%r9, %r11
	movq	%rsi, %r9

	movl	TCTL_ITEM_CONTEXT_SIZE(%r9), %ecx
	movq	TCTL_ITEM_SEGMENTS(%r9), %r8
	cmpl	$8, %ecx
	jne	.Lwrite_context
	movq	TCTL_ITEM_CONTEXT(%r9), %rax
	movq	%rax, (%rdi)
	addq	$8, %rdi

.Lwrite_segment:
	cmpq	TCTL_ITEM_SEGMENTS_END(%r9), %r8
	je	.Lwrite_commit
	movq	(%r8), %rsi
	movl	8(%r8), %ecx
	movl	12(%r8), %edx
	addq	$16, %r8
	testl	%edx, %edx
	jnz	.Lwrite_variable

	/* rcx bytes from rsi to rdi as they are. */
.Lwrite_bytes:
	cmpl	$64, %ecx
	jae	.Lwrite_blocks
	subl	$8, %ecx
	jb	.Lwrite_bytes_tail
.Lwrite_words:
	movq	(%rsi), %rax
	movq	%rax, (%rdi)
	addq	$8, %rsi
	addq	$8, %rdi
	subl	$8, %ecx
	jae	.Lwrite_words
.Lwrite_bytes_tail:
	addl	$8, %ecx
	jz	.Lwrite_segment
	testl	$4, %ecx
	jz	1f
	movl	(%rsi), %eax
	movl	%eax, (%rdi)
	addq	$4, %rsi
	addq	$4, %rdi
1:	testl	$2, %ecx
	jz	1f
	movzwl	(%rsi), %eax
	movw	%ax, (%rdi)
	addq	$2, %rsi
	addq	$2, %rdi
1:	testl	$1, %ecx
	jz	.Lwrite_segment
	movzbl	(%rsi), %eax
	movb	%al, (%rdi)
	addq	$1, %rdi
	jmp	.Lwrite_segment

.Lwrite_context:
	leaq	TCTL_ITEM_CONTEXT(%r9), %rsi
	jmp	.Lwrite_bytes

	.balign	16
.Lwrite_blocks:
	movdqu	(%rsi), %xmm0
	movdqu	16(%rsi), %xmm1
	movdqu	%xmm0, (%rdi)
	movdqu	%xmm1, 16(%rdi)
	addq	$32, %rsi
	addq	$32, %rdi
	subl	$32, %ecx
	cmpl	$32, %ecx
	jae	.Lwrite_blocks
	subl	$8, %ecx
	jae	.Lwrite_words
	jmp	.Lwrite_bytes_tail

.Lwrite_variable:
	cmpl	TCTL_ITEM_CAP(%r9), %ecx
	cmoval	TCTL_ITEM_CAP(%r9), %ecx
	cmpb	$1, %dl
	je	.Lwrite_string

	/* Sequence: the count of whole elements, then those. */
	movl	%ecx, %eax
	movl	%edx, %ecx
	shrl	$8, %ecx
	andl	$15, %ecx
	shrl	%cl, %eax
	movl	%eax, (%rdi)
	shll	%cl, %eax
	addq	$4, %rdi
	movl	%eax, %ecx
	jmp	.Lwrite_bytes

	/* String: each byte is read once; '?' is put where it is NUL. */
.Lwrite_string:
	pxor	%xmm2, %xmm2
	movl	$0x3f3f3f3f, %eax
	movd	%eax, %xmm3
	pshufd	$0, %xmm3, %xmm3
	subl	$16, %ecx
	jb	.Lwrite_string_tail
.Lwrite_string_blocks:
	movdqu	(%rsi), %xmm0
	movdqa	%xmm0, %xmm1
	pcmpeqb	%xmm2, %xmm1
	pand	%xmm3, %xmm1
	por	%xmm1, %xmm0
	movdqu	%xmm0, (%rdi)
	addq	$16, %rsi
	addq	$16, %rdi
	subl	$16, %ecx
	jae	.Lwrite_string_blocks
.Lwrite_string_tail:
	testl	$8, %ecx	/* the low bits are those of the rest */
	jz	1f
	movq	(%rsi), %xmm0
	movdqa	%xmm0, %xmm1
	pcmpeqb	%xmm2, %xmm1
	pand	%xmm3, %xmm1
	por	%xmm1, %xmm0
	movq	%xmm0, (%rdi)
	addq	$8, %rsi
	addq	$8, %rdi
1:	testl	$4, %ecx
	jz	1f
	movd	(%rsi), %xmm0
	movdqa	%xmm0, %xmm1
	pcmpeqb	%xmm2, %xmm1
	pand	%xmm3, %xmm1
	por	%xmm1, %xmm0
	movd	%xmm0, (%rdi)
	addq	$4, %rsi
	addq	$4, %rdi
1:	andl	$3, %ecx
	jz	.Lwrite_string_end
	movl	$0x3f, %edx
.Lwrite_string_bytes:
	movzbl	(%rsi), %eax
	testl	%eax, %eax
	cmovzl	%edx, %eax
	movb	%al, (%rdi)
	addq	$1, %rsi
	addq	$1, %rdi
	subl	$1, %ecx
	jnz	.Lwrite_string_bytes
.Lwrite_string_end:
	movb	$0, (%rdi)
	addq	$1, %rdi
	jmp	.Lwrite_segment

.Lwrite_commit:
	movq	%r11, TCTL_RING_COMMIT(%r10)
.Lwrite_end:
	xorl	%eax, %eax
	ret
.Lwrite_skip:
	movl	$TCTL_WRITE_SKIP, %eax
	ret
.Lwrite_changed:
	movl	$TCTL_WRITE_CHANGED, %eax
	ret
.Lwrite_unready:
	movl	$TCTL_WRITE_UNREADY, %eax
	ret
.Lwrite_clock:
	movl	$TCTL_WRITE_CLOCK, %eax
	ret
.Lwrite_enter:
	movl	$TCTL_WRITE_ENTER, %eax
	ret
	abort_signature
.Lwrite_abort:
	movl	$TCTL_WRITE_ABORT, %eax
	ret
	.cfi_endproc
	.size	tctl_ring_whole_write, . - tctl_ring_whole_write

/* int tctl_ring_whole_enter(rseq %rdi, enter %rsi): r8 ring, r9 left, r10
   target. */
	descriptor enter_descriptor, .Lenter_start, .Lenter_end, .Lenter_abort

function tctl_ring_whole_enter
	.cfi_startproc
	movq	TCTL_ENTER_RING(%rsi), %r8
	movq	TCTL_ENTER_LEFT(%rsi), %r9
	movq	TCTL_ENTER_TARGET(%rsi), %r10
	leaq	enter_descriptor(%rip), %rax
	movq	%rax, RSEQ_CS(%rdi)

.Lenter_start:
	movl	RSEQ_CPU_ID(%rdi), %eax
	cmpl	TCTL_ENTER_CPU(%rsi), %eax
	jne	.Lenter_changed
	movq	TCTL_RING_COMMIT(%r8), %rax
	cmpq	TCTL_ENTER_COMMIT(%rsi), %rax
	jne	.Lenter_changed
	movq	TCTL_RING_ENTERED(%r8), %rcx
	cmpq	TCTL_ENTER_ENTERED(%rsi), %rcx
	jne	.Lenter_changed
	movq	TCTL_RING_LAST_NS(%r8), %rdx
	testq	%r9, %r9
	jz	1f
	shlq	$16, %rax
	shrq	$16, %rax
	movq	%rax, TCTL_SUBBUF_END(%r9)
	movq	%rdx, TCTL_SUBBUF_END_NS(%r9)
	movq	TCTL_RING_LOST(%r8), %rax
	movq	%rax, TCTL_SUBBUF_LOST(%r9)
1:	movq	TCTL_ENTER_NS(%rsi), %rax
	cmpq	%rdx, %rax
	cmovbq	%rdx, %rax
	movq	$0, TCTL_SUBBUF_LAP(%r10)
	movq	%rax, TCTL_SUBBUF_BEGIN_NS(%r10)
	movq	TCTL_ENTER_LAP(%rsi), %rcx
	movq	%rcx, TCTL_SUBBUF_LAP(%r10)
	movq	%rax, TCTL_RING_BEGIN_NS(%r8)
	movq	%rax, TCTL_RING_LAST_NS(%r8)
	movl	TCTL_ENTER_EPOCH(%rsi), %eax
	movl	%eax, TCTL_RING_EPOCH(%r8)
	movq	%rcx, TCTL_RING_ENTERED(%r8)
	movq	TCTL_ENTER_POSITION(%rsi), %rax
	movq	%rax, TCTL_RING_COMMIT(%r8)
.Lenter_end:
	xorl	%eax, %eax
	ret
.Lenter_changed:
	movl	$TCTL_WRITE_CHANGED, %eax
	ret
	abort_signature
.Lenter_abort:
	movl	$TCTL_WRITE_ABORT, %eax
	ret
	.cfi_endproc
	.size	tctl_ring_whole_enter, . - tctl_ring_whole_enter

/* int tctl_ring_whole_lose(rseq %rdi, ring %rsi, cpu %edx) */
	descriptor lose_descriptor, .Llose_start, .Llose_end, .Llose_abort

function tctl_ring_whole_lose
	.cfi_startproc
	leaq	lose_descriptor(%rip), %rax
	movq	%rax, RSEQ_CS(%rdi)
.Llose_start:
	cmpl	%edx, RSEQ_CPU_ID(%rdi)
	jne	.Llose_changed
	incq	TCTL_RING_LOST(%rsi)
.Llose_end:
	xorl	%eax, %eax
	ret
.Llose_changed:
	movl	$TCTL_WRITE_CHANGED, %eax
	ret
	abort_signature
.Llose_abort:
	movl	$TCTL_WRITE_ABORT, %eax
	ret
	.cfi_endproc
	.size	tctl_ring_whole_lose, . - tctl_ring_whole_lose

	.section .note.GNU-stack, "", @progbits
