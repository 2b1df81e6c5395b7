/* SPDX-License-Identifier: MIT */
/*
 * arch/breakpoint.h: the part of a port that lets sites be changed behind a
 * breakpoint (libtrace/breakpoint.h): what the instructions of sites do, as
 * pure functions, and how a trap handler finds and continues an interrupted
 * thread. A port without breakpoints answers 0 to tctl_breakpoint_supported().
 */
#ifndef ARCH_BREAKPOINT_H
#define ARCH_BREAKPOINT_H

#include <stddef.h>
#include <stdint.h>

#define TCTL_INSN_MAX		16
#define TCTL_NO_REGISTER	0xff

/* What running an instruction of a site comes to. The flags that a dormant
   gate changes are nobody's. */
struct tctl_effect {
	uintptr_t next;		/* address to go on at */
	uintptr_t value;	/* put into reg */
	uint8_t reg;		/* its number, or TCTL_NO_REGISTER */
};

int tctl_breakpoint_supported(void);

/* The byte that traps. */
uint8_t tctl_breakpoint_byte(void);

/* Bytes of the instruction that begins there; 0: none of a site's. */
size_t tctl_breakpoint_insn_size(const uint8_t *insn);

/* What the instruction of these bytes does at this address: 0 or -EILSEQ. */
int tctl_breakpoint_effect(const uint8_t *insn, uintptr_t address,
			   struct tctl_effect *ret_effect);

/* Whether a processor has errata on code changed under it. vendor: the 12
   letters; signature: family, model and stepping as the processor packs them. */
int tctl_breakpoint_wants(const char *vendor, uint32_t signature);

/* The same for the processor that runs this. */
int tctl_breakpoint_wanted_here(void);

/* For the handler. context: its third argument, a ucontext_t. */
int tctl_breakpoint_is_trap(int si_code);
uint8_t *tctl_breakpoint_where(const void *context);
void tctl_breakpoint_again(void *context, const uint8_t *insn);
void tctl_breakpoint_emulate(void *context, const struct tctl_effect *effect);

/* A breakpoint for trying out: gives TCTL_TRIAL_TRAPPED when the handler, which
   knows the address, put that into register 0; otherwise 0. */
#define TCTL_TRIAL_TRAPPED	0x7a9
extern uint8_t tctl_trial_trap[] __attribute__((visibility("hidden")));
int tctl_trial_trap_run(void) __attribute__((visibility("hidden")));

#endif
