/* SPDX-License-Identifier: MIT */
/*
 * arch/arm/trial.c: what patching is tried out on (arch/encode.h): a function of
 * the instruction set of words, whichever set the library is built for.
 */
#include <tracectl/abi/site.h>
#include <arch/encode.h>

extern uint8_t tctl_trial_code[] __attribute__((visibility("hidden")));
extern const int32_t tctl_trial_target __attribute__((visibility("hidden")));

void tctl_trial_site(struct tctl_trial *ret_trial)
{
	ret_trial->code = tctl_trial_code;
	ret_trial->target = tctl_trial_target;
	ret_trial->info = TCTL_TRIAL_INFO(2u, 4u);
}

__asm__(
	".pushsection .text.tctl_trial, \"ax\", %progbits\n"
	"\t.arm\n"
	"\t.p2align 2\n"
	"\t.hidden tctl_trial_run\n"
	"\t.globl tctl_trial_run\n"
	"\t.type tctl_trial_run, %function\n"
	"tctl_trial_run:\n"
	"\t.hidden tctl_trial_code\n"
	"\t.globl tctl_trial_code\n"
	"\t.type tctl_trial_code, %object\n"
	"tctl_trial_code:\n"
	"\tnop\n"
	"\tmovw r0, #0\n"
	"\tbx lr\n"
	".Ltctl_trial_open:\n"
	"\tmovw r0, #0x7e57\n"
	"\tbx lr\n"
	"\t.size tctl_trial_run, . - tctl_trial_run\n"
	"\t.popsection\n"
	"\t.pushsection .rodata.tctl_trial, \"a\"\n"
	"\t.p2align 2\n"
	"\t.hidden tctl_trial_target\n"
	"\t.globl tctl_trial_target\n"
	"tctl_trial_target:\n"
	"\t.long .Ltctl_trial_open - tctl_trial_code\n"
	"\t.popsection\n"
#ifdef __thumb__
	"\t.thumb\n"
#endif
);
