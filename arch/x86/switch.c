/* SPDX-License-Identifier: MIT */
/* arch/x86/switch.c: the bytes of switches, see switch.h beside it. */
#include <errno.h>
#include <stdint.h>

#include <arch/encode.h>

#define JMP		0xe9	/* jmp rel32 */
#define JMP_SIZE	5
#define BREAKPOINT	0xcc	/* int3 */

/* A debugger's breakpoint on the jmp is no obstacle: the distance is not the
   byte that it replaced. */
int tctl_encode_switch(const uint8_t *code, int64_t distance,
		       struct tctl_edit *ret_edit)
{
	const int64_t relative = distance - JMP_SIZE;

	if (*code != JMP && *code != BREAKPOINT)
		return -EILSEQ;
	if (((uintptr_t)code + 1) % 4)
		return -EILSEQ;
	if (relative != (int32_t)relative)
		return -ERANGE;
	ret_edit->value = (uint32_t)relative;
	ret_edit->offset = 1;
	ret_edit->size = 4;
	ret_edit->insn = 0;
	return 0;
}
