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

/* Four bits of it are apart. */
static uint32_t with_value(uint32_t word, uint32_t value)
{
	return (word & ~0xf0fffu) | (value & 0xf000) << 4 | (value & 0xfff);
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
