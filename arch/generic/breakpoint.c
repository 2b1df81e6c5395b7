/* SPDX-License-Identifier: MIT */
/* arch/generic/breakpoint.c: no code is changed, so no breakpoint is set. */
#include <errno.h>

#include <arch/breakpoint.h>

int tctl_breakpoint_supported(void)
{
	return 0;
}

uint8_t tctl_breakpoint_byte(void)
{
	return 0;
}

size_t tctl_breakpoint_insn_size(const uint8_t *insn)
{
	(void)insn;
	return 0;
}

int tctl_breakpoint_effect(const uint8_t *insn, uintptr_t address,
			   struct tctl_effect *ret_effect)
{
	(void)insn;
	(void)address;
	(void)ret_effect;
	return -EILSEQ;
}

int tctl_breakpoint_wants(const char *vendor, uint32_t signature)
{
	(void)vendor;
	(void)signature;
	return 0;
}

int tctl_breakpoint_wanted_here(void)
{
	return 0;
}

int tctl_breakpoint_is_trap(int si_code)
{
	(void)si_code;
	return 0;
}

uint8_t *tctl_breakpoint_where(const void *context)
{
	(void)context;
	return NULL;
}

void tctl_breakpoint_again(void *context, const uint8_t *insn)
{
	(void)context;
	(void)insn;
}

void tctl_breakpoint_emulate(void *context, const struct tctl_effect *effect)
{
	(void)context;
	(void)effect;
}

uint8_t tctl_trial_trap[1];

int tctl_trial_trap_run(void)
{
	return 0;
}
