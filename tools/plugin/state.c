/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/state.c: the little of the kernel's state that reports need.
 */
#include <stdio.h>
#include <string.h>
#include "tools/plugin/state.h"

#define KERNEL_COMM_SIZE	16

struct state_cpu {
	struct tctl_key key;
	struct tctl_task *task;		/* that runs; NULL: not known */
};

void tctl_state_init(struct tctl_state *state)
{
	tctl_map_init(&state->tasks, sizeof(struct tctl_task));
	tctl_map_init(&state->cpus, sizeof(struct state_cpu));
}

void tctl_state_release(struct tctl_state *state)
{
	tctl_map_release(&state->tasks);
	tctl_map_release(&state->cpus);
}

struct tctl_task *tctl_state_task(struct tctl_state *state, int64_t tid)
{
	size_t nr = state->tasks.nr;
	struct tctl_task *task = tctl_map_get(&state->tasks, tid, NULL);

	if (state->tasks.nr != nr)
		task->pid = tid ? -1 : 0;
	return task;
}

/* A thread without a name of its own has its process's. */
static const char *task_comm(const struct tctl_state *state,
			     const struct tctl_task *task)
{
	if (!*task->comm && task->pid >= 0)
		task = tctl_map_find(&state->tasks, task->pid, NULL);
	return task && *task->comm ? task->comm : NULL;
}

const char *tctl_state_comm(const struct tctl_state *state, int64_t tid)
{
	const struct tctl_task *task = tctl_map_find(&state->tasks, tid, NULL);

	return task ? task_comm(state, task) : NULL;
}

static struct tctl_task *task_name(struct tctl_state *state, int64_t tid,
				   const char *comm)
{
	struct tctl_task *task = tctl_state_task(state, tid);

	/* the idle tasks of all CPUs are one here */
	if (!tid)
		comm = "swapper";
	/* mostly it is what it was */
	if (comm && *comm && strncmp(task->comm, comm, sizeof(task->comm) - 1))
		snprintf(task->comm, sizeof(task->comm), "%s", comm);
	return task;
}

/* The first of two contexts that is there; -1: none. In the kernel, tid is of
   the whole machine, vtid of the task's namespace; in user space, vtid is all
   there is. */
static int64_t context_of(const struct tctl_event *event, const char *first,
			  const char *second)
{
	int64_t value;

	return tctl_event_context_integer(event, first, &value) ||
	       tctl_event_context_integer(event, second, &value) ? value : -1;
}

static struct tctl_task *resolve_contexts(struct tctl_state *state,
					  struct tctl_event *event)
{
	struct tctl_task *task;

	event->tid = context_of(event, "tid", "vtid");
	event->pid = context_of(event, "pid", "vpid");
	if (event->tid < 0)
		event->tid = event->pid;
	if (event->tid < 0)
		return NULL;
	task = task_name(state, event->tid,
			 tctl_event_context_text(event, "procname"));
	if (event->pid >= 0)
		task->pid = event->pid;
	return task;
}

static struct tctl_task *resolve_switch(struct tctl_state *state,
					struct tctl_event *event)
{
	struct tctl_task *task;

	if (!tctl_event_integer(event, "prev_tid", &event->tid))
		return NULL;
	task = task_name(state, event->tid,
			 tctl_event_text(event, "prev_comm"));
	event->pid = context_of(event, "pid", "vpid");
	if (event->pid >= 0)
		task->pid = event->pid;
	return task;
}

static struct tctl_task *resolve_running(struct tctl_state *state,
					 struct tctl_event *event)
{
	struct state_cpu *cpu = tctl_map_find(&state->cpus, event->cpu, NULL);

	if (!cpu || !cpu->task)
		return NULL;
	event->tid = cpu->task->key.number;
	return cpu->task;
}

/* Samples name their task themselves: on the CPU is already another, or they
   are written by somebody else. */
static struct tctl_task *resolve_named(struct tctl_state *state,
				       struct tctl_event *event)
{
	struct tctl_task *task;

