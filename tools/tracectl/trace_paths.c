/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/trace_paths.c: a trace is a directory with a file metadata.
 */
#include <errno.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include "tools/tracectl/message.h"
#include "tools/tracectl/trace_paths.h"

static int compare_names(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* path ends in /metadata, which is cut off. */
static void trace_add(struct tctl_trace_paths *traces, const char *path)
{
	size_t length = strlen(path) - strlen("/metadata");

	traces->paths = tctl_memory(reallocarray(traces->paths, traces->nr + 1,
						 sizeof(*traces->paths)));
	traces->paths[traces->nr++] = tctl_memory(strndup(path, length));
}

int tctl_trace_paths_add(struct tctl_trace_paths *traces, const char *path)
{
	char *const roots[] = { (char *)path, NULL };
	FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR,
			     compare_names);
	size_t before = traces->nr;
	FTSENT *entry;
	int error = 0;

	if (!tree)
		return -errno;
	while ((entry = fts_read(tree))) {
		if (entry->fts_info == FTS_F && entry->fts_level > 0 &&
		    !strcmp(entry->fts_name, "metadata"))
			trace_add(traces, entry->fts_path);
		else if (!error && (entry->fts_info == FTS_DNR ||
				    entry->fts_info == FTS_NS))
			error = -entry->fts_errno;
	}
	fts_close(tree);
	if (traces->nr != before)
		return 0;
	return error ? error : -ENOENT;
}

void tctl_trace_paths_release(struct tctl_trace_paths *traces)
{
	size_t i;

	for (i = 0; i < traces->nr; i++)
		free(traces->paths[i]);
	free(traces->paths);
	memset(traces, 0, sizeof(*traces));
}
