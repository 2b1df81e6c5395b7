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
#define AHEAD		512
#define EVENT_IDS	8	/* asserted in event.h */

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
 * What the two sections that write records have in common. No register has to
 * be saved, no stack is used. Throughout:
 *	rdi	the record's length, then its end, then the new commit word
 *	r8	the region
 *	r9	the channel, then the clock's index
 *	r10	the ring
 *	r11	the record's place
 * rax, rcx and rdx are clobbered, rsi is left alone.
 *
 * The counter is read late: what depends on it costs more behind it than the
 * rest does in front of it. All of it is short in instructions rather than in
 * latency: nothing overlaps with the reading of the counter.
 */

	/* Of the CPU in edx, which gets its offset in the channel. */
	.macro find_ring unready
	cmpl	TCTL_CHANNEL_NR_CPUS(%r9), %edx
	jae	\unready
	shlq	$4, %rdx
	movq	TCTL_CHANNEL_CPUS(%r9, %rdx), %r10
	testq	%r10, %r10
	jz	\unready
	.endm

	/* Above bit 48 the length of the last record stays: the comparison of
	   the sub-buffers' numbers does not see it, commit_word shifts it out.
	   (R7) the data after the ring. A ring does not stay in the nearest
	   cache until its end comes round: the lines of the records to come are
	   fetched ahead; where nothing is mapped that does nothing. */
	.macro find_place enter
	movq	TCTL_RING_COMMIT(%r10), %rax
	leaq	7(%rax), %r11
	andq	$-8, %r11
	addq	%r11, %rdi
	xorq	%rdi, %rax
	cmpq	TCTL_CHANNEL_SUBBUF_MASK(%r9), %rax
	ja	\enter
	andq	TCTL_CHANNEL_RING_MASK(%r9), %r11
	addq	TCTL_CHANNEL_CPUS + 8(%r9, %rdx), %r11
	prefetchw AHEAD(%r11)
	.endm

	.macro commit_word length
	shlq	$16, %rdi
	shrdq	$16, \length, %rdi
	.endm

	/* (R1) the index before the epoch. */
	.macro check_epoch enter
	movq	TCTL_CHANNEL_REGION(%r9), %r8
	movl	TCTL_CLOCK_INDEX(%r8), %r9d
	movl	TCTL_CLOCK_EPOCH(%r8), %eax
	cmpl	%eax, TCTL_RING_EPOCH(%r10)
	jne	\enter
	.endm

	/* Time into rax. (R1) the index before and after the slot. */
	.macro read_clock invalid
	cmpl	$1, TCTL_CLOCK_SOURCE(%r8)
	jne	\invalid
	movl	%r9d, %ecx
	andl	$1, %ecx
	shll	$5, %ecx
	addq	%r8, %rcx
	rdtsc
	shlq	$32, %rdx
	orq	%rdx, %rax
	cmpq	TCTL_CLOCK_SLOTS + 24(%rcx), %rax
	ja	\invalid
	subq	TCTL_CLOCK_SLOTS(%rcx), %rax
	jb	\invalid
	mulq	TCTL_CLOCK_SLOTS + 16(%rcx)
	shrdq	$32, %rdx, %rax
	addq	TCTL_CLOCK_SLOTS + 8(%rcx), %rax
	cmpl	TCTL_CLOCK_INDEX(%r8), %r9d
	jne	\invalid
	.endm

	/* Whether 48 bits of time are enough in this sub-buffer. */
	.macro check_age enter
	movq	%rax, %rdx
	subq	TCTL_RING_BEGIN_NS(%r10), %rdx
	shrq	$47, %rdx
	jnz	\enter
	.endm

	/* The id waits where the header will be. */
	.macro write_id id, skip
	movzwl	\id, %ecx
	cmpl	$ID_NONE, %ecx
	je	\skip
	movq	%rcx, (%r11)
	.endm

	.macro write_time
	movq	%rax, TCTL_RING_LAST_NS(%r10)
	shlq	$16, %rax
	orq	%rax, (%r11)
	.endm

	/* ecx bytes from \from to rdx; then goes to \done. Words, as they were
	   stored a moment ago: a load that takes in two stores waits until they
	   have left the store buffer. */
	.macro copy_bytes from, done
