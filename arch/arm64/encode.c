/* SPDX-License-Identifier: MIT */
/*
 * arch/arm64/encode.c: the instructions of sites on arm64, see immediate.h
 * beside it for what they are and arch/encode.h for the contract.
 *
 * nop and b are two of the few instructions that the architecture lets be
 * changed into each other while they run; movz is not, see immediate.h.
 */
#include <errno.h>
#include <string.h>

#include <tracectl/abi/site.h>
#include <arch/encode.h>

#define NOP		0xd503201fu
#define BRANCH		0x14000000u	/* b */
#define BRANCH_MASK	0xfc000000u
#define REACH		(1 << 27)	/* bytes, both ways */
#define BREAKPOINT	0xd4200000u	/* brk */
#define BREAKPOINT_MASK	0xffe0001fu
#define VALUE		0x52800000u	/* movz wN, #imm16 */
#define VALUE_MASK	0xffe00000u
#define VALUE_OFFSET	4

static uint32_t load(const uint8_t *code)
{
	uint32_t word;

	memcpy(&word, code, sizeof(word));
	return word;
}

static int is_breakpoint(uint32_t word)
{
	return (word & BREAKPOINT_MASK) == BREAKPOINT;
}

static uint32_t branch(int32_t target)
{
	return BRANCH | ((uint32_t)target >> 2 & ~BRANCH_MASK);
}

static uint32_t with_value(uint32_t word, uint32_t value)
{
	return (word & ~(0xffffu << 5)) | value << 5;
}

static int is_gate(uint32_t word)
{
	return word == NOP || (word & BRANCH_MASK) == BRANCH;
}

static int reaches(int32_t target)
{
	return !(target & 3) && target >= -REACH && target < REACH;
}

int tctl_encode_gate(const uint8_t *code, int32_t target, int open,
		     struct tctl_edit *ret_edit)
{
	const uint32_t word = load(code);
	uint32_t want = NOP;

	if (is_breakpoint(word))
		return -EBUSY;
	if (!is_gate(word))
		return -EILSEQ;
	if (open && !reaches(target))
		return -ERANGE;
	if (open)
		want = branch(target);
	ret_edit->value = want;
	ret_edit->offset = 0;
	ret_edit->size = word == want ? 0 : 4;
	return 0;
}

int tctl_encode_value(const uint8_t *code, uint32_t info, uint64_t value,
		      struct tctl_edit *ret_edit)
{
	const unsigned int size = TCTL_SITE_SIZE(info);
	uint32_t word;

	if ((size != 1 && size != 2) || TCTL_SITE_OFFSET(info) != VALUE_OFFSET)
		return -EILSEQ;
	if ((uintptr_t)code & 3)
		return -EILSEQ;
	word = load(code + VALUE_OFFSET);
	if ((word & VALUE_MASK) != VALUE)
		return -EILSEQ;
	ret_edit->value = with_value(word, size == 1 ? value & 0xff :
						       value & 0xffff);
	ret_edit->offset = VALUE_OFFSET;
	ret_edit->size = 4;
	return 0;
}
