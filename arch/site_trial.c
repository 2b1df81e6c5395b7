/* SPDX-License-Identifier: MIT */
/*
 * arch/site_trial.c: what patching is tried out on (arch/encode.h), for the
 * processors of <tracectl/arch/site_asm.h>: a value site without a record.
 */
#include <tracectl/arch/immediate.h>
#include <arch/encode.h>

extern uint8_t tctl_trial_code[] __attribute__((visibility("hidden")));
extern const int32_t tctl_trial_target __attribute__((visibility("hidden")));

void tctl_trial_site(struct tctl_trial *ret_trial)
{
	ret_trial->code = tctl_trial_code;
	ret_trial->target = tctl_trial_target;
	ret_trial->info = TCTL_TRIAL_INFO(2u, 4u);
}

__attribute__((noinline, noclone))
int tctl_trial_run(void)
{
	unsigned long value;

	__asm__ __volatile__(
		TCTL_ASM_ALIGN
		"\t.hidden tctl_trial_code\n"
		"\t.globl tctl_trial_code\n"
		"tctl_trial_code:\n"
		TCTL_ASM_DORMANT(".Ltctl_trial_open")
		TCTL_ASM_VALUE
		".Ltctl_trial_done:\n"
		"\t.subsection 1\n"
		".Ltctl_trial_open:\n"
		TCTL_ASM_SET("0x7e57")
		TCTL_ASM_GO(".Ltctl_trial_done")
		"\t.previous\n"
		"\t.pushsection .rodata\n"
		"\t.p2align 2\n"
		"\t.hidden tctl_trial_target\n"
		"\t.globl tctl_trial_target\n"
		"tctl_trial_target:\n"
		"\t.long .Ltctl_trial_open - tctl_trial_code\n"
		"\t.popsection"
		: "=r" (value));
	return (int)value;
}
