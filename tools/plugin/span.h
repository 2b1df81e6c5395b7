/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/span.h: which event names begin or end something, by the endings
 * that people give such names: "app:request_begin" and "app:request_end" are
 * the two ends of "app:request".
 */
#ifndef TRACECTL_PLUGIN_SPAN_H
#define TRACECTL_PLUGIN_SPAN_H

#include <stddef.h>

enum tctl_span_role {
	TCTL_SPAN_NONE,
	TCTL_SPAN_BEGIN,
	TCTL_SPAN_END,
};

/* base: filled in but for TCTL_SPAN_NONE, what both ends have in common, cut at
   size. "app:begin" is an end of "app". */
enum tctl_span_role tctl_span_role_of(const char *name, char *base,
				      size_t size);

#endif
