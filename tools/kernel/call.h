/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/kernel/call.h: events of the catalogue from system calls. What the
 * arguments are is told by the kernel's format files or, where there is none,
 * by a signature in probes/kernel/calls.h; what they mean (strings, structures,
 * flags, what the kernel writes) by that table. No locks.
 */
#ifndef TOOLS_KERNEL_CALL_H
#define TOOLS_KERNEL_CALL_H

#include "tools/kernel/event_build.h"

#define TCTL_CALL_ARGS 6u

/* A system call in one of the kernel's tables. */
struct tctl_call {
	const char *header_name; /* as headers and users call it: "fstat" */
	const char *name;	 /* in events: "newfstat" */
	const char *like;	 /* whose arguments it has: "newfstat" */
	uint32_t number;	 /* without TCTL_KERNEL_COMPAT */
	uint8_t is_compat;
};

/* The call of that number in the native or the compat table; -ENOENT: this
   build knows of none. */
int tctl_call_get(uint32_t number, int is_compat, struct tctl_call *ret_call);

/*
 * Declare one of the call's events. signature: "type name,type name", from the
 * kernel; NULL: unknown, then the table's own is used or else all arguments are
 * recorded as numbers.
 */
void tctl_call_build_entry(struct tctl_event_build *build,
			   const struct tctl_call *call, const char *signature);
void tctl_call_build_exit(struct tctl_event_build *build,
			  const struct tctl_call *call, const char *signature);

#endif
