/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/descriptor.c: a table of names for each process.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/descriptor.h"

struct descriptor {
	struct tctl_key key;		/* fd */
	const char *name;
	bool close_on_exec;
};

struct descriptor_process {
	struct tctl_key key;		/* owner */
	struct tctl_map open;		/* struct descriptor */
};

/* Newer tracers name the table's address where older ones have the process. */
struct descriptor_table {
	struct tctl_key key;		/* address */
	int64_t owner;
};

struct descriptor_name {
	struct tctl_key key;		/* text */
};

void tctl_descriptors_init(struct tctl_descriptors *descriptors)
{
	tctl_map_init(&descriptors->processes,
		      sizeof(struct descriptor_process));
	tctl_map_init(&descriptors->tables, sizeof(struct descriptor_table));
	tctl_map_init(&descriptors->names, sizeof(struct descriptor_name));
}

void tctl_descriptors_release(struct tctl_descriptors *descriptors)
{
	size_t i;

	for (i = 0; i < descriptors->processes.nr; i++)
		tctl_map_release(&((struct descriptor_process *)
				   descriptors->processes.records[i])->open);
	tctl_map_release(&descriptors->processes);
	tctl_map_release(&descriptors->tables);
	tctl_map_release(&descriptors->names);
}

int64_t tctl_descriptors_owner(const struct tctl_event *event)
{
	return event->pid >= 0 ? event->pid : event->tid;
}

static struct descriptor_process *process_of(
		struct tctl_descriptors *descriptors, int64_t owner)
{
	struct descriptor_process *process =
		tctl_map_get(&descriptors->processes, owner, NULL);

	if (!process->open.record_size)
		tctl_map_init(&process->open, sizeof(struct descriptor));
	return process;
}

static struct descriptor *descriptor_find(
		const struct tctl_descriptors *descriptors, int64_t owner,
		int64_t fd)
{
	struct descriptor_process *process =
		tctl_map_find(&descriptors->processes, owner, NULL);

	return process ? tctl_map_find(&process->open, fd, NULL) : NULL;
}

const char *tctl_descriptors_name(const struct tctl_descriptors *descriptors,
				  int64_t owner, int64_t fd)
{
	struct descriptor *descriptor = descriptor_find(descriptors, owner, fd);

	return descriptor ? descriptor->name : NULL;
}

static void descriptor_open(struct tctl_descriptors *descriptors,
			    int64_t owner, int64_t fd, const char *name,
			    bool close_on_exec)
{
	struct descriptor_process *process = process_of(descriptors, owner);
	struct descriptor_name *kept;
	struct descriptor *descriptor;

	if (fd < 0 || process->open.nr >= TCTL_DESCRIPTORS_MAX)
		return;
	kept = tctl_map_get(&descriptors->names, 0, name);
	descriptor = tctl_map_get(&process->open, fd, NULL);
	descriptor->name = kept->key.text;
	descriptor->close_on_exec = close_on_exec;
}

static void descriptor_close(struct tctl_descriptors *descriptors,
			     int64_t owner, int64_t fd)
{
	struct descriptor_process *process =
		tctl_map_find(&descriptors->processes, owner, NULL);
	struct descriptor *descriptor = descriptor_find(descriptors, owner, fd);

	if (descriptor)
		tctl_map_remove(&process->open, descriptor);
}

static void process_forget(struct tctl_descriptors *descriptors, int64_t owner)
{
	struct descriptor_process *process =
		tctl_map_find(&descriptors->processes, owner, NULL);

	if (!process)
		return;
	tctl_map_release(&process->open);
	tctl_map_remove(&descriptors->processes, process);
}

static void process_forked(struct tctl_descriptors *descriptors,
			   const struct tctl_event *event)
{
	struct descriptor_process *parent;
	const struct descriptor *descriptor;
	int64_t owner, child, tid;
	size_t i;

	if (!tctl_event_integer(event, "child_tid", &tid))
		return;
	/* a thread shares what its process has */
	if (tctl_event_integer(event, "child_pid", &child) && child != tid)
		return;
	process_forget(descriptors, tid);
	if (!tctl_event_integer(event, "parent_pid", &owner) &&
	    !tctl_event_integer(event, "parent_tid", &owner))
		return;
	parent = tctl_map_find(&descriptors->processes, owner, NULL);
	for (i = 0; parent && owner != tid && i < parent->open.nr; i++) {
		descriptor = (struct descriptor *)parent->open.records[i];
		descriptor_open(descriptors, tid, descriptor->key.number,
				descriptor->name, descriptor->close_on_exec);
	}
}

