/* SPDX-License-Identifier: MIT */
/*
 * arch/x86_64/encode.c: the bytes of sites on x86-64, see immediate.h beside
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
#define REX_W		0x48
#define REX_WB		0x49

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

static int is_mov(uint8_t opcode)
{
	return opcode >= MOV_FIRST && opcode <= MOV_LAST;
}

/* A debugger's breakpoint on the mov is no obstacle: the immediate is not the
   byte that it replaced. */
static int is_load_immediate(const uint8_t *insn, unsigned int length)
{
	if (insn[0] == BREAKPOINT)
		return 1;
	if (length == 1)
		return is_mov(insn[0]);
	return (insn[0] == REX_W || insn[0] == REX_WB) && is_mov(insn[1]);
}

static int is_size(unsigned int size)
{
	return size == 1 || size == 2 || size == 4 || size == 8;
}

int tctl_encode_value(const uint8_t *code, uint32_t info, uint64_t value,
		      struct tctl_edit *ret_edit)
{
	const unsigned int size = TCTL_SITE_SIZE(info);
	const unsigned int offset = TCTL_SITE_OFFSET(info);
	const unsigned int opcode_length = size == 8 ? 2 : 1;

	if (!is_size(size) || offset != GATE_SIZE + opcode_length)
		return -EILSEQ;
	if (((uintptr_t)code + offset) & (size - 1))
		return -EILSEQ;
	if (!is_load_immediate(code + GATE_SIZE, opcode_length))
		return -EILSEQ;
	ret_edit->value = value;
	ret_edit->offset = offset;
	ret_edit->size = size;
	ret_edit->insn = GATE_SIZE;
	return 0;
}
