/* SPDX-License-Identifier: MIT */
/*
 * arch/powerpc/encode.c: the instructions of sites on powerpc, 32 and 64 bits, see immediate.h
 * beside it for what they are and arch/encode.h for the contract.
 *
 * Instructions are words in the byte order of the data, so that both orders
 * are one code. li extends the sign: only the low bytes count.
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

static uint32_t with_value(uint32_t word, uint32_t value)
{
	return (word & ~0xffffu) | value;
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
