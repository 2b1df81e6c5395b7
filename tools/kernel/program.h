/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/kernel/program.h: events of the catalogue whose fields are lists in
 * probes/kernel: those that programs of their own record (events.h) and those
 * that the daemon writes (state.h). No locks.
 */
#ifndef TOOLS_KERNEL_PROGRAM_H
#define TOOLS_KERNEL_PROGRAM_H

#include "tools/kernel/event_build.h"

/* The number of each kind; numbers count from 0. */
unsigned int tctl_program_count(void);
unsigned int tctl_state_count(void);

/* The program's event for a tracepoint (tracefs's system, the name in the
   trace); -ENOENT: there is none. */
int tctl_program_find(const char *system, const char *name);
/* 0: the event is none of the kernel's tracepoints ("profile_sample"). */
int tctl_program_is_tracepoint(unsigned int number);

/* kernel_name: how the kernel spells it; NULL: as the event. */
void tctl_program_build(struct tctl_event_build *build, unsigned int number,
			const char *kernel_name);
void tctl_state_build(struct tctl_event_build *build, unsigned int number);

#endif
