/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tools/checker/find.h: the traces below a directory. */
#ifndef CHECKER_FIND_H
#define CHECKER_FIND_H

#include <stddef.h>

struct tctl_paths {
	char **list;
	size_t nr;
};

/*
 * Add each directory at or below path that holds a file called metadata, in
 * order of names. Links below path are not followed. Returns 0 or -errno (what
 * can't be read below path is skipped: it holds no trace that anyone can read).
 */
int tctl_traces_find(struct tctl_paths *paths, const char *path);
void tctl_paths_release(struct tctl_paths *paths);

#endif
