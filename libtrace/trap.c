/* SPDX-License-Identifier: MIT */
/*
 * libtrace/trap.c: see trap.h.
 *
 * Whoever traps looks at the byte again. It is no breakpoint any more: the
 * change was finished in between (a thread may sleep between trap and handler
 * for as long as it likes), and the instruction is run as it is now. It is ours:
 * its effect is emulated, always the new one, so that nobody who has seen the
 * new one sees the old one afterwards.
 *
 * Traps are never forgotten, as a late thread may come for any of them.
 */
#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <arch/breakpoint.h>
#include <libtrace/arena.h>
#include <libtrace/trap.h>

/* effect's members are atomic: a thread may emulate while the next change arms.
   One of next and value is the same for all changes of an instruction. */
struct tctl_trap {
	uint8_t *insn;
	uintptr_t next;
	uintptr_t value;
	uint8_t reg;
	uint8_t live;
};

/* Open addressing; at most half full. A bigger one replaces it, and the former
   is left to the handlers that may still be looking. */
struct traps {
	size_t capacity;
	size_t used;
	struct tctl_trap *slots[];
};

#define FIRST_CAPACITY	256u

static struct traps *traps;
static uint32_t changes;	/* counts arming and disarming */

/* What the application would have. The handler reads one while another is being
   published; a place is used again after NR_ACTIONS further ones. */
#define NR_ACTIONS	16u

struct application {
	uint32_t turn;		/* of its place; odd while it is written */
	struct sigaction action;
};

static struct application actions[NR_ACTIONS];
static struct application *application;
static uint32_t next_action;

static int installed;
static uint32_t vforks;		/* whose parents wait */

#define NR_SIGNALS	64

int (*tctl_trap_sigaction)(int number, const struct sigaction *action,
			   struct sigaction *former) = sigaction;

static size_t place_of(const struct traps *table, const uint8_t *insn)
{
	const uint64_t hash = (uint64_t)(uintptr_t)insn * 0x9e3779b97f4a7c15ull;

	return (size_t)(hash >> 32) & (table->capacity - 1);
}

/* The slot that holds it, or the empty one where it belongs. */
static struct tctl_trap **slot_of(struct traps *table, const uint8_t *insn)
{
	size_t i = place_of(table, insn);
	struct tctl_trap *trap;

	/* (trap:A) acquire pairs with (trap:B) in tctl_trap_get(). */
	while ((trap = __atomic_load_n(&table->slots[i], __ATOMIC_ACQUIRE)) &&
	       trap->insn != insn)
		i = (i + 1) & (table->capacity - 1);
	return &table->slots[i];
}

static struct tctl_trap *find(const uint8_t *insn)
{
	/* (trap:A) */
	struct traps *table = __atomic_load_n(&traps, __ATOMIC_ACQUIRE);

	return table ? *slot_of(table, insn) : NULL;
}

static int grow(void)
{
	const size_t capacity = traps ? 2 * traps->capacity : FIRST_CAPACITY;
	struct traps *table = tctl_arena_alloc(sizeof(*table) + capacity *
					       sizeof(table->slots[0]));
	size_t i;

	if (!table)
		return -ENOMEM;
	table->capacity = capacity;
	for (i = 0; traps && i < traps->capacity; i++) {
		if (traps->slots[i])
			*slot_of(table, traps->slots[i]->insn) = traps->slots[i];
	}
	table->used = traps ? traps->used : 0;
	__atomic_store_n(&traps, table, __ATOMIC_RELEASE);	/* (trap:B) */
	return 0;
}

struct tctl_trap *tctl_trap_get(uint8_t *insn)
{
	struct tctl_trap *trap = find(insn);

	if (trap)
		return trap;
	if ((!traps || 2 * traps->used >= traps->capacity) && grow())
		return NULL;
	trap = tctl_arena_alloc(sizeof(*trap));
	if (!trap)
		return NULL;
	trap->insn = insn;
	traps->used++;
	/* (trap:B) release pairs with (trap:A): the trap before its place. */
	__atomic_store_n(slot_of(traps, insn), trap, __ATOMIC_RELEASE);
	return trap;
}

