/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/domain.h: whose events: applications' or the kernel's. The
 * options -k and -u say which of them the -e and -x that follow are about.
 */
#ifndef TRACECTL_DOMAIN_H
#define TRACECTL_DOMAIN_H

#include <jansson.h>
#include <popt.h>
#include "tools/tracectl/command.h"

struct tctl_domain {
	int chosen;		/* -u or -k was given */
	const char **patterns;	/* NULL-terminated; NULL: none given */
	const char **exclude;
};

/* What the options said. Kept until the program ends. */
extern struct tctl_domain tctl_domain_user, tctl_domain_kernel;

/* -k, -u, -e, -x; and what else a kernel channel may be told. */
extern struct poptOption tctl_domain_options[];
#define TCTL_DOMAIN_OPTIONS \
	{ NULL, '\0', POPT_ARG_INCLUDE_TABLE, tctl_domain_options, 0, \
	  "Events:", NULL }
extern struct poptOption tctl_kernel_options[];
#define TCTL_KERNEL_OPTIONS \
	{ NULL, '\0', POPT_ARG_INCLUDE_TABLE, tctl_kernel_options, 0, \
	  "Kernel options:", NULL }

/* Whether anything of the kernel is to be recorded; of applications (also when
   nothing was said). */
int tctl_domain_has_kernel(void);
int tctl_domain_has_user(void);

/* Whether the kernel counts by address, which is in the trace without events. */
int tctl_domain_has_profiles(void);

/* "enable" of the kernel's events: what was asked for, or the usual ones; NULL
   where profiles alone were asked for. */
int tctl_domain_kernel_request(const struct tctl_command *command,
			       json_t **ret_request);

/* Turn a channel's description into one for the kernel. follow: only processes
   that are named later (tctl_domain_pids among them). */
int tctl_domain_kernel_channel(const struct tctl_command *command,
			       json_t *channel, int follow);

/* --pid: processes to follow, each a positive number. */
int tctl_domain_pids(const struct tctl_command *command, json_t **ret_pids);

#endif
