/* SPDX-License-Identifier: MIT */
/*
 * arch/x86_64/vfork.S: vfork() that says so to the record path. The child runs
 * in its parent's memory and on its stack: it would fill the parent's caches and
 * use the parent's rseq area.
 *
 * No C function can do it: the child returns from here first and overwrites the
 * stack below its caller's frame, then the parent returns once more. So the
 * return address waits in a register, which each of the two has for itself.
 */
#ifdef PIC

	.text
	.globl	vfork
	.type	vfork, @function
vfork:
	.cfi_startproc
	subq	$8, %rsp
	.cfi_adjust_cfa_offset 8
	call	tctl_vfork_begin
	addq	$8, %rsp
	.cfi_adjust_cfa_offset -8
	popq	%rdi
	.cfi_adjust_cfa_offset -8
	.cfi_register %rip, %rdi
	movl	$58, %eax		/* __NR_vfork */
	syscall
	pushq	%rdi
	.cfi_adjust_cfa_offset 8
	.cfi_offset %rip, -8
	testq	%rax, %rax
	jz	1f
	movq	%rax, %rdi
	jmp	tctl_vfork_end
1:	ret
	.cfi_endproc
	.size	vfork, . - vfork

#endif
	.section .note.GNU-stack, "", @progbits
