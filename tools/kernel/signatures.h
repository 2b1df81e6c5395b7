/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/kernel/signatures.h: what the kernel's format files say of system
 * calls' arguments, by name. No locks.
 */
#ifndef TOOLS_KERNEL_SIGNATURES_H
#define TOOLS_KERNEL_SIGNATURES_H

#include <stddef.h>

#include "tools/kernel/format.h"

struct tctl_signature {
	char *name;
	char *text; /* "type name,type name" */
	int used;   /* somebody asked for it */
};

/* All zero is empty. */
struct tctl_signatures {
	struct tctl_signature *signatures;
	size_t nr, max;
};

/* Takes what follows __syscall_nr of a sys_enter_* format. 0 or -ENOMEM. */
int tctl_signatures_add(struct tctl_signatures *signatures, const char *name,
			const struct tctl_format *format);
/* NULL: the kernel says nothing. */
const char *tctl_signatures_find(struct tctl_signatures *signatures,
				 const char *name);
void tctl_signatures_release(struct tctl_signatures *signatures);

#endif
