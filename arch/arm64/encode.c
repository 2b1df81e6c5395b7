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
#define VALUE		0x12800000u	/* movn rN, #imm16, lsl #.. */
#define VALUE_MASK	0x3f800000u	/* and movz, of both sizes */
#define VALUE_MOVZ	0x40000000u
#define VALUE_WIDE	0x80000000u
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

/* 16 bits of a value, the others being 0 (movz) or 1 (movn); 0: it is no such
   value. */
static uint32_t mov(uint32_t reg, uint64_t value, unsigned int size)
{
	const uint64_t mask = size == 8 ? UINT64_MAX : (1ull << 8 * size) - 1;
	const uint32_t wide = size == 8 ? VALUE_WIDE : 0;
	unsigned int i;

	value &= mask;
	for (i = 0; 16 * i < 8 * size; i++) {
		const uint64_t others = mask & ~(0xffffull << 16 * i);
		const uint32_t word = VALUE | wide | i << 21 | reg;
		const uint32_t part = value >> 16 * i & 0xffff;

		if (!(value & others))
			return word | VALUE_MOVZ | part << 5;
		if ((value & others) == others)
			return word | (~part & 0xffff) << 5;
	}
	return 0;
}

static int is_mov(uint32_t word, unsigned int size)
{
	return (word & VALUE_MASK) == VALUE &&
	       (size == 8 || !(word & VALUE_WIDE));
}

static int is_size(unsigned int size)
{
	return size == 1 || size == 2 || size == 4 || size == 8;
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

	if (!is_size(size) || TCTL_SITE_OFFSET(info) != VALUE_OFFSET)
		return -EILSEQ;
	if ((uintptr_t)code & 3)
		return -EILSEQ;
	word = load(code + VALUE_OFFSET);
	if (!is_mov(word, size))
		return -EILSEQ;
	word = mov(word & 0x1f, value, size);
	if (!word)
		return -ERANGE;
	ret_edit->value = word;
	ret_edit->offset = VALUE_OFFSET;
	ret_edit->size = 4;
	return 0;
}

int tctl_encode_switch(const uint8_t *code, int64_t distance,
		       struct tctl_edit *ret_edit)
{
	const uint32_t word = load(code);

	if (is_breakpoint(word))
		return -EBUSY;
	if ((word & BRANCH_MASK) != BRANCH || (uintptr_t)code & 3)
		return -EILSEQ;
	if (distance != (int32_t)distance || !reaches((int32_t)distance))
		return -ERANGE;
	ret_edit->value = branch((int32_t)distance);
	ret_edit->offset = 0;
	ret_edit->size = 4;
	ret_edit->insn = 0;
	return 0;
}
