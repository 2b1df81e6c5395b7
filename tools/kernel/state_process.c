// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Processes and threads. One file is read for each thread; what differs in pid
 * namespaces only where a process is in one.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proc.h"
#include "state_process.h"

#define PF_KTHREAD 0x00200000u

/* Values that viewers know: probes/kernel/state.h. */
enum { TYPE_USER, TYPE_KERNEL };
enum { MODE_UNKNOWN };
enum { SUBMODE_UNKNOWN };
enum {
	STATUS_WAIT_CPU = 2,
	STATUS_ZOMBIE = 4,
	STATUS_WAIT = 5,
	STATUS_RUN = 6,
	STATUS_DEAD = 7
};

struct process {
	struct tctl_state_writer *writer;
	uint32_t pid;
	struct tctl_proc_ids ids, parent;
	int32_t ppid;
	uint32_t ns_inum;
};

static int status_of(const struct tctl_proc_stat *stat, uint32_t tid)
{
	switch (stat->state) {
	case 'R':
		/* Of all that could run, only one is known to do so. */
		return tid == (uint32_t)gettid() ? STATUS_RUN : STATUS_WAIT_CPU;
	case 'Z':
		return STATUS_ZOMBIE;
	case 'X':
	case 'x':
		return STATUS_DEAD;
	default:
		return STATUS_WAIT;
	}
}

/* The ids in all namespaces; a kernel that doesn't tell them has one. */
static void read_ids(int folder, const char *path, uint32_t tgid, uint32_t tid,
		     struct tctl_proc_ids *ret_ids)
{
	char text[4096];

	if (tctl_proc_text(folder, path, text, sizeof(text)) > 0 &&
	    !tctl_proc_ids_parse(text, ret_ids))
		return;
	ret_ids->nr = 1;
	ret_ids->tgid[0] = (int32_t)tgid;
	ret_ids->tid[0] = (int32_t)tid;
}

static uint32_t read_namespace(int folder, const char *path)
{
	char target[64];
	char *number;

	if (tctl_proc_link(folder, path, target, sizeof(target)) <= 0)
		return 0;
	number = strchr(target, '[');
	return number ? (uint32_t)strtoul(number + 1, NULL, 10) : 0;
}

static void begin_process(struct process *process)
{
	int root = process->writer->root;
	char path[64], text[1024];
	struct tctl_proc_stat stat;

	snprintf(path, sizeof(path), "proc/%u/status", process->pid);
	read_ids(root, path, process->pid, process->pid, &process->ids);
	snprintf(path, sizeof(path), "proc/%u/ns/pid", process->pid);
	process->ns_inum = read_namespace(root, path);
	snprintf(path, sizeof(path), "proc/%u/stat", process->pid);
	if (tctl_proc_text(root, path, text, sizeof(text)) <= 0 ||
	    tctl_proc_stat_parse(text, &stat))
		return;
	process->ppid = stat.ppid;
	process->parent.nr = 0;
	if (process->ids.nr == 1 || !stat.ppid)
		return;
	snprintf(path, sizeof(path), "proc/%d/status", stat.ppid);
	read_ids(root, path, (uint32_t)stat.ppid, (uint32_t)stat.ppid,
		 &process->parent);
}

/* The parent's id as the process sees it: 0 when it is outside. */
static int32_t vppid_of(const struct process *process)
{
	int level = process->ids.nr - 1;

	if (!level)
		return process->ppid;
	return level < process->parent.nr ? process->parent.tgid[level] : 0;
}

static int write_thread(const struct process *process, uint32_t tid,
			const struct tctl_proc_ids *ids,
			const struct tctl_proc_stat *stat)
{
	struct tctl_state_writer *writer = process->writer;
	int level = ids->nr - 1;

	tctl_state_begin(writer, "lttng_statedump_process_state");
	tctl_state_u32(writer, tid);
	tctl_state_u32(writer, (uint32_t)ids->tid[level]);
	tctl_state_u32(writer, process->pid);
	tctl_state_u32(writer, (uint32_t)ids->tgid[level]);
	tctl_state_u32(writer, (uint32_t)process->ppid);
	tctl_state_u32(writer, (uint32_t)vppid_of(process));
	tctl_state_comm(writer, stat->comm);
	tctl_state_u32(writer,
		       stat->flags & PF_KTHREAD ? TYPE_KERNEL : TYPE_USER);
	tctl_state_u32(writer, MODE_UNKNOWN);
	tctl_state_u32(writer, SUBMODE_UNKNOWN);
	tctl_state_u32(writer, (uint32_t)status_of(stat, tid));
	tctl_state_u32(writer, (uint32_t)level);
	tctl_state_u32(writer, process->ns_inum);
	tctl_state_u32(writer, (uint32_t)stat->cpu);
	tctl_state_u64(writer, process->pid);
	return tctl_state_end(writer);
}

static int take_thread(void *arg, int folder, const char *name)
{
	struct process *process = arg;
	uint32_t tid = tctl_proc_id(name);
	struct tctl_proc_stat stat;
	struct tctl_proc_ids ids;
	char path[64], text[1024];

	if (!tid)
		return 0;
	snprintf(path, sizeof(path), "%u/stat", tid);
	if (tctl_proc_text(folder, path, text, sizeof(text)) <= 0 ||
	    tctl_proc_stat_parse(text, &stat))
		return 0;
	ids = process->ids;
	ids.tid[0] = (int32_t)tid;
	if (ids.nr > 1) {
		snprintf(path, sizeof(path), "%u/status", tid);
		read_ids(folder, path, process->pid, tid, &ids);
	}
	return write_thread(process, tid, &ids, &stat);
}

int tctl_state_process(struct tctl_state_writer *writer, uint32_t pid)
{
	struct process process = {.writer = writer, .pid = pid};
	char path[64];

	begin_process(&process);
	snprintf(path, sizeof(path), "proc/%u/task", pid);
	return tctl_proc_each(writer->root, path, take_thread, &process);
}
