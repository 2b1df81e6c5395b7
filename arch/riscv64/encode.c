/* SPDX-License-Identifier: MIT */
/*
 * arch/riscv64/encode.c: the instructions of sites on riscv64, see immediate.h
 * beside it for what they are and arch/encode.h for the contract.
 *
 * A gate differs in its first byte between dormant and open, and so need not be
 * aligned; values and switches are words on multiples of 4.
 */
#include <errno.h>
#include <string.h>

#include <tracectl/abi/site.h>
#include <arch/encode.h>

#define DORMANT		0x37	/* lui zero, rel20: a hint, does nothing */
#define OPEN		0x6f	/* jal zero, rel20 */
#define VALUE_OFFSET	4
#define LUI		0x37
#define REACH		(1 << 20)	/* bytes, both ways */

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

static uint32_t load(const uint8_t *code)
{
	uint32_t word;

	memcpy(&word, code, sizeof(word));
	return word;
}

static int is_size(unsigned int size)
{
	return size == 1 || size == 2 || size == 4 || size == 8;
}

/* lui and sraiw make of it 20 bits and their sign. */
static int fits(uint64_t value, unsigned int size)
{
	const int64_t number = size == 8 ? (int64_t)value : (int32_t)value;

	return size <= 2 || (number >= -(1 << 19) && number < 1 << 19);
}

int tctl_encode_value(const uint8_t *code, uint32_t info, uint64_t value,
		      struct tctl_edit *ret_edit)
{
	const uint8_t *insn = code + VALUE_OFFSET;
	const unsigned int size = TCTL_SITE_SIZE(info);

	if (!is_size(size) || TCTL_SITE_OFFSET(info) != VALUE_OFFSET)
		return -EILSEQ;
	if ((uintptr_t)code & 3)
		return -EILSEQ;
	if ((insn[0] & 0x7f) != LUI || !destination(insn))
		return -EILSEQ;
	if (!fits(value, size))
		return -ERANGE;
	if (size <= 2)
		value &= (1u << 8 * size) - 1;
	ret_edit->value = (load(insn) & 0xfff) | (uint32_t)value << 12;
	ret_edit->offset = VALUE_OFFSET;
	ret_edit->size = 4;
	return 0;
}

/* jal has the bits of its distance in the order 20, 10-1, 11, 19-12. */
static uint32_t jump(uint32_t distance)
{
	return OPEN | (distance & 0xff000) | (distance & 0x800) << 9 |
	       (distance & 0x7fe) << 20 | (distance & 0x100000) << 11;
}

int tctl_encode_switch(const uint8_t *code, int64_t distance,
		       struct tctl_edit *ret_edit)
{
	if (is_breakpoint(code))
		return -EBUSY;
	if (code[0] != OPEN || destination(code) || (uintptr_t)code & 3)
		return -EILSEQ;
	if (distance & 1 || distance < -REACH || distance >= REACH)
		return -ERANGE;
	ret_edit->value = jump((uint32_t)distance);
	ret_edit->offset = 0;
	ret_edit->size = 4;
	ret_edit->insn = 0;
	return 0;
}
