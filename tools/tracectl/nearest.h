/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/nearest.h: which names may have been meant by patterns that
 * match nothing.
 */
#ifndef TRACECTL_NEAREST_H
#define TRACECTL_NEAREST_H

#include <jansson.h>

/* "a, b, c, ...": the names that are nearest to the patterns, which may be
   NULL; the caller frees. */
char *tctl_nearest_names(json_t *patterns, json_t *names);

#endif
