/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tools/checker/lint.h: rules about what the metadata declares. */
#ifndef CHECKER_LINT_H
#define CHECKER_LINT_H

#include <tools/checker/trace.h>

/* Returns 0, or -1 when the declarations can't be decoded. */
int tctl_lint(struct tctl_trace *trace);

/* lint_type.c: one scope (NULL: nothing) and all types in it. user: fields of
   the traced program, not of the trace. Returns 0 or -1 as above. */
int tctl_lint_scope(struct tctl_trace *trace, struct tctl_type *type,
		    const char *event, bool user);

/* A field of a struct by its name, with or without the leading underscore. */
const struct tctl_type *tctl_lint_field(const struct tctl_type *type,
					const char *name);

#endif
