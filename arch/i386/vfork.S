/* SPDX-License-Identifier: MIT */
/*
 * arch/i386/vfork.S: vfork() that says so to the record path; why and how is told
 * in arch/x86_64/vfork.S. The return address waits in %ecx.
 */
#ifdef PIC

	.text
	.globl	vfork
	.type	vfork, @function
vfork:
	.cfi_startproc
	subl	$12, %esp
	.cfi_adjust_cfa_offset 12
	call	tctl_vfork_begin
	addl	$12, %esp
	.cfi_adjust_cfa_offset -12
	popl	%ecx
	.cfi_adjust_cfa_offset -4
	.cfi_register %eip, %ecx
	movl	$190, %eax		/* __NR_vfork */
	int	$0x80
	pushl	%ecx
	.cfi_adjust_cfa_offset 4
	.cfi_offset %eip, -4
	testl	%eax, %eax
	jz	1f
	subl	$8, %esp
	.cfi_adjust_cfa_offset 8
	pushl	%eax
	.cfi_adjust_cfa_offset 4
	call	tctl_vfork_end
	addl	$12, %esp
	.cfi_adjust_cfa_offset -12
1:	ret
	.cfi_endproc
	.size	vfork, . - vfork

#endif
	.section .note.GNU-stack, "", @progbits
