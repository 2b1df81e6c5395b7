/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/lib/glob.h: the patterns by which events are named: `*` stands for any
 * number of bytes, `?` for exactly one, `\` takes the next byte as it is.
 * Everything else is itself. Time is at most pattern length x text length.
 */
#ifndef TOOLS_GLOB_H
#define TOOLS_GLOB_H

/* 1 when the whole text is described by the pattern, otherwise 0. */
int tctl_glob_match(const char *pattern, const char *text);

/* 1 when the pattern has no `*` and no `?` of its own: it names one event. */
int tctl_glob_literal(const char *pattern);

#endif
