/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tools/tracectl/lttng.c: see lttng.h. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tools/tracectl/lttng.h"

/* The last component of a mapping's path, or "". */
static const char *lttng_mapped_name(const char *line)
{
	const char *slash = strrchr(line, '/');

	return slash ? slash + 1 : "";
}

/* LTTng before 2.13 had the soname 0 and other names of functions. */
enum tctl_lttng tctl_lttng_of(pid_t pid)
{
	static const char old[] = "liblttng-ust.so.0";
	static const char tracepoints[] = "liblttng-ust-tracepoint.so.1";
	int has_lttng = 0, has_old = 0, has_bridge = 0;
	char path[64], line[4352];
	FILE *maps;

	snprintf(path, sizeof(path), "/proc/%ld/maps", (long)pid);
	maps = fopen(path, "re");
	while (maps && fgets(line, sizeof(line), maps)) {
		const char *name = lttng_mapped_name(line);

		has_lttng |= !strncmp(name, tracepoints, strlen(tracepoints));
		has_old |= !strncmp(name, old, strlen(old));
		has_bridge |= !strncmp(name, TCTL_LTTNG_LIBRARY,
				       strlen(TCTL_LTTNG_LIBRARY));
	}
	if (maps)
		fclose(maps);
	if (has_old)
		return TCTL_LTTNG_OLD;
	if (!has_lttng)
		return TCTL_LTTNG_NONE;
	return has_bridge ? TCTL_LTTNG_BRIDGED : TCTL_LTTNG_ALONE;
}

const char *tctl_lttng_reason(enum tctl_lttng state)
{
	switch (state) {
	case TCTL_LTTNG_ALONE:
		return "it was started without " TCTL_LTTNG_LIBRARY
		       " (start it by tracectl record, or with that in "
		       "LD_PRELOAD)";
	case TCTL_LTTNG_OLD:
		return "its LTTng-UST is older than 2.13 (use one that is not)";
	default:
		return "";
	}
}

static void lttng_add(json_t *processes, pid_t pid, enum tctl_lttng state)
{
	char path[64], name[32] = "";
	FILE *comm;
	json_t *item;

	snprintf(path, sizeof(path), "/proc/%ld/comm", (long)pid);
	comm = fopen(path, "re");
	if (comm && fgets(name, sizeof(name), comm))
		name[strcspn(name, "\n")] = '\0';
	if (comm)
		fclose(comm);
	item = json_pack("{sI ss sb}", "pid", (json_int_t)pid, "procname", name,
			 "bridge", state == TCTL_LTTNG_BRIDGED);
	if (state != TCTL_LTTNG_BRIDGED)
		json_object_set_new(item, "reason",
				    json_string(tctl_lttng_reason(state)));
	json_array_append_new(processes, item);
}

json_t *tctl_lttng_processes(void)
{
	json_t *processes = json_array();
	DIR *proc = opendir("/proc");
	enum tctl_lttng state;
	struct dirent *entry;
	long pid;

	while (proc && (entry = readdir(proc))) {
		pid = strtol(entry->d_name, NULL, 10);
		state = pid > 0 ? tctl_lttng_of((pid_t)pid) : TCTL_LTTNG_NONE;
		if (state != TCTL_LTTNG_NONE)
			lttng_add(processes, (pid_t)pid, state);
	}
	if (proc)
		closedir(proc);
	return processes;
}
