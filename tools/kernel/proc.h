/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/kernel/proc.h: reading /proc and /sys: files as text, folders' entries,
 * and the lines of the files that the statedump reads. What vanishes while it
 * is read is no error: it is skipped. No locks.
 */
#ifndef TOOLS_KERNEL_PROC_H
#define TOOLS_KERNEL_PROC_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

/* A file's beginning, NUL-terminated, without a newline at the end. The length
   or -errno, then text is empty. */
ssize_t tctl_proc_text(int folder, const char *path, char *text, size_t size);
/* A link's target, cut; -errno when it is none. */
ssize_t tctl_proc_link(int folder, const char *path, char *text, size_t size);
/* A number in a file of its own, or otherwise. */
long tctl_proc_number(int folder, const char *path, long otherwise);
FILE *tctl_proc_open(int folder, const char *path);

/*
 * Calls fn for each entry of a folder, "." and ".." left out, with a descriptor
 * of the folder. Stops at the first value but 0, and returns it; a folder that
 * can't be read has no entries.
 */
typedef int tctl_proc_entry_fn(void *arg, int folder, const char *name);
int tctl_proc_each(int folder, const char *path, tctl_proc_entry_fn *fn,
		   void *arg);
/* The number that a whole name is, or 0. */
uint32_t tctl_proc_id(const char *name);

/* /proc/PID/stat and task/TID/stat */
struct tctl_proc_stat {
	char comm[64];
	char state; /* 'R', 'S', ... */
	int32_t ppid;
	uint32_t flags; /* PF_* */
	int32_t cpu;
};

int tctl_proc_stat_parse(char *text, struct tctl_proc_stat *ret_stat);

/* /proc/PID/status: the ids in each pid namespace, outermost first. */
#define TCTL_PROC_MAX_NS 33
struct tctl_proc_ids {
	int nr; /* of namespaces, at least 1 */
	int32_t tgid[TCTL_PROC_MAX_NS];
	int32_t tid[TCTL_PROC_MAX_NS];
};

/* 0, or -EINVAL: the kernel doesn't tell. */
int tctl_proc_ids_parse(const char *text, struct tctl_proc_ids *ret_ids);

/* A line of /proc/PID/maps; the name lies in the line, "" where there is none.
 */
struct tctl_proc_map {
	uint64_t start, end, pgoff, inode;
	int is_executable;
	const char *name;
};

int tctl_proc_map_parse(char *line, struct tctl_proc_map *ret_map);

/* A line of /proc/kallsyms. */
struct tctl_proc_symbol {
	uint64_t address;
	char type;
	const char *name, *module; /* module "": the kernel itself */
};

int tctl_proc_symbol_parse(char *line, struct tctl_proc_symbol *ret_symbol);

#endif
