/* SPDX-License-Identifier: MIT */
/*
 * arch/riscv64/encode.c: the instructions of sites on riscv64, see immediate.h
 * beside it for what they are and arch/encode.h for the contract.
 *
 * A gate differs in its first byte between dormant and open, and a value is the
 * upper half of its instruction, which is 2-aligned as all code is: so sites
 * need not be aligned to their words.
 */
#include <errno.h>

#include <tracectl/abi/site.h>
#include <arch/encode.h>

#define DORMANT		0x37	/* lui zero, rel20: a hint, does nothing */
#define OPEN		0x6f	/* jal zero, rel20 */
#define VALUE_OFFSET	4
#define LUI		0x37

static int is_breakpoint(const uint8_t *code)
{
	/* ebreak in 2 bytes and in 4. */
	return (code[0] == 0x02 && code[1] == 0x90) ||
	       (code[0] == 0x73 && code[1] == 0x00 && code[2] == 0x10 &&
		code[3] == 0x00);
}

/* The register of lui and jal, in bits 7 to 11. */
static unsigned int destination(const uint8_t *insn)
{
	return insn[0] >> 7 | (insn[1] & 0xf) << 1;
}

int tctl_encode_gate(const uint8_t *code, int32_t target, int open,
		     struct tctl_edit *ret_edit)
{
	const uint8_t want = open ? OPEN : DORMANT;

	(void)target;
	if (is_breakpoint(code))
		return -EBUSY;
	if ((code[0] != DORMANT && code[0] != OPEN) || destination(code))
		return -EILSEQ;
	ret_edit->value = want;
	ret_edit->offset = 0;
	ret_edit->size = *code != want;
	return 0;
}

int tctl_encode_value(const uint8_t *code, uint32_t info, uint64_t value,
		      struct tctl_edit *ret_edit)
{
	const uint8_t *insn = code + VALUE_OFFSET;
	const unsigned int size = TCTL_SITE_SIZE(info);

	if ((size != 1 && size != 2) || TCTL_SITE_OFFSET(info) != VALUE_OFFSET)
		return -EILSEQ;
	if ((uintptr_t)code & 1)
		return -EILSEQ;
	if ((insn[0] & 0x7f) != LUI || !destination(insn))
		return -EILSEQ;
	ret_edit->value = size == 1 ? value & 0xff : value & 0xffff;
	ret_edit->offset = VALUE_OFFSET + 2;
	ret_edit->size = 2;
	return 0;
}
