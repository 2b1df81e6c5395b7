/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the instructions of sites do on x86-64 and i386, on which processors
   breakpoints are used, and how an interrupted thread goes on. */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <ucontext.h>

#include <arch/breakpoint.h>
#include <tests/lib/counting_record.h>
#include <tests/lib/tap.h>

#ifdef __x86_64__
#define AT		0x7f0000001003ul
#define REG_NEXT	REG_RIP
#define REG_VALUE	REG_RBX
#else
#define AT		0xb7001003ul
#define REG_NEXT	REG_EIP
#define REG_VALUE	REG_EBX
#endif

static struct tctl_effect effect;

static int effect_of(const char *bytes, size_t size)
{
	uint8_t insn[TCTL_INSN_MAX] = { 0 };

	memcpy(insn, bytes, size);
	return tctl_breakpoint_effect(insn, AT, &effect);
}

static void test_branches(void)
{
	tap_is(effect_of("\xa9\x10\x20\x30\x40", 5), 0, "a dormant gate");
	tap_ok(effect.next == AT + 5 && effect.reg == TCTL_NO_REGISTER,
	       "goes on and changes nothing");
	tap_is(effect_of("\xe9\x10\x20\x30\x40", 5), 0, "an open gate");
	tap_ok(effect.next == AT + 5 + 0x40302010 &&
	       effect.reg == TCTL_NO_REGISTER, "jumps forward");
	effect_of("\xe9\xf0\xff\xff\xff", 5);
	tap_ok(effect.next == AT + 5 - 16, "and backward");
}

static void test_values(void)
{
	tap_is(effect_of("\xbf\xfe\xff\xff\xff", 5), 0, "mov $imm,%%edi");
	tap_ok(effect.next == AT + 5 && effect.reg == 7 &&
	       effect.value == 0xfffffffe, "clears the upper half");
	tap_is(effect_of("\xcc\x10\x20\x30\x40", 5), -EILSEQ,
	       "a breakpoint is no instruction of a site");
	tap_is(effect_of("\x48\x89\xc3\x90\x90", 5), -EILSEQ,
	       "nor is another mov");
}

/* On i386 the first byte is an instruction by itself. */
static void test_long_values(void)
{
#ifdef __x86_64__
	tap_is(effect_of("\x48\xbb\x88\x77\x66\x55\x44\x33\x22\x11", 10), 0,
	       "mov $imm,%%rbx");
	tap_ok(effect.next == AT + 10 && effect.reg == 3 &&
	       effect.value == 0x1122334455667788, "has eight bytes");
	effect_of("\x49\xbf\x01\x00\x00\x00\x00\x00\x00\x80", 10);
	tap_ok(effect.reg == 15 && effect.value == 0x8000000000000001,
	       "mov $imm,%%r15");
#else
	tap_is(effect_of("\x48\xbb\x88\x77\x66\x55\x44\x33\x22\x11", 10),
	       -EILSEQ, "no mov has eight bytes");
#endif
}

static void test_context(void)
{
	ucontext_t context;
	uint8_t *where;

	memset(&context, 0, sizeof(context));
	context.uc_mcontext.gregs[REG_NEXT] = AT + 1;
	where = tctl_breakpoint_where(&context);
	tap_ok(where == (uint8_t *)AT, "the trap was at the byte before");
	effect_of("\xbb\x04\x03\x02\x01", 5);
	tctl_breakpoint_emulate(&context, &effect);
	tap_ok(context.uc_mcontext.gregs[REG_VALUE] == 0x01020304 &&
	       context.uc_mcontext.gregs[REG_NEXT] == (greg_t)AT + 5,
	       "emulated");
	tctl_breakpoint_again(&context, where);
	tap_ok(context.uc_mcontext.gregs[REG_NEXT] == (greg_t)AT,
	       "or run again");
#ifdef __x86_64__
	effect_of("\x49\xb9\x01\x02\x03\x04\x05\x06\x07\x08", 10);
	tctl_breakpoint_emulate(&context, &effect);
	tap_ok(context.uc_mcontext.gregs[REG_R9] == 0x0807060504030201 &&
	       context.uc_mcontext.gregs[REG_NEXT] == AT + 10,
	       "with eight bytes, too");
#endif
	tap_ok(tctl_breakpoint_is_trap(SI_KERNEL), "int3 is SI_KERNEL");
	tap_ok(!tctl_breakpoint_is_trap(SI_TKILL) &&
	       !tctl_breakpoint_is_trap(TRAP_TRACE),
	       "sent signals and single steps are no breakpoints");
}

static void test_processors(void)
{
	static const char intel[] = "GenuineIntel", amd[] = "AuthenticAMD";

	tap_ok(tctl_breakpoint_wants(intel, 0x006b1), "Pentium III");
	tap_ok(tctl_breakpoint_wants(intel, 0x006d8), "Pentium M");
	tap_ok(tctl_breakpoint_wants(intel, 0x006fb), "Core 2, 65 nm");
	tap_ok(tctl_breakpoint_wants(intel, 0x1067a), "Core 2, 45 nm");
	tap_ok(!tctl_breakpoint_wants(intel, 0x106a5), "not Nehalem");
	tap_ok(!tctl_breakpoint_wants(intel, 0x50657), "nor later");
	tap_ok(!tctl_breakpoint_wants(intel, 0x00652), "not Pentium II");
	tap_ok(!tctl_breakpoint_wants(amd, 0x006fb), "nor another vendor's");
}

int main(void)
{
	test_branches();
	test_values();
	test_long_values();
	test_context();
	test_processors();
	return tap_done();
}
