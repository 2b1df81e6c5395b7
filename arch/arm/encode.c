/* SPDX-License-Identifier: MIT */
/*
 * arch/arm/encode.c: the instructions of sites on arm, see immediate.h
 * beside it for what they are and arch/encode.h for the contract.
 *
 * In the instruction set of words; code of the Thumb set has no sites that are
 * patched. There the architecture lets nop and b be changed into each other
 * while they run.
 */
#include <errno.h>
#include <string.h>

#include <tracectl/abi/site.h>
#include <arch/encode.h>

#define NOP		0xe320f000u
#define BRANCH		0xea000000u	/* b */
#define BRANCH_MASK	0xff000000u
#define REACH		(1 << 25)	/* bytes, both ways of AHEAD */
#define AHEAD		8		/* where the processor's pc is */
#define BREAKPOINT	0xe1200070u	/* bkpt */
#define UNDEFINED	0xe7f000f0u	/* udf: the one of debuggers */
#define BREAKPOINT_MASK	0xfff000f0u
#define VALUE		0xe3000000u	/* movw rN, #imm16 */
#define VALUE_MASK	0xfff00000u
#define VALUE_NOT	0xe3e00000u	/* mvn rN, #imm8 */
#define VALUE_NOT_MASK	0xffff0f00u
#define VALUE_OFFSET	4

static uint32_t load(const uint8_t *code)
{
	uint32_t word;

	memcpy(&word, code, sizeof(word));
	return word;
}

static int is_breakpoint(uint32_t word)
{
	return (word & BREAKPOINT_MASK) == BREAKPOINT ||
	       (word & BREAKPOINT_MASK) == UNDEFINED;
}

static uint32_t branch(int32_t target)
{
	return BRANCH | ((uint32_t)(target - AHEAD) >> 2 & ~BRANCH_MASK);
}

/* 16 bits, of which four are apart, or 8 bits under ones; 0: it is no such
   value. */
static uint32_t mov(uint32_t reg, uint32_t value)
{
	if (!(value >> 16))
		return VALUE | (value & 0xf000) << 4 | reg | (value & 0xfff);
	if (!(~value >> 8))
		return VALUE_NOT | reg | (~value & 0xff);
	return 0;
}

static int is_mov(uint32_t word)
{
	return (word & VALUE_MASK) == VALUE ||
	       (word & VALUE_NOT_MASK) == VALUE_NOT;
}

static int is_size(unsigned int size)
{
	return size == 1 || size == 2 || size == 4;
}

static int is_gate(uint32_t word)
{
	return word == NOP || (word & BRANCH_MASK) == BRANCH;
}

static int reaches(int32_t target)
{
	return !(target & 3) && target >= AHEAD - REACH && target < AHEAD + REACH;
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
	if (!is_mov(word))
		return -EILSEQ;
	word = mov(word & 0xf000, size == 4 ? (uint32_t)value :
				     value & ((1u << 8 * size) - 1));
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