	if (!tctl_event_integer(event, "tid", &event->tid))
		return NULL;
	task = task_name(state, event->tid, tctl_event_text(event, "comm"));
	if (tctl_event_integer(event, "pid", &event->pid))
		task->pid = event->pid;
	return task;
}

void tctl_state_resolve(struct tctl_state *state, struct tctl_event *event)
{
	struct tctl_task *task = NULL;

	event->tid = event->pid = -1;
	event->comm = NULL;
	if (event->class->kind == TCTL_KIND_PROFILE_SAMPLE ||
	    event->class->kind == TCTL_KIND_OFFCPU)
		task = resolve_named(state, event);
	/* the switch's own words name the task, too */
	else if (event->class->kind == TCTL_KIND_SWITCH &&
		 *event->class->domain != 'u')
		task = resolve_switch(state, event);
	if (event->tid < 0)
		task = resolve_contexts(state, event);
	if (event->tid < 0 && *event->class->domain != 'u')
		task = resolve_running(state, event);
	if (!task)
		return;
	if (event->pid < 0)
		event->pid = task->pid;
	event->comm = task_comm(state, task);
}

static void update_switch(struct tctl_state *state,
			  const struct tctl_event *event)
{
	struct state_cpu *cpu;
	int64_t next;

	cpu = tctl_map_get(&state->cpus, event->cpu, NULL);
	cpu->task = tctl_event_integer(event, "next_tid", &next) ?
		task_name(state, next, tctl_event_text(event, "next_comm")) :
		NULL;
}

static void update_fork(struct tctl_state *state,
			const struct tctl_event *event)
{
	int64_t tid, pid;

	if (!tctl_event_integer(event, "child_tid", &tid))
		return;
	task_name(state, tid, tctl_event_text(event, "child_comm"));
	if (tctl_event_integer(event, "child_pid", &pid))
		tctl_state_task(state, tid)->pid = pid;
	if (tctl_event_integer(event, "parent_tid", &tid) &&
	    tctl_event_integer(event, "parent_pid", &pid))
		tctl_state_task(state, tid)->pid = pid;
}

static void update_statedump(struct tctl_state *state,
			     const struct tctl_event *event)
{
	int64_t tid, pid;

	if (!tctl_event_integer(event, "tid", &tid))
		return;
	task_name(state, tid, tctl_event_text(event, "name"));
	if (tctl_event_integer(event, "pid", &pid))
		tctl_state_task(state, tid)->pid = pid;
}

/* What is mapped first is the program: its file's name is what the kernel
   calls the process, as long as it gives itself no other. */
static void update_program(struct tctl_state *state,
			   const struct tctl_event *event)
{
	const char *path = tctl_event_text(event, "path"), *slash;
	struct tctl_task *task;

	if (!path || event->pid < 0 ||
	    strncmp(event->class->name, "lttng_ust_statedump:", 20))
		return;
	task = tctl_state_task(state, event->pid);
	slash = strrchr(path, '/');
	if (!*task->comm)
		snprintf(task->comm, KERNEL_COMM_SIZE, "%s",
			 slash ? slash + 1 : path);
	if (task->pid < 0)
		task->pid = event->pid;
}

void tctl_state_update(struct tctl_state *state,
		       const struct tctl_event *event)
{
	int64_t tid;

	switch (event->class->kind) {
	case TCTL_KIND_SWITCH:
		update_switch(state, event);
		break;
	case TCTL_KIND_FORK:
		update_fork(state, event);
		break;
	case TCTL_KIND_PROCESS_STATE:
		update_statedump(state, event);
		break;
	case TCTL_KIND_BIN_INFO:
		update_program(state, event);
		break;
	case TCTL_KIND_WAKEUP:
	case TCTL_KIND_WAKING:
		if (tctl_event_integer(event, "tid", &tid))
			task_name(state, tid, tctl_event_text(event, "comm"));
		break;
	default:
		break;
	}
}
