/* SPDX-License-Identifier: MIT */
/*
 * arch/i386/encode.c: the bytes of sites on i386, see immediate.h beside
 * it for their layout and arch/encode.h for the contract.
 */
#include <errno.h>
#include <stdint.h>

#include <tracectl/abi/site.h>
#include <arch/encode.h>

#define GATE_DORMANT	0xa9	/* test $imm32,%eax */
#define GATE_OPEN	0xe9	/* jmp rel32 */
#define BREAKPOINT	0xcc	/* int3 */
#define GATE_SIZE	5
#define MOV_FIRST	0xb8	/* mov $imm,%eax .. %edi */
#define MOV_LAST	0xbf
#define MOV_OFFSET	6	/* of the immediate from the gate */

int tctl_encode_gate(const uint8_t *code, int32_t target, int open,
		     struct tctl_edit *ret_edit)
{
	const uint8_t want = open ? GATE_OPEN : GATE_DORMANT;

	(void)target;
	if (*code == BREAKPOINT)
		return -EBUSY;
	if (*code != GATE_OPEN && *code != GATE_DORMANT)
		return -EILSEQ;
	ret_edit->value = want;
	ret_edit->offset = 0;
	ret_edit->size = *code != want;
	ret_edit->insn = 0;
	return 0;
}

/* A debugger's breakpoint on the mov is no obstacle: the immediate is not the
   byte that it replaced. */
static int is_load_immediate(uint8_t opcode)
{
	return opcode == BREAKPOINT ||
	       (opcode >= MOV_FIRST && opcode <= MOV_LAST);
}

int tctl_encode_value(const uint8_t *code, uint32_t info, uint64_t value,
		      struct tctl_edit *ret_edit)
{
	const unsigned int size = TCTL_SITE_SIZE(info);

	if (size != 1 && size != 2 && size != 4)
		return -EILSEQ;
	if (TCTL_SITE_OFFSET(info) != MOV_OFFSET ||
	    ((uintptr_t)code + MOV_OFFSET) & (size - 1) ||
	    !is_load_immediate(code[GATE_SIZE]))
		return -EILSEQ;
	ret_edit->value = value;
	ret_edit->offset = MOV_OFFSET;
	ret_edit->size = size;
	ret_edit->insn = GATE_SIZE;
	return 0;
}
