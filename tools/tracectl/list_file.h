/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/list_file.h: the probes in an ELF file, which need not run, in
 * the form in which the daemon describes those of live applications.
 */
#ifndef TRACECTL_LIST_FILE_H
#define TRACECTL_LIST_FILE_H

#include <jansson.h>

/* *ret_events is the caller's: an array of {name, level, file, line, sites,
   fields: [{name, type}]}. Returns 0 or -errno, reports nothing. */
int tctl_list_file_events(const char *path, json_t **ret_events);

/* The same, reporting: a TCTL_EXIT_*. */
int tctl_list_file_read(const char *path, json_t **ret_events);

#endif
