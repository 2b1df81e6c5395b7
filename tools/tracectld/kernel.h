/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/kernel.h: brings the kernel to where the sessions want it:
 * which kernel channels have programs and rings, which events go there. One
 * function does it for all occasions, from the difference between what is and
 * what should be, as attach.h does for applications.
 *
 * Main thread; takes the sessions' lock for short times.
 */
#ifndef TRACECTLD_KERNEL_H
#define TRACECTLD_KERNEL_H

#include <jansson.h>
#include "tools/kernel/event.h"
#include "tools/tracectld/session.h"

/*
 * Open what a running session needs, enable and disable by its channels' rules,
 * stop what a stopped one has. answer gets "kernel": {"events": enabled ones,
 * "failed": [{"event", "error"}], "error": nothing can be recorded, and why}
 * where the session has a kernel channel.
 */
void tctl_kernel_update(struct tctl_session *session, json_t *answer);

/* Kernel channels that record named processes only take this one, too, and what
   it will create. 0 or -errno, error says why. */
int tctl_kernel_follow(struct tctl_session *session, uint32_t pid, char *error,
		       size_t error_size);

/* A snapshot was taken into this folder: add the state at this moment. */
int tctl_kernel_snapshot(struct tctl_session *session, const char *output);

/* From time to time while something is recorded: CPUs that came, processes'
   new memory maps. */
void tctl_kernel_look(struct tctl_sessions *all);
/* How often that is, in ms; 0: never. */
int tctl_kernel_look_ms(const struct tctl_sessions *all);

/* What there is in the kernel, read when it is needed; NULL: error says why. It
   stays until it is put and no kernel channel is open. */
const struct tctl_kernel_catalogue *
tctl_kernel_get_catalogue(char *error, size_t error_size);
void tctl_kernel_put_catalogue(void);

/* Whether one of the patterns names the event. patterns may be NULL. */
int tctl_kernel_names(json_t *patterns, const struct tctl_kernel_event *event);

/* {"events": [{name, pattern, fields, missing}], "note"}, or NULL: error says
   why. */
json_t *tctl_kernel_list(char *error, size_t error_size);
/* The backend, as `status` shows it. */
json_t *tctl_kernel_status(const struct tctl_sessions *all);

/* How many of the kernel's events a rule of such patterns names. */
size_t tctl_kernel_matches(json_t *patterns, json_t *exclude);

#endif
