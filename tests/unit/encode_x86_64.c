/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The encoder of x86-64: which bytes are stored, and what is refused. */
#include <errno.h>
#include <string.h>

#include <tracectl/abi/site.h>
#include <arch/encode.h>
#include <tests/lib/counting_record.h>
#include <tests/lib/tap.h>

#define INFO(size, offset)	(TCTL_SITE_VALUE | (size) << 8 | (offset) << 16)

static struct tctl_edit edit;

static void test_gate(void)
{
	uint8_t dormant[] = { 0xa9, 0x10, 0x20, 0x30, 0x40 };
	uint8_t open[] = { 0xe9, 0x10, 0x20, 0x30, 0x40 };
	const uint8_t breakpoint[] = { 0xcc, 0x10, 0x20, 0x30, 0x40 };
	const uint8_t nop[] = { 0x0f, 0x1f, 0x44, 0x00, 0x00 };

	tap_is(tctl_encode_gate(dormant, 0, 1, &edit), 0, "a dormant gate opens");
	tap_ok(edit.offset == 0 && edit.size == 1 && edit.value == 0xe9,
	       "by one byte, e9");
	dormant[edit.offset] = edit.value;
	tap_ok(!memcmp(dormant, open, sizeof(open)), "and is a jmp");
	tap_is(tctl_encode_gate(open, 0, 0, &edit), 0, "an open gate closes");
	tap_ok(edit.offset == 0 && edit.size == 1 && edit.value == 0xa9,
	       "by one byte, a9");
	tap_ok(!tctl_encode_gate(open, 0, 1, &edit) && !edit.size,
	       "opening an open gate stores nothing");
	tap_is(tctl_encode_gate(breakpoint, 0, 1, &edit), -EBUSY,
	       "a breakpoint is left alone");
	tap_is(tctl_encode_gate(nop, 0, 1, &edit), -EILSEQ,
	       "other bytes are no gate");
}

/* A value site at `at`: gate, then the instruction. */
static void put(uint8_t *at, const uint8_t *insn, size_t length)
{
	memset(at, 0x90, 5);
	at[0] = 0xe9;
	memcpy(at + 5, insn, length);
}

static void test_value(void)
{
	static const uint8_t mov32[] = { 0xbf, 0, 0, 0, 0 };
	static const uint8_t mov64[] = { 0x48, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0 };
	static const uint8_t mov64_r9[] = { 0x49, 0xb9, 0, 0, 0, 0, 0, 0, 0, 0 };
	static const uint8_t lea[] = { 0x8d, 0x05, 0, 0, 0, 0 };
	uint8_t text[64] __attribute__((aligned(16))) = { 0 };

	put(text + 2, mov32, sizeof(mov32));
	tap_is(tctl_encode_value(text + 2, INFO(4u, 6u), 0x11223344, &edit), 0,
	       "a 4-byte value");
	tap_ok(edit.offset == 6 && edit.size == 4 && edit.value == 0x11223344,
	       "is one aligned store");
	tap_is(tctl_encode_value(text + 2, INFO(2u, 6u), 7, &edit), 0,
	       "a 2-byte value");
	tap_is(edit.size, 2, "stores two bytes");
	tap_is(tctl_encode_value(text + 2, INFO(1u, 6u), 7, &edit), 0,
	       "a 1-byte value");
	tap_is(edit.size, 1, "stores one byte");
	tap_is(tctl_encode_value(text + 2, INFO(3u, 6u), 7, &edit), -EILSEQ,
	       "3 bytes are no size");
	tap_is(tctl_encode_value(text + 2, INFO(4u, 7u), 7, &edit), -EILSEQ,
	       "the immediate is where it must be");
	put(text + 3, mov32, sizeof(mov32));
	tap_is(tctl_encode_value(text + 3, INFO(4u, 6u), 7, &edit), -EILSEQ,
	       "a misaligned immediate is refused");
	put(text + 1, mov64, sizeof(mov64));
	tap_is(tctl_encode_value(text + 1, INFO(8u, 7u), ~0ull, &edit), 0,
	       "an 8-byte value");
	tap_ok(edit.offset == 7 && edit.size == 8 && edit.value == ~0ull,
	       "is one aligned store, too");
	put(text + 1, mov64_r9, sizeof(mov64_r9));
	tap_is(tctl_encode_value(text + 1, INFO(8u, 7u), 1, &edit), 0,
	       "in a high register");
	put(text + 2, lea, sizeof(lea));
	tap_is(tctl_encode_value(text + 2, INFO(4u, 6u), 7, &edit), -EILSEQ,
	       "other instructions are refused");
}

static void test_switch(void)
{
	uint8_t text[16] __attribute__((aligned(16))) = { 0 };

	text[3] = 0xe9;
	tap_is(tctl_encode_switch(text + 3, 0x105, &edit), 0, "a switch");
	tap_ok(edit.offset == 1 && edit.size == 4 && edit.value == 0x100,
	       "is one aligned store of a distance");
	tap_ok(!tctl_encode_switch(text + 3, -0xfb, &edit) &&
	       edit.value == 0xffffff00, "backwards, too");
	tap_is(tctl_encode_switch(text + 3, 0x80000005ll, &edit), -ERANGE,
	       "not too far");
	text[2] = 0xe9;
	tap_is(tctl_encode_switch(text + 2, 0x105, &edit), -EILSEQ,
	       "a misaligned distance is refused");
	text[3] = 0xeb;
	tap_is(tctl_encode_switch(text + 3, 0x105, &edit), -EILSEQ,
	       "other jumps are refused");
}

int main(void)
{
	struct tctl_trial trial;

	test_gate();
	test_value();
	test_switch();
	tap_is(tctl_trial_run(), 0, "the trial function is a value of 0");
	tctl_trial_site(&trial);
	tap_is(((uintptr_t)trial.code + TCTL_SITE_OFFSET(trial.info)) % 4, 0,
	       "whose immediate is aligned");
	return tap_done();
}
