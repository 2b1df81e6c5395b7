/* SPDX-License-Identifier: MIT */
/*
 * arch/generic/encode.c: the library that changes no code: on processors
 * without a port and with --disable-immediate. Gates that are bytes of data
 * never come here; for sites in code, which an application may have that was
 * built otherwise, the answer is -ENOSYS.
 */
#include <errno.h>

#include <arch/encode.h>

int tctl_encode_gate(const uint8_t *code, int32_t target, int open,
		     struct tctl_edit *ret_edit)
{
	(void)code;
	(void)target;
	(void)open;
	(void)ret_edit;
	return -ENOSYS;
}

int tctl_encode_value(const uint8_t *code, uint32_t info, uint64_t value,
		      struct tctl_edit *ret_edit)
{
	(void)code;
	(void)info;
	(void)value;
	(void)ret_edit;
	return -ENOSYS;
}

/* Never patched, as no edit is ever asked for. */
void tctl_trial_site(struct tctl_trial *ret_trial)
{
	static uint8_t code[16];

	ret_trial->code = code;
	ret_trial->target = 0;
	ret_trial->info = 0;
}

int tctl_trial_run(void)
{
	return 0;
}
