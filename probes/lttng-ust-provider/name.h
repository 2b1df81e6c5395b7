/* SPDX-License-Identifier: MIT */
/* probes/lttng-ust-provider/name.h: the names of a marker's fields. */
#ifndef PROBES_LTTNG_UST_PROVIDER_NAME_H
#define PROBES_LTTNG_UST_PROVIDER_NAME_H

/*
 * The word before each of the nr conversions of a printf format, a line each, as
 * the fields of other events are written, made unique by a number; "arg1" and so
 * on where there is no word. *ret_lines is the caller's. ret_bases: of each, as
 * TCTL_KIND_BASE(). Returns 0, or -1: out of memory, or the format has fewer.
 */
int tctl_name_fields(const char *format, unsigned int nr, char **ret_lines,
		     unsigned char *ret_bases);

#endif
