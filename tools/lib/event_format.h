/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/lib/event_format.h: field names out of a marker's printf format, the
 * part of event_text.h that trace_mark() needs. Only event_text.c calls it.
 */
#ifndef TOOLS_EVENT_FORMAT_H
#define TOOLS_EVENT_FORMAT_H

#include <stddef.h>
#include <stdint.h>

#define TCTL_FORMAT_NAME_MAX	72u	/* bytes, NUL included */

struct tctl_format_field {
	char name[TCTL_FORMAT_NAME_MAX];
	uint32_t base;		/* TCTL_KIND_DEC, _HEX, _OCT as converted */
};

/*
 * Each conversion takes one argument and gives one field, named by the word
 * before it, made unique by a number; "arg1" and so on where there is no word.
 * Returns the number of fields (at most max), or -EINVAL: too many conversions,
 * or one that is none ("%q", "%*d", "%2$d", "%n", "%m", a lonely "%").
 */
int tctl_format_parse(const char *format, struct tctl_format_field *ret_fields,
		      unsigned int max);

#endif
