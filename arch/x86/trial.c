/* SPDX-License-Identifier: MIT */
/* arch/x86/trial.c: what patching is tried out on, see arch/encode.h; for x86-64
   and i386. */
#include <tracectl/abi/site.h>
#include <arch/encode.h>

extern uint8_t tctl_trial_code[] __attribute__((visibility("hidden")));

void tctl_trial_site(struct tctl_trial *ret_trial)
{
	ret_trial->code = tctl_trial_code;
	ret_trial->target = 0;
	ret_trial->info = TCTL_TRIAL_INFO(4u, 6u);
}

/* The same bytes as a 4-byte value site, without a record. */
__asm__(
	".pushsection .text\n"
	"\t.p2align 4\n"
	"\t.hidden tctl_trial_run\n"
	"\t.globl tctl_trial_run\n"
	"\t.type tctl_trial_run, @function\n"
	"tctl_trial_run:\n"
	"\t.byte 0xf3, 0x0f, 0x1e, 0xfa\n"	/* endbr64; on i386 a nop */
	"\t.byte 0x66, 0x90\n"
	"\t.hidden tctl_trial_code\n"
	"\t.globl tctl_trial_code\n"
	"tctl_trial_code:\n"
	"\t.byte 0xa9\n"
	"\t.long 1f - . - 4\n"
	"\t.byte 0xb8\n"
	"\t.long 0\n"
	"\tret\n"
	"1:\tmovl $0x7e57, %eax\n"
	"\tret\n"
	"\t.size tctl_trial_run, . - tctl_trial_run\n"
	"\t.popsection\n");
