/* SPDX-License-Identifier: MIT */
/*
 * arch/powerpc/encode.c: the instructions of sites on powerpc, 32 and 64 bits,
 * see immediate.h beside it for what they are and arch/encode.h for the
 * contract.
 *
 * Instructions are words in the byte order of the data, so that both orders
 * are one code. li extends the sign; of short values only the low bytes count.
 */
#include <errno.h>
#include <string.h>

#include <tracectl/abi/site.h>
#include <arch/encode.h>

#define NOP		0x60000000u	/* ori 0,0,0 */
#define BRANCH		0x48000000u	/* b: relative, no link */
#define BRANCH_MASK	0xfc000003u
#define REACH		(1 << 25)	/* bytes, both ways */
#define BREAKPOINT	0x7fe00008u	/* trap */
#define VALUE		0x38000000u	/* li rN,imm16: addi rN,0,imm16 */
#define VALUE_MASK	0xfc1f0000u
#define VALUE_OFFSET	4

static uint32_t load(const uint8_t *code)
{
	uint32_t word;

	memcpy(&word, code, sizeof(word));
	return word;
}

static int is_breakpoint(uint32_t word)
{
	return word == BREAKPOINT;
}

static uint32_t branch(int32_t target)
{
	return BRANCH | ((uint32_t)target & ~BRANCH_MASK);
}

/* What 16 bits and their sign are; 0: it is no such value. */
static uint32_t mov(uint32_t reg, uint64_t value, unsigned int size)
{
	if ((size == 4 && (int32_t)value != (int16_t)value) ||
	    (size == 8 && (int64_t)value != (int16_t)value))
		return 0;
	return VALUE | reg | (value & (size == 1 ? 0xff : 0xffff));
}

static int is_mov(uint32_t word)
{
	return (word & VALUE_MASK) == VALUE;
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
	if (!is_mov(word))
		return -EILSEQ;
	word = mov(word & 0x03e00000, value, size);
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
