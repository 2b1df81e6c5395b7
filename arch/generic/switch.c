/* SPDX-License-Identifier: MIT */
/* arch/generic/switch.c: for ports whose switches are on immediate operands. */
#include <errno.h>

#include <arch/encode.h>

int tctl_encode_switch(const uint8_t *code, int64_t distance,
		       struct tctl_edit *ret_edit)
{
	(void)code;
	(void)distance;
	(void)ret_edit;
	return -ENOSYS;
}
