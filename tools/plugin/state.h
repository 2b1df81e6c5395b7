/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/state.h: what the events so far say about tasks and CPUs: which
 * task runs where, its process and its name.
 */
#ifndef TRACECTL_PLUGIN_STATE_H
#define TRACECTL_PLUGIN_STATE_H

#include "tools/plugin/event.h"

#define TCTL_COMM_SIZE	32

struct tctl_task {
	struct tctl_key key;	/* tid */
	int64_t pid;		/* -1: not known */
	char comm[TCTL_COMM_SIZE];	/* "": not known */
};

struct tctl_state {
	struct tctl_map tasks;
	struct tctl_map cpus;
};

void tctl_state_init(struct tctl_state *state);
void tctl_state_release(struct tctl_state *state);

/* Fills in tid, pid and comm: from contexts, else from who runs on the CPU. */
void tctl_state_resolve(struct tctl_state *state, struct tctl_event *event);
/* What the event changes; after reports have seen it. */
void tctl_state_update(struct tctl_state *state,
		       const struct tctl_event *event);

/* Never NULL. */
struct tctl_task *tctl_state_task(struct tctl_state *state, int64_t tid);
/* Its name; else that of its process, which threads begin with; NULL: neither
   is known. */
const char *tctl_state_comm(const struct tctl_state *state, int64_t tid);

#endif