/* (trap:C) the counter changes before and after `live`; pairs with (trap:D) in
   judge(). */
static void set_live(struct tctl_trap *trap, int live)
{
	__atomic_fetch_add(&changes, 1, __ATOMIC_SEQ_CST);
	__atomic_store_n(&trap->live, (uint8_t)live, __ATOMIC_SEQ_CST);
	__atomic_fetch_add(&changes, 1, __ATOMIC_SEQ_CST);
}

void tctl_trap_arm(struct tctl_trap *trap, const struct tctl_effect *effect)
{
	__atomic_store_n(&trap->next, effect->next, __ATOMIC_RELAXED);
	__atomic_store_n(&trap->value, effect->value, __ATOMIC_RELAXED);
	__atomic_store_n(&trap->reg, effect->reg, __ATOMIC_RELAXED);
	set_live(trap, 1);
}

void tctl_trap_disarm(struct tctl_trap *trap)
{
	set_live(trap, 0);
}

enum verdict {
	GONE,
	OURS,
	FOREIGN,
};

static enum verdict judge_once(const struct tctl_trap *trap)
{
	const int live = __atomic_load_n(&trap->live, __ATOMIC_SEQ_CST);

	if (__atomic_load_n(trap->insn, __ATOMIC_SEQ_CST) !=
	    tctl_breakpoint_byte())
		return GONE;
	return live ? OURS : FOREIGN;
}

/* (trap:D) pairs with (trap:C): a byte and a `live` that belong to different
   changes are not believed. */
static enum verdict judge(const struct tctl_trap *trap)
{
	enum verdict verdict;
	uint32_t before;

	do {
		before = __atomic_load_n(&changes, __ATOMIC_SEQ_CST);
		verdict = judge_once(trap);
	} while (verdict == FOREIGN &&
		 before != __atomic_load_n(&changes, __ATOMIC_SEQ_CST));
	return verdict;
}

static void emulate(void *context, const struct tctl_trap *trap)
{
	const struct tctl_effect effect = {
		.next = __atomic_load_n(&trap->next, __ATOMIC_RELAXED),
		.value = __atomic_load_n(&trap->value, __ATOMIC_RELAXED),
		.reg = __atomic_load_n(&trap->reg, __ATOMIC_RELAXED),
	};

	tctl_breakpoint_emulate(context, &effect);
}

/* (trap:E) acquire pairs with (trap:F) in publish(). */
static void read_application(struct sigaction *ret)
{
	const struct application *now;
	uint32_t turn;

	do {
		now = __atomic_load_n(&application, __ATOMIC_ACQUIRE);
		turn = __atomic_load_n(&now->turn, __ATOMIC_ACQUIRE);
		*ret = now->action;
		__atomic_thread_fence(__ATOMIC_ACQUIRE);
	} while (turn & 1 ||
		 turn != __atomic_load_n(&now->turn, __ATOMIC_RELAXED));
}

static void publish(const struct sigaction *action)
{
	const uint32_t n = __atomic_fetch_add(&next_action, 1, __ATOMIC_RELAXED);
	struct application *place = &actions[n % NR_ACTIONS];

	__atomic_fetch_add(&place->turn, 1, __ATOMIC_SEQ_CST);
	place->action = *action;
	__atomic_fetch_add(&place->turn, 1, __ATOMIC_SEQ_CST);
	/* (trap:F) release pairs with (trap:E). */
	__atomic_store_n(&application, place, __ATOMIC_RELEASE);
}

void tctl_trap_application(const struct sigaction *action,
			   struct sigaction *ret_former)
{
	struct sigaction former;

	read_application(&former);
	if (action)
		publish(action);
	if (ret_former)
		*ret_former = former;
}

/* To the kernel they are no functions with SA_SIGINFO either. */
static int is_nobody(const struct sigaction *action)
{
	return action->sa_handler == SIG_DFL || action->sa_handler == SIG_IGN;
}

/* As without us: what the kernel forces upon a process can't be ignored. The
   signal comes again when the handler has returned. */
