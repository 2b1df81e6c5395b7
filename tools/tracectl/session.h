/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/session.h: which session is meant, and what the daemon's
 * answers about sessions say to people.
 */
#ifndef TRACECTL_SESSION_H
#define TRACECTL_SESSION_H

#include <jansson.h>
#include <popt.h>
#include <stdint.h>
#include <stdio.h>
#include "tools/tracectl/client.h"
#include "tools/tracectl/command.h"

/* The given name, or the one session that exists. Returns a TCTL_EXIT_*;
   *ret_name is the caller's to free. */
int tctl_session_choose(struct tctl_client *client, const char *given,
			char **ret_name);

/* A subcommand whose only argument is a session, which may be left out: reads
   options (the common ones are part of table), asks for what is named as the
   command is, prints JSON, and returns what report() makes of the answer.
   complete(), unless NULL, adds to the request what options say. */
int tctl_session_run(const struct tctl_command *command, int argc,
		     const char **argv, const struct poptOption *table,
		     void (*complete)(json_t *request),
		     int (*report)(json_t *answer));

/* "tracectl-NAME-DATETIME" in the working directory, or given; absolute. */
char *tctl_session_output(const char *given, const char *name);

/* Warns about applications that did not answer or could not do it. Returns
   TCTL_EXIT_TIMEOUT when there are such, else TCTL_EXIT_OK. */
int tctl_session_report_applications(json_t *answer);

/* The totals of an answer: an object of its own, borrowed. */
/* Warns of kernel events that could not be enabled; TCTL_EXIT_FAILED where
   nothing of the kernel can be recorded at all. */
int tctl_session_report_kernel(json_t *answer);

json_t *tctl_session_answer_totals(json_t *answer);

/* Events that programs emitted themselves: without those in which libtracectl
   describes the process it is in. */
uint64_t tctl_session_own_events(json_t *totals);

/* Prints what was recorded: events, losses, size, place. */
void tctl_session_print_totals(json_t *totals, FILE *stream);

/* A trace that could not be written completely: reports, TCTL_EXIT_FAILED. */
int tctl_session_report_writing(json_t *totals);

/* The answer as it is, for --json. */
void tctl_session_print_json(json_t *answer, FILE *stream);

#endif