.Lcopy_16\@:
	subl	$16, %ecx
	jb	.Lcopy_8\@
	movq	(\from), %rax
	movq	%rax, (%rdx)
	movq	8(\from), %rax
	movq	%rax, 8(%rdx)
	jz	\done
	addq	$16, \from
	addq	$16, %rdx
	cmpl	$64, %ecx
	jb	.Lcopy_16\@
.Lcopy_blocks\@:
	movdqu	(\from), %xmm0
	movdqu	16(\from), %xmm1
	movdqu	%xmm0, (%rdx)
	movdqu	%xmm1, 16(%rdx)
	addq	$32, \from
	addq	$32, %rdx
	subl	$32, %ecx
	cmpl	$32, %ecx
	jae	.Lcopy_blocks\@
	jmp	.Lcopy_16\@
.Lcopy_8\@:	/* the low bits are those of the rest */
	testl	$8, %ecx
	jz	1f
	movq	(\from), %rax
	movq	%rax, (%rdx)
	addq	$8, \from
	addq	$8, %rdx
1:	testl	$4, %ecx
	jz	1f
	movl	(\from), %eax
	movl	%eax, (%rdx)
	addq	$4, \from
	addq	$4, %rdx
1:	testl	$2, %ecx
	jz	1f
	movzwl	(\from), %eax
	movw	%ax, (%rdx)
	addq	$2, \from
	addq	$2, %rdx
1:	testl	$1, %ecx
	jz	\done
	movzbl	(\from), %eax
	movb	%al, (%rdx)
	jmp	\done
	.endm

/*
 * void tctl_ring_whole_quick(site %rdi, segment %rsi, rseq's offset %rdx,
 *			      event %rcx, context %r8)
 *
 * The site waits below the stack pointer and the segment in its register for
 * the longer ways.
 *
 * What is written before the time is known lies behind the end that the commit
 * word tells; if the record does not come to be, the next one writes over it.
 * A record ends before the last byte of its sub-buffer, which has a multiple of
 * 8 bytes: so the context's word lies in it even if the record is shorter.
 */
	descriptor quick_descriptor, .Lquick_start, .Lquick_end, .Lquick_abort

function tctl_ring_whole_quick
	.cfi_startproc
	movq	%rdi, -8(%rsp)
	leaq	quick_descriptor(%rip), %rax
	movq	%rax, %fs:RSEQ_CS(%rdx)

.Lquick_start:
	movq	tctl_channels(%rip), %r9
	testq	%r9, %r9
	jz	.Lquick_long
	movq	TCTL_SEGMENT_SIZE(%rsi), %rdi	/* flags in the high half */
	addq	TCTL_CHANNEL_QUICK_HEAD(%r9), %rdi
	cmpq	TCTL_CHANNEL_QUICK_MAX(%r9), %rdi
	ja	.Lquick_other
	movl	%fs:RSEQ_CPU_ID(%rdx), %edx
	find_ring .Lquick_long
	find_place .Lquick_long
	write_id EVENT_IDS(%rcx), .Lquick_long
	movq	%r8, 8(%r11)	/* without contexts the payload comes over it */
	movl	TCTL_SEGMENT_SIZE(%rsi), %ecx
	movq	(%rsi), %r8
	movq	TCTL_CHANNEL_QUICK_HEAD(%r9), %rdx
	leaq	(%rdx, %rcx), %rax
	commit_word %rax
	addq	%r11, %rdx
	copy_bytes %r8, .Lquick_copied
.Lquick_copied:
	check_epoch .Lquick_long
	read_clock .Lquick_long
	cmpq	TCTL_RING_LAST_NS(%r10), %rax
	jb	.Lquick_long
	check_age .Lquick_long
	write_time
	movq	%rdi, TCTL_RING_COMMIT(%r10)
.Lquick_end:
	ret

.Lquick_other:
	movq	-8(%rsp), %rdi
	movl	$1, %edx
	jmp	tctl_record_other
	abort_signature
.Lquick_abort:
.Lquick_long:
	movq	-8(%rsp), %rdi
	movl	$1, %edx
	jmp	tctl_record_long
	.cfi_endproc
	.size	tctl_ring_whole_quick, . - tctl_ring_whole_quick

