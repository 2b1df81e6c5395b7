/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/call.c: a thread is in one call at a time. Where the thread is
 * not known (before the first sched_switch of a CPU), the CPU stands for it.
 */
#include <string.h>
#include "tools/plugin/call.h"

#define OF_CPU(cpu)	(-2 - (cpu))

void tctl_calls_init(struct tctl_calls *calls)
{
	tctl_map_init(&calls->open, sizeof(struct tctl_call));
}

void tctl_calls_release(struct tctl_calls *calls)
{
	struct tctl_call *call;
	size_t i;

	for (i = 0; i < calls->open.nr; i++) {
		call = (struct tctl_call *)calls->open.records[i];
		bt_message_put_ref(call->entry.message);
	}
	tctl_map_release(&calls->open);
}

void tctl_calls_done(struct tctl_calls *calls, struct tctl_call *call)
{
	bt_message_put_ref(call->entry.message);
	tctl_map_remove(&calls->open, call);
}

static uint64_t call_key(const struct tctl_event *event)
{
	return event->tid >= 0 ? event->tid : OF_CPU(event->cpu);
}

static struct tctl_call_step call_begins(struct tctl_calls *calls,
					 const struct tctl_event *event)
{
	struct tctl_call *call = tctl_map_find(&calls->open, call_key(event),
					       NULL);
	struct tctl_call_step step = { .begun = true, .exit_lost = call };

	if (call)
		tctl_calls_done(calls, call);
	call = tctl_map_get(&calls->open, call_key(event), NULL);
	call->entry = *event;
	bt_message_get_ref(event->message);
	call->name = event->class->call;
	call->pid = event->pid;
	call->tid = event->tid;
	return step;
}

static struct tctl_call_step call_returns(struct tctl_calls *calls,
					  const struct tctl_event *event)
{
	const char *name = event->class->call;
	struct tctl_call_step step = {
		.returned = tctl_map_find(&calls->open, call_key(event), NULL)
	};

	/* old tracers' exit_syscall doesn't name the call */
	if (step.returned && (!name || !strcmp(name, step.returned->name)))
		return step;
	step.entry_lost = true;
	step.exit_lost = step.returned;
	if (step.returned)
		tctl_calls_done(calls, step.returned);
	step.returned = NULL;
	return step;
}

/* The first sched_switch of a CPU says whose the call there is. */
static void call_owner(struct tctl_calls *calls, const struct tctl_event *event)
{
	struct tctl_call *known, *call = tctl_map_find(&calls->open,
						       OF_CPU(event->cpu), NULL);
	struct tctl_key key;

	if (!call || event->tid < 0 ||
	    tctl_map_find(&calls->open, event->tid, NULL))
		return;
	known = tctl_map_get(&calls->open, event->tid, NULL);
	key = known->key;
	*known = *call;
	known->key = key;
	known->pid = event->pid;
	known->tid = event->tid;
	tctl_map_remove(&calls->open, call);
}

struct tctl_call_step tctl_calls_event(struct tctl_calls *calls,
				       const struct tctl_event *event)
{
	switch (event->class->kind) {
	case TCTL_KIND_SYSCALL_ENTRY:
		return call_begins(calls, event);
	case TCTL_KIND_SYSCALL_EXIT:
		return call_returns(calls, event);
	case TCTL_KIND_SWITCH:
		call_owner(calls, event);
		break;
	default:
		break;
	}
	return (struct tctl_call_step) { .begun = false };
}

struct tctl_call *tctl_calls_find(const struct tctl_calls *calls, int64_t tid)
{
	return tctl_map_find(&calls->open, tid, NULL);
}

const char *tctl_call_text(const struct tctl_call *call,
			   const struct tctl_event *exit, const char *name)
{
	const char *text = tctl_event_text(&call->entry, name), *later;

	if (text && *text)
		return text;
	later = tctl_event_text(exit, name);
	return later ? later : text;
}