static void default_action(const siginfo_t *info,
			   const struct sigaction *action)
{
	struct sigaction none = { .sa_handler = SIG_DFL };

	if (action->sa_handler == SIG_IGN && info->si_code <= 0)
		return;
	tctl_trap_sigaction(SIGTRAP, &none, NULL);
	syscall(SYS_tgkill, getpid(), (pid_t)syscall(SYS_gettid), SIGTRAP);
}

/* Its mask holds but for SIGTRAP, which must stay open: it may meet sites. */
static void mask_for(const struct sigaction *action)
{
	sigset_t mask = action->sa_mask;

	sigdelset(&mask, SIGTRAP);
	syscall(SYS_rt_sigprocmask, SIG_BLOCK, &mask, NULL, (size_t)8);
}

static void chain(int number, siginfo_t *info, void *context)
{
	const struct sigaction none = { .sa_handler = SIG_DFL };
	struct sigaction action;

	read_application(&action);
	if (is_nobody(&action)) {
		default_action(info, &action);
		return;
	}
	if (action.sa_flags & (int)SA_RESETHAND)
		publish(&none);
	mask_for(&action);
	if (action.sa_flags & SA_SIGINFO)
		action.sa_sigaction(number, info, context);
	else
		action.sa_handler(number);
}

static int application_takes_it(void)
{
	struct sigaction action;

	read_application(&action);
	return !is_nobody(&action);
}

/* A breakpoint that is not ours and that nobody claims was left behind by a
   debugger which took ours for code: the process need not die of it. */
static int handle_ours(void *context, const struct tctl_trap *trap)
{
	switch (judge(trap)) {
	case GONE:
		tctl_breakpoint_again(context, trap->insn);
		return 1;
	case OURS:
		emulate(context, trap);
		return 1;
	case FOREIGN:
		if (application_takes_it())
			return 0;
		emulate(context, trap);
		return 1;
	}
	return 0;
}

static void handle(int number, siginfo_t *info, void *context)
{
	const int saved = errno;
	const struct tctl_trap *trap = NULL;

	if (tctl_breakpoint_is_trap(info->si_code))
		trap = find(tctl_breakpoint_where(context));
	if (!trap || !handle_ours(context, trap))
		chain(number, info, context);
	errno = saved;
}

void tctl_trap_vfork_begin(void)
{
	__atomic_fetch_add(&vforks, 1, __ATOMIC_SEQ_CST);
}

void tctl_trap_vfork_end(void)
{
	__atomic_fetch_sub(&vforks, 1, __ATOMIC_SEQ_CST);
}

int tctl_trap_installed(void)
{
	return __atomic_load_n(&installed, __ATOMIC_ACQUIRE);
}

static int is_ours(const struct sigaction *action)
{
	return action->sa_flags & SA_SIGINFO && action->sa_sigaction == handle;
}

/* Handlers from before breakpoints were chosen, or that came past us: SIGTRAP is
   unblocked in them. The C library refuses to tell of its own. */
static void open_handlers(void)
{
	struct sigaction action;
	int number;

	for (number = 1; number <= NR_SIGNALS; number++) {
		if (tctl_trap_sigaction(number, NULL, &action) ||
		    is_nobody(&action) || is_ours(&action) ||
		    !sigismember(&action.sa_mask, SIGTRAP))
			continue;
		sigdelset(&action.sa_mask, SIGTRAP);
		tctl_trap_sigaction(number, &action, NULL);
	}
}

int tctl_trap_ensure(void)
{
	struct sigaction ours = {
		.sa_sigaction = handle,
		.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK | SA_RESTART,
	};
	struct sigaction former;

	open_handlers();
	if (tctl_trap_sigaction(SIGTRAP, NULL, &former))
		return -errno;
	if (is_ours(&former))
		return 0;
	if (__atomic_load_n(&vforks, __ATOMIC_SEQ_CST))
		return -EBUSY;
	publish(&former);
	if (tctl_trap_sigaction(SIGTRAP, &ours, &former))
		return -errno;
	/* Another thread may have changed it in between. */
	if (!is_ours(&former))
		publish(&former);
	__atomic_store_n(&installed, 1, __ATOMIC_RELEASE);
	return 0;
}