/*
 * int tctl_ring_whole_write(rseq %rdi, item %rsi, slot %rdx)
 *
 * Once the header is written r9 is the item, r8 the segment, r11 where the next
 * byte goes.
 */
	descriptor write_descriptor, .Lwrite_start, .Lwrite_end, .Lwrite_abort

function tctl_ring_whole_write
	.cfi_startproc
	leaq	write_descriptor(%rip), %rax
	movq	%rax, RSEQ_CS(%rdi)

.Lwrite_start:
	movq	(%rdx), %r9
	testq	%r9, %r9
	jz	.Lwrite_skip
	movl	TCTL_ITEM_SETTINGS(%rsi), %eax
	cmpl	%eax, TCTL_CHANNEL_SETTINGS + 4(%r9)
	jne	.Lwrite_changed
	movl	RSEQ_CPU_ID(%rdi), %edx
	movl	TCTL_ITEM_LENGTH(%rsi), %edi
	cmpl	TCTL_CHANNEL_SETTINGS(%r9), %edi
	ja	.Lwrite_changed
	find_ring .Lwrite_unready
	find_place .Lwrite_enter
	movl	TCTL_ITEM_LENGTH(%rsi), %eax
	commit_word %rax
	movq	TCTL_ITEM_ID(%rsi), %rcx
	write_id (%rcx), .Lwrite_skip
	check_epoch .Lwrite_enter
	movq	TCTL_ITEM_NS(%rsi), %rax
	testq	%rax, %rax
	jnz	.Lwrite_stamped
	read_clock .Lwrite_clock
.Lwrite_stamped:
	movq	TCTL_RING_LAST_NS(%r10), %rcx
	cmpq	%rcx, %rax
	cmovbq	%rcx, %rax
	check_age .Lwrite_enter
	write_time
	addq	$8, %r11
	movq	%rsi, %r9

	movl	TCTL_ITEM_CONTEXT_SIZE(%r9), %ecx
	movq	TCTL_ITEM_SEGMENTS(%r9), %r8
	cmpl	$8, %ecx
	jne	.Lwrite_context
	movq	TCTL_ITEM_CONTEXT(%r9), %rax
	movq	%rax, (%r11)
	addq	$8, %r11

.Lwrite_segment:
	cmpq	TCTL_ITEM_SEGMENTS_END(%r9), %r8
	je	.Lwrite_commit
	movq	(%r8), %rsi
	movl	TCTL_SEGMENT_SIZE(%r8), %ecx
	movl	TCTL_SEGMENT_FLAGS(%r8), %edx
	addq	$16, %r8
	testl	%edx, %edx
	jnz	.Lwrite_variable
.Lwrite_bytes:
	movq	%r11, %rdx
	addq	%rcx, %r11
	copy_bytes %rsi, .Lwrite_segment

.Lwrite_context:
	leaq	TCTL_ITEM_CONTEXT(%r9), %rsi
	jmp	.Lwrite_bytes

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
	movl	%eax, (%r11)
	shll	%cl, %eax
	addq	$4, %r11
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
	movdqu	%xmm0, (%r11)
	addq	$16, %rsi
	addq	$16, %r11
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
	movq	%xmm0, (%r11)
	addq	$8, %rsi
	addq	$8, %r11
1:	testl	$4, %ecx
	jz	1f
	movd	(%rsi), %xmm0
	movdqa	%xmm0, %xmm1
	pcmpeqb	%xmm2, %xmm1
	pand	%xmm3, %xmm1
	por	%xmm1, %xmm0
	movd	%xmm0, (%r11)
	addq	$4, %rsi
	addq	$4, %r11
1:	andl	$3, %ecx
	jz	.Lwrite_string_end
	movl	$0x3f, %edx
.Lwrite_string_bytes:
	movzbl	(%rsi), %eax
	testl	%eax, %eax
	cmovzl	%edx, %eax
	movb	%al, (%r11)
	addq	$1, %rsi
	addq	$1, %r11
	subl	$1, %ecx
	jnz	.Lwrite_string_bytes
.Lwrite_string_end:
	movb	$0, (%r11)
	addq	$1, %r11
	jmp	.Lwrite_segment

.Lwrite_commit:
	movq	%rdi, TCTL_RING_COMMIT(%r10)
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
