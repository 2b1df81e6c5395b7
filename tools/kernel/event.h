/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/kernel/event.h: what the running kernel can record: one
 * tctl_kernel_event per event, declared as an application's event is
 * (tools/lib/event_text.h), so that streams, metadata and lists treat both
 * alike. Made from probes/kernel/events.h, the table of system calls, and the
 * format files of tracefs.
 *
 * No locks: a catalogue does not change once it is made.
 */
#ifndef TOOLS_KERNEL_EVENT_H
#define TOOLS_KERNEL_EVENT_H

#include <stddef.h>
#include <stdint.h>
#include <tracectl/abi/kernel.h>
#include "probes/kernel/events.h"

enum tctl_kernel_source {
	TCTL_KERNEL_PROGRAM,	/* number: enum tctl_kernel_event_number */
	TCTL_KERNEL_CALL_ENTER, /* number: system call, compat ones +
				   TCTL_KERNEL_COMPAT */
	TCTL_KERNEL_CALL_LEAVE,
	TCTL_KERNEL_TRACEPOINT, /* number: id of the tracepoint in tracefs */
	TCTL_KERNEL_STATE,	/* written by the daemon: statedump, symbols */
};

struct tctl_kernel_event {
	/* Texts: "GROUP:NAME", what patterns are compared with besides NAME
	   alone; "syscall:openat" for both events of a call. */
	const char *pattern_name;
	/* In the trace: "sched_switch", "syscall_entry_openat". */
	const char *name;
	enum tctl_kernel_source source;
	uint32_t number;
	/* As in abi/site.h: "kernel:NAME\nfile:line\nfields", NUL included in
	   text_size. */
	const char *text;
	size_t text_size;
	const uint64_t *kinds;
	unsigned int nr_fields;
	struct tctl_kernel_plan plan; /* of calls and tracepoints */
	/* NULL, or why this kernel can't record it (one line). */
	const char *missing;
};

struct tctl_kernel_catalogue;

/*
 * Read what this kernel has. Takes some ms. On failure -errno and error says
 * why and what to do; what can be had without tracefs (programs, statedump) is
 * there even when tracefs is not: `missing` and tctl_kernel_catalogue_note()
 * say so.
 */
int tctl_kernel_catalogue_new(struct tctl_kernel_catalogue **ret_catalogue,
			      char *error, size_t error_size);
void tctl_kernel_catalogue_free(struct tctl_kernel_catalogue *catalogue);
/* One line about what is missing and how to get it, or NULL. */
const char *
tctl_kernel_catalogue_note(const struct tctl_kernel_catalogue *catalogue);

size_t
tctl_kernel_catalogue_size(const struct tctl_kernel_catalogue *catalogue);
const struct tctl_kernel_event *
tctl_kernel_catalogue_event(const struct tctl_kernel_catalogue *catalogue,
			    size_t i);
/* By name in the trace; NULL: there is none. */
const struct tctl_kernel_event *
tctl_kernel_catalogue_find(const struct tctl_kernel_catalogue *catalogue,
			   const char *name);

/*
 * Whether a pattern (tools/lib/glob.h) names the event: NAME, GROUP:NAME, a
 * tracepoint's SUBSYSTEM:NAME under the kernel's own spelling
 * ("sched:sched_switch", "irq:softirq_entry"), "syscall:openat". '*' alone
 * names the programs' events but those with stacks (profile:*), and the system
 * calls, not each tracepoint there is.
 */
int tctl_kernel_event_matches(const struct tctl_kernel_event *event,
			      const char *pattern);

#endif
