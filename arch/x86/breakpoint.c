/* SPDX-License-Identifier: MIT */
/*
 * arch/x86/breakpoint.c: int3, see arch/breakpoint.h, for x86-64 and i386. The
 * instructions of sites are those of arch/x86_64/immediate.h and
 * arch/i386/immediate.h:
 *
 *	a9 imm32		test $imm,%eax: goes on
 *	e9 rel32		jmp
 *	b8+r imm32		mov $imm,%r32, which clears the upper half
 *	48/49 b8+r imm64	mov $imm,%r64, on x86-64 only
 */
#include <cpuid.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <ucontext.h>

#include <arch/breakpoint.h>

#define INT3		0xcc
#define TEST		0xa9
#define JMP		0xe9
#define MOV_FIRST	0xb8
#define MOV_LAST	0xbf
#define REX_W		0x48
#define REX_WB		0x49
#define SHORT_SIZE	5
#define LONG_SIZE	10

/* Places in gregs[]; the general registers by their number. */
#ifdef __x86_64__
#define HAS_REX		1
#define REG_NEXT	REG_RIP
static const uint8_t registers[] = {
	REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
	REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15,
};
#else
#define HAS_REX		0
#define REG_NEXT	REG_EIP
static const uint8_t registers[] = {
	REG_EAX, REG_ECX, REG_EDX, REG_EBX, REG_ESP, REG_EBP, REG_ESI, REG_EDI,
};
#endif

int tctl_breakpoint_supported(void)
{
	return 1;
}

uint8_t tctl_breakpoint_byte(void)
{
	return INT3;
}

static int is_mov(uint8_t opcode)
{
	return opcode >= MOV_FIRST && opcode <= MOV_LAST;
}

size_t tctl_breakpoint_insn_size(const uint8_t *insn)
{
	if (insn[0] == TEST || insn[0] == JMP || is_mov(insn[0]))
		return SHORT_SIZE;
	if (HAS_REX && (insn[0] == REX_W || insn[0] == REX_WB) &&
	    is_mov(insn[1]))
		return LONG_SIZE;
	return 0;
}

int tctl_breakpoint_effect(const uint8_t *insn, uintptr_t address,
			   struct tctl_effect *ret_effect)
{
	const size_t size = tctl_breakpoint_insn_size(insn);
	struct tctl_effect effect = {
		.next = address + size, .reg = TCTL_NO_REGISTER,
	};
	uint32_t word;

	if (!size)
		return -EILSEQ;
	memcpy(&word, insn + 1, sizeof(word));
	if (insn[0] == JMP) {
		effect.next += (uintptr_t)(intptr_t)(int32_t)word;
	} else if (size == LONG_SIZE) {
		memcpy(&effect.value, insn + 2, sizeof(effect.value));
		effect.reg = (insn[1] & 7) | (insn[0] == REX_WB ? 8 : 0);
	} else if (insn[0] != TEST) {
		effect.value = word;
		effect.reg = insn[0] & 7;
	}
	*ret_effect = effect;
	return 0;
}

/*
 * Intel's family 6 from the Pentium III to the Core 2; most of them only run
 * 32-bit code.
 */
int tctl_breakpoint_wants(const char *vendor, uint32_t signature)
{
	static const uint8_t models[] = {
		0x07, 0x08, 0x0a, 0x0b,	/* Pentium III */
		0x09, 0x0d,		/* Pentium M */
		0x0e,			/* Core */
		0x0f, 0x16, 0x17, 0x1d,	/* Core 2 */
	};
	const uint32_t family = signature >> 8 & 0xf;
	const uint32_t model = (signature >> 4 & 0xf) | (signature >> 12 & 0xf0);

	return family == 6 && !memcmp(vendor, "GenuineIntel", 12) &&
	       memchr(models, (int)model, sizeof(models)) != NULL;
}

int tctl_breakpoint_wanted_here(void)
{
	uint32_t vendor[3], leaves, eax, ebx, ecx, edx;

	if (!__get_cpuid(0, &leaves, &vendor[0], &vendor[2], &vendor[1]) ||
	    !__get_cpuid(1, &eax, &ebx, &ecx, &edx))
		return 0;
	return tctl_breakpoint_wants((const char *)vendor, eax);
}

/* The kernel says SI_KERNEL for int3, emulators say TRAP_BRKPT. */
int tctl_breakpoint_is_trap(int si_code)
{
	return si_code == SI_KERNEL || si_code == TRAP_BRKPT;
}

uint8_t *tctl_breakpoint_where(const void *context)
{
	const ucontext_t *thread = context;

	return (uint8_t *)thread->uc_mcontext.gregs[REG_NEXT] - 1;
}

void tctl_breakpoint_again(void *context, const uint8_t *insn)
{
	ucontext_t *thread = context;

	thread->uc_mcontext.gregs[REG_NEXT] = (greg_t)insn;
}

void tctl_breakpoint_emulate(void *context, const struct tctl_effect *effect)
{
	ucontext_t *thread = context;

	if (effect->reg != TCTL_NO_REGISTER)
		thread->uc_mcontext.gregs[registers[effect->reg]] =
			(greg_t)effect->value;
	thread->uc_mcontext.gregs[REG_NEXT] = (greg_t)effect->next;
}

__asm__(
	".pushsection .text\n"
	"\t.p2align 4\n"
	"\t.hidden tctl_trial_trap_run\n"
	"\t.globl tctl_trial_trap_run\n"
	"\t.type tctl_trial_trap_run, @function\n"
	"tctl_trial_trap_run:\n"
	"\t.byte 0xf3, 0x0f, 0x1e, 0xfa\n"	/* endbr64; on i386 a nop */
	"\txorl %eax, %eax\n"
	"\t.hidden tctl_trial_trap\n"
	"\t.globl tctl_trial_trap\n"
	"tctl_trial_trap:\n"
	"\tint3\n"
	"\tret\n"
	"\t.size tctl_trial_trap_run, . - tctl_trial_trap_run\n"
	"\t.popsection\n");
