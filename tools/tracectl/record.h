/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/record.h: one run of `tracectl record`, shared by its parts:
 * record.c (options, order of things), record_session.c (the session that is
 * recorded into), record_wait.c (until the end), record_empty.c (why nothing
 * was recorded).
 */
#ifndef TRACECTL_RECORD_H
#define TRACECTL_RECORD_H

#include <jansson.h>
#include <signal.h>
#include "tools/tracectl/child.h"
#include "tools/tracectl/client.h"

struct tctl_record {
	struct tctl_client client;
	struct tctl_child child;	/* .argv NULL: no command */
	json_t *channel;		/* applications'; NULL: none */
	json_t *enable;			/* request without the session */
	json_t *kernel_channel;		/* the kernel's; NULL: none */
	json_t *kernel_enable;
	json_t *pids;			/* whose kernel events; NULL or empty */
	char *session;
	char *output;			/* absolute */
	char *token;			/* NULL: all applications */
	int own_name;			/* the trace doesn't pass for LTTng's */
	int existed;			/* output was there before */
	int created;			/* the session was made */
	long duration_s;		/* 0: no limit */
	sigset_t inherited;		/* the signal mask for the command */
	int signals;			/* descriptor: SIGCHLD, SIGINT, ... */
	int interrupted;		/* signal that ended it, 0: none */
	json_t *totals;			/* after the end */
};

/* Names of session and trace, token. name: given or NULL. */
int tctl_record_name(struct tctl_record *record, const char *session,
		     const char *output, int all);

/* Record the kernel's events of this process, too, and of what it creates. */
int tctl_record_follow(struct tctl_record *record, long pid);

/* Create, enable, start; reports. What was made is undone by discard. */
int tctl_record_begin(struct tctl_record *record);
/* Stop and destroy; fills totals. */
int tctl_record_end(struct tctl_record *record);
/* Leaves nothing behind: the command could not be run. */
void tctl_record_discard(struct tctl_record *record);

/* Until the command or the duration ends, or a signal says so. Returns the
   command's status as a shell has it, 0 without command. */
int tctl_record_wait(struct tctl_record *record);

/* Says what is likely the cause of an empty trace. */
void tctl_record_explain_empty(const struct tctl_record *record);

#endif