static void process_executed(struct tctl_descriptors *descriptors,
			     const struct tctl_event *event)
{
	struct descriptor_process *process;
	struct descriptor *descriptor;
	int64_t owner;
	size_t i;

	if (!tctl_event_integer(event, "tid", &owner))
		return;
	process = tctl_map_find(&descriptors->processes, owner, NULL);
	for (i = process ? process->open.nr : 0; i--;) {
		descriptor = (struct descriptor *)process->open.records[i];
		if (descriptor->close_on_exec)
			tctl_map_remove(&process->open, descriptor);
	}
}

static void process_exited(struct tctl_descriptors *descriptors,
			   const struct tctl_event *event)
{
	int64_t tid;

	if (tctl_event_integer(event, "tid", &tid))
		process_forget(descriptors, tid);
}

static void process_uses(struct tctl_descriptors *descriptors,
			 const struct tctl_event *event)
{
	int64_t address, pid;

	if (tctl_event_integer(event, "file_table_address", &address) &&
	    tctl_event_integer(event, "pid", &pid))
		((struct descriptor_table *)tctl_map_get(&descriptors->tables,
				address, NULL))->owner = pid;
}

static bool table_owner(const struct tctl_descriptors *descriptors,
			const struct tctl_event *event, int64_t *ret_owner)
{
	const struct descriptor_table *table;
	int64_t address;

	if (tctl_event_integer(event, "pid", ret_owner))
		return true;
	if (!tctl_event_integer(event, "file_table_address", &address))
		return false;
	table = tctl_map_find(&descriptors->tables, address, NULL);
	if (table)
		*ret_owner = table->owner;
	return table;
}

static void process_had(struct tctl_descriptors *descriptors,
			const struct tctl_event *event)
{
	const char *name = tctl_event_text(event, "filename");
	int64_t owner, fd, flags;

	if (!name || !table_owner(descriptors, event, &owner) ||
	    !tctl_event_integer(event, "fd", &fd))
		return;
	if (!tctl_event_integer(event, "flags", &flags))
		flags = 0;
	descriptor_open(descriptors, owner, fd, name, flags & O_CLOEXEC);
}

void tctl_descriptors_event(struct tctl_descriptors *descriptors,
			    const struct tctl_event *event)
{
	switch (event->class->kind) {
	case TCTL_KIND_FORK:
		process_forked(descriptors, event);
		break;
	case TCTL_KIND_EXEC:
		process_executed(descriptors, event);
		break;
	case TCTL_KIND_EXIT:
		process_exited(descriptors, event);
		break;
	case TCTL_KIND_PROCESS_STATE:
		process_uses(descriptors, event);
		break;
	case TCTL_KIND_FILE_DESCRIPTOR:
		process_had(descriptors, event);
		break;
	default:
		break;
	}
}

struct returned {
	struct tctl_descriptors *descriptors;
	const struct tctl_call *call;
	const struct tctl_event *exit;
	int64_t owner, ret;
};

static int64_t argument(const struct returned *returned, const char *name)
{
	int64_t value;

	if (tctl_event_integer(&returned->call->entry, name, &value))
		return value;
	return -1;
}

static bool flag_is_set(const struct returned *returned, int64_t flag)
{
	int64_t flags = argument(returned, "flags");

	return flags > 0 && flags & flag;
}

static void returned_open(const struct returned *returned)
{
	const char *name = tctl_call_text(returned->call, returned->exit,
					  "filename");

	if (!name)	/* creat's, in some kernels' words */
		name = tctl_call_text(returned->call, returned->exit,
				      "pathname");
	descriptor_open(returned->descriptors, returned->owner, returned->ret,
			name && *name ? name : "[a file]",
			flag_is_set(returned, O_CLOEXEC));
}

static void returned_close(const struct returned *returned)
{
	descriptor_close(returned->descriptors, returned->owner,
			 argument(returned, "fd"));
}

