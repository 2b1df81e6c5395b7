// SPDX-License-Identifier: GPL-2.0-or-later
/* Open files and memory maps of processes. */
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "proc.h"
#include "state_process.h"

struct files {
	struct tctl_state_writer *writer;
	uint32_t pid;
};

static uint32_t read_flags(int root, uint32_t pid, const char *fd)
{
	char path[64], text[256];
	const char *flags;

	snprintf(path, sizeof(path), "proc/%u/fdinfo/%.20s", pid, fd);
	tctl_proc_text(root, path, text, sizeof(text));
	flags = strstr(text, "flags:");
	return flags ? (uint32_t)strtoul(flags + 6, NULL, 8) : 0;
}

/* FMODE_READ 1, FMODE_WRITE 2 */
static uint32_t mode_of(uint32_t flags)
{
	return ((flags & O_ACCMODE) + 1) & 3;
}

static int take_file(void *arg, int folder, const char *name)
{
	struct files *files = arg;
	struct tctl_state_writer *writer = files->writer;
	char target[PATH_MAX];
	uint32_t flags;

	if (*name < '0' || *name > '9' ||
	    tctl_proc_link(folder, name, target, sizeof(target)) < 0)
		return 0;
	flags = read_flags(writer->root, files->pid, name);
	tctl_state_begin(writer, "lttng_statedump_file_descriptor");
	tctl_state_u64(writer, files->pid);
	tctl_state_u32(writer, files->pid);
	tctl_state_u32(writer, tctl_proc_id(name));
	tctl_state_u32(writer, flags);
	tctl_state_u32(writer, mode_of(flags));
	tctl_state_string(writer, target);
	return tctl_state_end(writer);
}

int tctl_state_files(struct tctl_state_writer *writer, uint32_t pid)
{
	struct files files = {writer, pid};
	char path[64];

	snprintf(path, sizeof(path), "proc/%u/fd", pid);
	return tctl_proc_each(writer->root, path, take_file, &files);
}

static int write_map(struct tctl_state_writer *writer, uint32_t pid,
		     const struct tctl_proc_map *map)
{
	tctl_state_begin(writer, "tracectl_process_map");
	tctl_state_u32(writer, pid);
	tctl_state_u64(writer, map->start);
	tctl_state_u64(writer, map->end);
	tctl_state_u64(writer, map->pgoff);
	tctl_state_u64(writer, map->inode);
	tctl_state_string(writer, map->name);
	return tctl_state_end(writer);
}

int tctl_state_maps(struct tctl_state_writer *writer, uint32_t pid)
{
	struct tctl_proc_map map;
	char path[64], *line = NULL;
	size_t size = 0;
	int ret = 0;
	FILE *file;

	snprintf(path, sizeof(path), "proc/%u/maps", pid);
	file = tctl_proc_open(writer->root, path);
	if (!file)
		return 0;
	while (!ret && getline(&line, &size, file) > 0)
		if (!tctl_proc_map_parse(line, &map) && map.is_executable &&
		    *map.name)
			ret = write_map(writer, pid, &map);
	free(line);
	fclose(file);
	return ret;
}
