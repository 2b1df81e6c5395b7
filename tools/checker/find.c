/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tools/checker/find.c: the traces below a directory. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <tools/checker/find.h>

#define DEPTH_MAX 32

static int path_add(struct tctl_paths *paths, const char *path)
{
	char **list = realloc(paths->list, (paths->nr + 1) * sizeof(*list));

	if (!list)
		return -ENOMEM;
	paths->list = list;
	list[paths->nr] = strdup(path);
	return list[paths->nr] ? (paths->nr++, 0) : -ENOMEM;
}

static int is_trace(const char *path)
{
	struct stat st;
	char *file;
	int ret;

	if (asprintf(&file, "%s/metadata", path) < 0)
		return -ENOMEM;
	ret = !lstat(file, &st) && !S_ISDIR(st.st_mode);
	free(file);
	return ret;
}

static int no_dots(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static int below_find(struct tctl_paths *paths, const char *path, int depth);

static int entry_find(struct tctl_paths *paths, const char *path,
		      const char *name, int depth)
{
	struct stat st;
	char *below;
	int ret = 0;

	if (asprintf(&below, "%s/%s", path, name) < 0)
		return -ENOMEM;
	if (!lstat(below, &st) && S_ISDIR(st.st_mode))
		ret = below_find(paths, below, depth + 1);
	free(below);
	return ret == -ENOMEM ? ret : 0;
}

static int below_find(struct tctl_paths *paths, const char *path, int depth)
{
	struct dirent **entries;
	int i, nr, ret = is_trace(path);

	if (ret > 0)
		ret = path_add(paths, path);
	if (ret < 0 || depth > DEPTH_MAX)
		return ret;
	nr = scandir(path, &entries, no_dots, alphasort);
	if (nr < 0)
		return -errno;
	for (i = 0; i < nr; i++) {
		if (!ret)
			ret = entry_find(paths, path, entries[i]->d_name,
					 depth);
		free(entries[i]);
	}
	free(entries);
	return ret;
}

int tctl_traces_find(struct tctl_paths *paths, const char *path)
{
	size_t len = strlen(path);
	char *copy = strdup(path);
	int ret;

	if (!copy)
		return -ENOMEM;
	while (len > 1 && copy[len - 1] == '/')
		copy[--len] = '\0';
	ret = below_find(paths, copy, 0);
	free(copy);
	return ret;
}

void tctl_paths_release(struct tctl_paths *paths)
{
	while (paths->nr)
		free(paths->list[--paths->nr]);
	free(paths->list);
}