static void returned_dup(const struct returned *returned)
{
	int64_t from = argument(returned, "fildes");
	const char *name;

	if (from < 0)
		from = argument(returned, "oldfd");
	name = tctl_descriptors_name(returned->descriptors, returned->owner,
				     from);
	if (name)
		descriptor_open(returned->descriptors, returned->owner,
				returned->ret, name,
				flag_is_set(returned, O_CLOEXEC));
	else
		descriptor_close(returned->descriptors, returned->owner,
				 returned->ret);
}

static void returned_fcntl(const struct returned *returned)
{
	int64_t cmd = argument(returned, "cmd");
	const char *name = tctl_descriptors_name(returned->descriptors,
			returned->owner, argument(returned, "fd"));

	if (name && (cmd == F_DUPFD || cmd == F_DUPFD_CLOEXEC))
		descriptor_open(returned->descriptors, returned->owner,
				returned->ret, name, cmd == F_DUPFD_CLOEXEC);
}

static void returned_socket(const struct returned *returned)
{
	static const char *const families[] = {
		[1] = "unix", [2] = "inet", [10] = "inet6", [16] = "netlink",
		[17] = "packet"
	};
	int64_t family = argument(returned, "family");
	bool known = family > 0 && family < 18 && families[family];
	char name[32];

	snprintf(name, sizeof(name), "[%s%ssocket]",
		 known ? families[family] : "", known ? " " : "");
	descriptor_open(returned->descriptors, returned->owner, returned->ret,
			name, false);
}

/* Two descriptors in an array among what the call returns. */
static void returned_pair(const struct returned *returned, const char *array,
			  const char *name)
{
	uint64_t fds[2];
	size_t i;

	if (tctl_event_numbers(returned->exit, array, fds, 2) != 2)
		return;
	for (i = 0; i < 2; i++)
		descriptor_open(returned->descriptors, returned->owner,
				(int32_t)fds[i], name,
				flag_is_set(returned, O_CLOEXEC));
}

static void returned_pipe(const struct returned *returned)
{
	returned_pair(returned, "fildes", "[pipe]");
}

static void returned_socketpair(const struct returned *returned)
{
	returned_pair(returned, "usockvec", "[socket pair]");
}

/* What has no name but the call's. */
static void returned_other(const struct returned *returned)
{
	char name[64];

	snprintf(name, sizeof(name), "[%s]", returned->call->name);
	descriptor_open(returned->descriptors, returned->owner, returned->ret,
			name, false);
}

struct descriptor_call {
	const char *name;
	void (*apply)(const struct returned *returned);
};

/* By name. */
static const struct descriptor_call calls[] = {
	{ "accept", returned_socket },
	{ "accept4", returned_socket },
	{ "close", returned_close },
	{ "creat", returned_open },
	{ "dup", returned_dup },
	{ "dup2", returned_dup },
	{ "dup3", returned_dup },
	{ "epoll_create", returned_other },
	{ "epoll_create1", returned_other },
	{ "eventfd", returned_other },
	{ "eventfd2", returned_other },
	{ "fcntl", returned_fcntl },
	{ "fcntl64", returned_fcntl },
	{ "inotify_init", returned_other },
	{ "inotify_init1", returned_other },
	{ "memfd_create", returned_other },
	{ "open", returned_open },
	{ "openat", returned_open },
	{ "openat2", returned_open },
	{ "perf_event_open", returned_other },
	{ "pidfd_open", returned_other },
	{ "pipe", returned_pipe },
	{ "pipe2", returned_pipe },
	{ "signalfd", returned_other },
	{ "signalfd4", returned_other },
	{ "socket", returned_socket },
	{ "socketpair", returned_socketpair },
	{ "timerfd_create", returned_other },
};

static int compare_call(const void *name, const void *call)
{
	return strcmp(name, ((const struct descriptor_call *)call)->name);
}

void tctl_descriptors_returned(struct tctl_descriptors *descriptors,
			       const struct tctl_call *call,
			       const struct tctl_event *exit)
{
	const struct descriptor_call *known = bsearch(call->name, calls,
		sizeof(calls) / sizeof(calls[0]), sizeof(calls[0]),
		compare_call);
	struct returned returned = {
		.descriptors = descriptors, .call = call, .exit = exit,
		.owner = tctl_descriptors_owner(exit),
	};

	if (known && returned.owner >= 0 &&
	    tctl_event_integer(exit, "ret", &returned.ret) &&
	    returned.ret >= 0)
		known->apply(&returned);
}
