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

/* How many letters are to be added, left out or changed before the pattern
   describes the text: for telling what somebody may have meant. */
unsigned int tctl_glob_distance(const char *pattern, const char *text);

#endif
