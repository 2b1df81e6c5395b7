/* SPDX-License-Identifier: MIT */
/*
 * libtrace/trap.h: the SIGTRAP handler of the patcher `breakpoint`, and what it
 * knows: every instruction that ever had a breakpoint of ours, and what running
 * it comes to. Called by breakpoint.c under tctl_object_lock; the interposed
 * functions come without.
 *
 * The handler takes no lock. A trap at an instruction that it does not know, or
 * whose breakpoint is somebody else's, goes to the application's own handler,
 * whether that was installed before or after.
 */
#ifndef LIBTRACE_TRAP_H
#define LIBTRACE_TRAP_H

#include <signal.h>
#include <stdint.h>

struct tctl_trap;
struct tctl_effect;

/* The handler is installed when this returns 0; a handler that was there, or
   came past us, becomes the application's. */
int tctl_trap_ensure(void);

/*
 * Around vfork: the child runs in this memory, with the handlers that there were
 * when it began. While there are such children the handler is not installed:
 * tctl_trap_ensure() returns -EBUSY.
 */
void tctl_trap_vfork_begin(void);
void tctl_trap_vfork_end(void);

/* 1 once it was installed: it stays. */
int tctl_trap_installed(void);

/* The trap of an instruction, added when unknown; NULL: out of memory. */
struct tctl_trap *tctl_trap_get(uint8_t *insn);

/* Before the breakpoint is stored, and after it is gone everywhere. */
void tctl_trap_arm(struct tctl_trap *trap, const struct tctl_effect *effect);
void tctl_trap_disarm(struct tctl_trap *trap);

/* What sigaction(SIGTRAP) means to the application while the handler is
   installed; either may be NULL. Async-signal-safe. */
void tctl_trap_application(const struct sigaction *action,
			   struct sigaction *ret_former);

/* The C library's sigaction, when another stands in front of it. */
extern int (*tctl_trap_sigaction)(int number, const struct sigaction *action,
				  struct sigaction *former);

#endif
