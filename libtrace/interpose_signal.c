/* SPDX-License-Identifier: MIT */
/*
 * libtrace/interpose_signal.c: with the patcher `breakpoint`, SIGTRAP stays
 * unblocked, and its handler is ours, in front of the application's. Otherwise
 * these functions do what the C library's do. Calls that wait with another mask
 * are in interpose_wait.c.
 */
#include <signal.h>
#include <string.h>

#include "libtrace/interpose.h"
#include "libtrace/patcher.h"
#include "libtrace/thread.h"
#include "libtrace/trap.h"

#ifdef PIC

static int (*next_sigaction)(int number, const struct sigaction *action,
			     struct sigaction *former);
static sighandler_t (*next_signal)(int number, sighandler_t handler);
static int (*next_sigprocmask)(int how, const sigset_t *set, sigset_t *former);
static int (*next_pthread_sigmask)(int how, const sigset_t *set,
				   sigset_t *former);

/* The library's own constructor may come first. */
__attribute__((constructor(101)))
static void signal_find(void)
{
	TCTL_INTERPOSE_FIND(next_sigaction, "sigaction");
	TCTL_INTERPOSE_FIND(next_signal, "signal");
	TCTL_INTERPOSE_FIND(next_sigprocmask, "sigprocmask");
	TCTL_INTERPOSE_FIND(next_pthread_sigmask, "pthread_sigmask");
	tctl_trap_sigaction = next_sigaction;
}

static const sigset_t *signal_open(int how, const sigset_t *set, sigset_t *room)
{
	return how == SIG_UNBLOCK ? set : tctl_patcher_mask(set, room);
}

/* Handlers run with SIGTRAP unblocked, too. */
static const struct sigaction *signal_open_action(const struct sigaction *action,
						  struct sigaction *room)
{
	if (!action || !tctl_patcher_traps() ||
	    sigismember(&action->sa_mask, SIGTRAP) != 1)
		return action;
	*room = *action;
	sigdelset(&room->sa_mask, SIGTRAP);
	return room;
}

/* The child of a vfork must not change what its parent has; nor needs it to, for
   the program that it runs begins with the default. */
static void signal_application(const struct sigaction *action,
			       struct sigaction *former)
{
	tctl_trap_application(tctl_thread.vfork ? NULL : action, former);
}

TCTL_INTERPOSED int sigaction(int number, const struct sigaction *action,
			      struct sigaction *former)
{
	struct sigaction room;

	if (number == SIGTRAP && tctl_trap_installed()) {
		signal_application(action, former);
		return 0;
	}
	TCTL_INTERPOSE_FIND(next_sigaction, "sigaction");
	return next_sigaction(number, signal_open_action(action, &room), former);
}

TCTL_INTERPOSED sighandler_t signal(int number, sighandler_t handler)
{
	struct sigaction action = {
		.sa_handler = handler, .sa_flags = SA_RESTART,
	};
	struct sigaction former;

	if (number == SIGTRAP && handler != SIG_ERR && tctl_trap_installed()) {
		signal_application(&action, &former);
		return former.sa_handler;
	}
	TCTL_INTERPOSE_FIND(next_signal, "signal");
	return next_signal(number, handler);
}

TCTL_INTERPOSED int sigprocmask(int how, const sigset_t *set, sigset_t *former)
{
	sigset_t room;

	TCTL_INTERPOSE_FIND(next_sigprocmask, "sigprocmask");
	return next_sigprocmask(how, signal_open(how, set, &room), former);
}

TCTL_INTERPOSED int pthread_sigmask(int how, const sigset_t *set,
				    sigset_t *former)
{
	sigset_t room;

	TCTL_INTERPOSE_FIND(next_pthread_sigmask, "pthread_sigmask");
	return next_pthread_sigmask(how, signal_open(how, set, &room), former);
}

#endif
