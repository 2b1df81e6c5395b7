/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/kernel/tracepoint.h: events of the catalogue from the kernel's format
 * files, under the names that probes/kernel/tracepoints.h gives them. No locks.
 */
#ifndef TOOLS_KERNEL_TRACEPOINT_H
#define TOOLS_KERNEL_TRACEPOINT_H

#include "tools/kernel/event_build.h"
#include "tools/kernel/format.h"

/* What the tracepoint is called in the trace. */
void tctl_tracepoint_name(const char *system, const char *name, char *ret_name,
			  size_t size);

/* Begin the event, called known in the trace, and add all fields there is room
 * for; build->full otherwise. */
void tctl_tracepoint_build(struct tctl_event_build *build, const char *system,
			   const char *name, const char *known,
			   const struct tctl_format *format);

#endif
