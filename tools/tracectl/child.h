/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/child.h: the command that `tracectl record` runs.
 */
#ifndef TRACECTL_CHILD_H
#define TRACECTL_CHILD_H

#include <signal.h>
#include <sys/types.h>

struct tctl_child {
	char **argv;		/* NULL-terminated, borrowed */
	char *path;		/* found in PATH */
	char *preload;		/* for LD_PRELOAD, NULL: nothing */
	int lttng;		/* the bridge for LTTng-UST is among it */
	char *token;		/* for TRACECTL_TOKEN, NULL: none */
	pid_t pid;		/* 0: not running (any more) */
};

/* Looks for argv[0] in PATH; reports. TCTL_EXIT_OK, _NOT_FOUND or
   _NOT_EXECUTABLE. */
int tctl_child_find(struct tctl_child *child, char **argv);

/* Starts it with the signal mask given. Before its first instruction, when
   child->pid is known, before(argument) is called; what it returns but
   TCTL_EXIT_OK ends the child and is returned. A failing exec is reported and
   returned as one of the above. */
int tctl_child_start(struct tctl_child *child, const sigset_t *mask,
		     int (*before)(void *argument), void *argument);

/* 1 when it has ended: *ret_status is what a shell would say. Never waits. */
int tctl_child_ended(struct tctl_child *child, int *ret_status);

void tctl_child_release(struct tctl_child *child);

#endif
