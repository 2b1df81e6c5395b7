/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/descriptor.h: which file a descriptor of a process is: from the
 * initial state of the trace and from what open, dup, socket, ... returned.
 */
#ifndef TRACECTL_PLUGIN_DESCRIPTOR_H
#define TRACECTL_PLUGIN_DESCRIPTOR_H

#include "tools/plugin/call.h"

/* No process is believed to have more. */
#define TCTL_DESCRIPTORS_MAX	65536

struct tctl_descriptors {
	struct tctl_map processes;
	struct tctl_map tables;		/* the kernel's tables: whose they are */
	struct tctl_map names;		/* each once */
};

void tctl_descriptors_init(struct tctl_descriptors *descriptors);
void tctl_descriptors_release(struct tctl_descriptors *descriptors);

/* Initial state, forks, execs, exits; other events are ignored. */
void tctl_descriptors_event(struct tctl_descriptors *descriptors,
			    const struct tctl_event *event);
/* A call that returned with success. */
void tctl_descriptors_returned(struct tctl_descriptors *descriptors,
			       const struct tctl_call *call,
			       const struct tctl_event *exit);

/* Whose descriptors a thread uses: its process's; else its own. */
int64_t tctl_descriptors_owner(const struct tctl_event *event);
/* NULL: not known. Valid until release. */
const char *tctl_descriptors_name(const struct tctl_descriptors *descriptors,
				  int64_t owner, int64_t fd);

#endif
