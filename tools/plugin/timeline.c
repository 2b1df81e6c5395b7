/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/timeline.c: what is open on each CPU and thread.
 *
 * An end closes the innermost slice of its name; those within it whose end was
 * not seen are unfinished. Nothing else is guessed.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/field_json.h"
#include "tools/plugin/span.h"
#include "tools/plugin/timeline.h"

#define NAME_SIZE	256

/* Of a task that is switched out for the last time. What is "parked" today was
   "dead" once: that counts for a task that was seen to exit. */
#define STATE_DEAD	(16 | 32)
#define STATE_DEAD_OLD	64

const char tctl_state_running[] = "running";
const char tctl_state_waiting[] = "waiting for a CPU";
const char tctl_state_blocked[] = "blocked";

/* Slices within each other, outermost first. */
struct timeline_stack {
	size_t nr;
	struct tctl_slice *slices;
};

struct timeline_cpu {
	struct tctl_key key;
	struct tctl_slice run;
	struct timeline_stack irqs;
};

struct timeline_thread {
	struct tctl_key key;		/* tid */
	struct tctl_slice state, call;
	struct timeline_stack spans;
	bool exits;
};

struct timeline_function {
	struct tctl_key key;		/* address, its space's number */
	const char *name;
};

struct timeline_role {
	struct tctl_key key;		/* the class's address */
	bool known;
	enum tctl_span_role role;
	const char *name;
	bool of_function;		/* named by its address */
	bool initial;			/* part of the initial state */
};

void tctl_timeline_init(struct tctl_timeline *timeline,
			struct tctl_state *state)
{
	timeline->state = state;
	tctl_map_init(&timeline->cpus, sizeof(struct timeline_cpu));
	tctl_map_init(&timeline->threads, sizeof(struct timeline_thread));
	tctl_map_init(&timeline->roles, sizeof(struct timeline_role));
	tctl_map_init(&timeline->names, sizeof(struct tctl_key));
	tctl_map_init(&timeline->functions, sizeof(struct timeline_function));
	tctl_symbols_init(&timeline->symbols);
}

static const char *name_keep(struct tctl_timeline *timeline, const char *name)
{
	struct tctl_key *key = tctl_map_get(&timeline->names, 0, name);

	return key->text;
}

/* --- one slice */

static void slice_open(struct tctl_slice *slice, enum tctl_track track,
		       const char *name, const struct tctl_event *event)
{
	memset(slice, 0, sizeof(*slice));
	slice->track = track;
	slice->begin_ns = event->time_ns;
	slice->cpu = event->cpu;
	slice->tid = event->tid;
	slice->pid = event->pid;
	slice->name = name;
}

static void slice_opened(const struct tctl_timeline *timeline,
			 struct tctl_slice *slice,
			 const struct tctl_event *event)
{
	if (timeline->fields)
		slice->begin_json = tctl_event_json(event->ir);
	if (timeline->opened)
		timeline->opened(timeline->data, slice, event);
}

/* Tells it; the place is free afterwards. */
static void slice_close(struct tctl_timeline *timeline,
			struct tctl_slice *slice, int64_t end_ns,
			const struct tctl_event *end, bool finished)
{
	if (!slice->name)
		return;
	slice->end_ns = end_ns;
	slice->unfinished = !finished;
	timeline->slice(timeline->data, slice, end);
	free(slice->begin_json);
	slice->begin_json = NULL;
	slice->name = NULL;
}

/* --- slices within each other */

static void stack_push(struct tctl_timeline *timeline,
		       struct timeline_stack *stack, enum tctl_track track,
		       const char *name, const struct tctl_event *event)
{
	struct tctl_slice *slice;

	if (!stack->slices)
		stack->slices = tctl_plugin_memory(
			calloc(TCTL_TIMELINE_DEPTH, sizeof(*stack->slices)));
	if (stack->nr == TCTL_TIMELINE_DEPTH) {
		timeline->nr_unmatched++;
		return;
	}
	slice = &stack->slices[stack->nr];
	slice_open(slice, track, name, event);
	slice->depth = stack->nr++;
	slice_opened(timeline, slice, event);
}

static void stack_pop(struct tctl_timeline *timeline,
		      struct timeline_stack *stack, int64_t end_ns,
		      const struct tctl_event *end)
{
	slice_close(timeline, &stack->slices[--stack->nr], end_ns, end, end);
}

static void stack_end(struct tctl_timeline *timeline,
		      struct timeline_stack *stack, const char *name,
		      const struct tctl_event *event)
{
	size_t at = stack->nr;

	while (at && stack->slices[at - 1].name != name)
		at--;
	if (!at) {
		timeline->nr_unmatched++;
		return;
	}
	while (stack->nr > at)
		stack_pop(timeline, stack, event->time_ns, NULL);
	stack_pop(timeline, stack, event->time_ns, event);
}

/* --- CPUs and threads */

static struct timeline_cpu *cpu_of(struct tctl_timeline *timeline,
				   const struct tctl_event *event)
{
	return tctl_map_get(&timeline->cpus, event->cpu, NULL);
}

static struct timeline_thread *thread_of(struct tctl_timeline *timeline,
					 int64_t tid)
{
	return tctl_map_get(&timeline->threads, tid, NULL);
}

static void thread_state(struct tctl_timeline *timeline, int64_t tid,
			 const char *name, const struct tctl_event *event)
{
	struct timeline_thread *thread = thread_of(timeline, tid);
	struct tctl_event now = *event;

	slice_close(timeline, &thread->state, event->time_ns, NULL, true);
	now.tid = tid;
	now.pid = tctl_state_task(timeline->state, tid)->pid;
	slice_open(&thread->state, TCTL_TRACK_STATE, name, &now);
}

/* --- events */

static bool thread_is_dead(const struct timeline_thread *thread, int64_t state)
{
	const char *call = thread->call.name;

	return state & STATE_DEAD ||
	       (state & STATE_DEAD_OLD && (thread->exits ||
		(call && !strncmp(call, "exit", 4))));
}

/* What it was doing has no end of its own. */
static void thread_ends(struct tctl_timeline *timeline,
			struct timeline_thread *thread, int64_t end_ns)
{
	while (thread->spans.nr)
		stack_pop(timeline, &thread->spans, end_ns, NULL);
	slice_close(timeline, &thread->call, end_ns, NULL, false);
	slice_close(timeline, &thread->state, end_ns, NULL, true);
	thread->exits = false;
}

/* Somebody else than who was put there leaves the CPU: not all switches were
   recorded, so until when the first one ran is not known. */
static void cpu_lost(struct tctl_timeline *timeline, struct timeline_cpu *cpu)
{
	struct tctl_slice *state = &thread_of(timeline, cpu->run.tid)->state;

	if (state->name == tctl_state_running)
		slice_close(timeline, state, state->begin_ns, NULL, false);
	slice_close(timeline, &cpu->run, cpu->run.begin_ns, NULL, false);
}

static void event_leave(struct tctl_timeline *timeline,
			const struct tctl_event *event)
{
	struct timeline_cpu *cpu = cpu_of(timeline, event);
	struct timeline_thread *thread;
	int64_t tid, state = 0;

	if (!tctl_event_integer(event, "prev_tid", &tid))
		tid = cpu->run.tid;
	if (cpu->run.name && cpu->run.tid != tid)
		cpu_lost(timeline, cpu);
	slice_close(timeline, &cpu->run, event->time_ns, event, true);
	if (tid <= 0)
		return;
	tctl_event_integer(event, "prev_state", &state);
	thread = thread_of(timeline, tid);
	/* what kernels add above the lowest eight bits says "preempted" */
	if (thread_is_dead(thread, state))
		thread_ends(timeline, thread, event->time_ns);
	else
		thread_state(timeline, tid, state & 0xff ? tctl_state_blocked :
			     tctl_state_waiting, event);
}

static void event_switch(struct tctl_timeline *timeline,
			 const struct tctl_event *event)
{
	struct timeline_cpu *cpu = cpu_of(timeline, event);
	struct tctl_event next = *event;
	const char *comm;

	event_leave(timeline, event);
	if (!tctl_event_integer(event, "next_tid", &next.tid) || next.tid <= 0)
		return;
	next.pid = tctl_state_task(timeline->state, next.tid)->pid;
	comm = tctl_event_text(event, "next_comm");
	slice_open(&cpu->run, TCTL_TRACK_RUN,
		   name_keep(timeline, comm ? comm : "?"), &next);
	thread_state(timeline, next.tid, tctl_state_running, event);
}

static void event_wakeup(struct tctl_timeline *timeline,
			 const struct tctl_event *event)
{
	struct timeline_thread *thread;
	int64_t tid;

	if (!tctl_event_integer(event, "tid", &tid) || tid <= 0)
		return;
	thread = thread_of(timeline, tid);
	if (!thread->state.name || thread->state.name == tctl_state_blocked)
		thread_state(timeline, tid, tctl_state_waiting, event);
}

static void event_call(struct tctl_timeline *timeline,
		       const struct tctl_event *event)
{
	struct timeline_thread *thread = thread_of(timeline, event->tid);

	/* the exit of one that is still open was not seen */
	slice_close(timeline, &thread->call, event->time_ns, NULL, false);
	slice_open(&thread->call, TCTL_TRACK_CALL, event->class->call, event);
	slice_opened(timeline, &thread->call, event);
}

static void event_return(struct tctl_timeline *timeline,
			 const struct tctl_event *event)
{
	struct timeline_thread *thread = thread_of(timeline, event->tid);
	const char *call = event->class->call;	/* old tracers: not known */
	bool same = thread->call.name &&
		    (!call || !strcmp(call, thread->call.name));

	if (!same)
		timeline->nr_unmatched++;
	slice_close(timeline, &thread->call, event->time_ns,
		    same ? event : NULL, same);
}

static const char *irq_name(struct tctl_timeline *timeline,
			    const struct tctl_event *event)
{
	bool soft = event->class->kind == TCTL_KIND_SOFTIRQ_ENTRY ||
		    event->class->kind == TCTL_KIND_SOFTIRQ_EXIT;
	char buf[NAME_SIZE];
	int64_t number = -1;

	tctl_event_integer(event, soft ? "vec" : "irq", &number);
	snprintf(buf, sizeof(buf), "%s %" PRId64, soft ? "softirq" : "irq",
		 number);
	return name_keep(timeline, buf);
}

/* A class whose other end the trace doesn't have is an event by itself. */
static bool class_has_pair(const struct tctl_event *event, const char *base,
			   enum tctl_span_role role)
{
	const bt_stream_class *stream =
		bt_event_class_borrow_stream_class_const(event->class->ir);
	uint64_t i, nr = bt_stream_class_get_event_class_count(stream);
	char other[NAME_SIZE];
	const char *name;

	for (i = 0; i < nr; i++) {
		name = bt_event_class_get_name(
			bt_stream_class_borrow_event_class_by_index_const(
				stream, i));
		if (name && tctl_span_role_of(name, other, sizeof(other)) ==
			    (role == TCTL_SPAN_BEGIN ? TCTL_SPAN_END :
						       TCTL_SPAN_BEGIN) &&
		    !strcmp(base, other))
			return true;
	}
	return false;
}

static const struct timeline_role *role_of(struct tctl_timeline *timeline,
					   const struct tctl_event *event)
{
	struct timeline_role *role = tctl_map_get(&timeline->roles,
				(uintptr_t)event->class, NULL);
	char base[NAME_SIZE];

	if (role->known)
		return role;
	role->known = true;
	role->initial = !strncmp(event->class->name, "lttng_ust_statedump:",
				 20) ||
			!strncmp(event->class->name, "lttng_statedump_", 16);
	role->role = tctl_span_role_of(event->class->name, base, sizeof(base));
	if (role->role == TCTL_SPAN_NONE)
		return role;
	if (!class_has_pair(event, base, role->role))
		role->role = TCTL_SPAN_NONE;
	role->name = name_keep(timeline, base);
	role->of_function = !strncmp(base, "lttng_ust_cyg_profile", 21);
	return role;
}

static const char *function_name(struct tctl_timeline *timeline, int64_t pid,
				 uint64_t address)
{
	struct tctl_space *space = tctl_symbols_process(&timeline->symbols,
							pid);
	struct timeline_function *function;
	char buf[NAME_SIZE];
	char *name;

	snprintf(buf, sizeof(buf), "%" PRIu64, tctl_space_number(space));
	function = tctl_map_get(&timeline->functions, address, buf);
	if (function->name)
		return function->name;
	/* once given, a name stays: an exit has that of its entry */
	name = tctl_space_function(&timeline->symbols, space, address);
	snprintf(buf, sizeof(buf), "0x%" PRIx64, address);
	function->name = name_keep(timeline, *name == '[' ? buf : name);
	free(name);
	return function->name;
}

static const char *role_name(struct tctl_timeline *timeline,
			     const struct timeline_role *role,
			     const struct tctl_event *event)
{
	int64_t address;

	if (!role->of_function ||
	    !tctl_event_integer(event, "addr", &address))
		return role->name;
	return function_name(timeline, event->pid, address);
}

static void event_other(struct tctl_timeline *timeline,
			const struct tctl_event *event)
{
	const struct timeline_role *role = role_of(timeline, event);
	struct timeline_stack *spans;

	if (role->initial)
		return;
	if (role->role == TCTL_SPAN_NONE || event->tid < 0) {
		timeline->mark(timeline->data, event);
		return;
	}
	spans = &thread_of(timeline, event->tid)->spans;
	if (role->role == TCTL_SPAN_BEGIN)
		stack_push(timeline, spans, TCTL_TRACK_SPAN,
			   role_name(timeline, role, event), event);
	else
		stack_end(timeline, spans, role_name(timeline, role, event),
			  event);
}

static void event_exit(struct tctl_timeline *timeline,
		       const struct tctl_event *event)
{
	int64_t tid;

	if (tctl_event_integer(event, "tid", &tid) && tid > 0)
		thread_of(timeline, tid)->exits = true;
	timeline->mark(timeline->data, event);
}

void tctl_timeline_event(struct tctl_timeline *timeline,
			 const struct tctl_event *event)
{
	tctl_symbols_event(&timeline->symbols, event);
	switch (event->class->kind) {
	case TCTL_KIND_SWITCH:
		event_switch(timeline, event);
		break;
	case TCTL_KIND_WAKEUP:
	case TCTL_KIND_WAKING:
		event_wakeup(timeline, event);
		timeline->mark(timeline->data, event);
		break;
	case TCTL_KIND_SYSCALL_ENTRY:
		event_call(timeline, event);
		break;
	case TCTL_KIND_SYSCALL_EXIT:
		event_return(timeline, event);
		break;
	case TCTL_KIND_IRQ_ENTRY:
	case TCTL_KIND_SOFTIRQ_ENTRY:
		stack_push(timeline, &cpu_of(timeline, event)->irqs,
			   TCTL_TRACK_IRQ, irq_name(timeline, event), event);
		break;
	case TCTL_KIND_IRQ_EXIT:
	case TCTL_KIND_SOFTIRQ_EXIT:
		stack_end(timeline, &cpu_of(timeline, event)->irqs,
			  irq_name(timeline, event), event);
		break;
	case TCTL_KIND_EXIT:
		event_exit(timeline, event);
		break;
	case TCTL_KIND_PROCESS_STATE:
	case TCTL_KIND_PROCESS_MAP:
	case TCTL_KIND_BIN_INFO:
	case TCTL_KIND_BUILD_ID:
	case TCTL_KIND_KERNEL_SYMBOL:
		break;
	default:
		event_other(timeline, event);
		break;
	}
}

static void slice_finish(struct tctl_timeline *timeline,
			 struct tctl_slice *slice, int64_t end_ns)
{
	slice->open = true;
	slice_close(timeline, slice, end_ns, NULL, false);
}

static void stack_finish(struct tctl_timeline *timeline,
			 struct timeline_stack *stack, int64_t end_ns)
{
	while (stack->nr)
		slice_finish(timeline, &stack->slices[--stack->nr], end_ns);
}

void tctl_timeline_end(struct tctl_timeline *timeline, int64_t end_ns)
{
	struct timeline_thread *thread;
	struct timeline_cpu *cpu;
	size_t i;

	for (i = 0; i < timeline->cpus.nr; i++) {
		cpu = (struct timeline_cpu *)timeline->cpus.records[i];
		stack_finish(timeline, &cpu->irqs, end_ns);
		slice_finish(timeline, &cpu->run, end_ns);
	}
	for (i = 0; i < timeline->threads.nr; i++) {
		thread = (struct timeline_thread *)timeline->threads.records[i];
		stack_finish(timeline, &thread->spans, end_ns);
		slice_finish(timeline, &thread->call, end_ns);
		slice_finish(timeline, &thread->state, end_ns);
	}
}

bool tctl_slice_wanted(struct tctl_report *report,
		       const struct tctl_slice *slice, int64_t *ret_begin_ns,
		       int64_t *ret_end_ns)
{
	const struct tctl_filter *filter = &report->filter;
	int64_t begin = slice->begin_ns, end = slice->end_ns;

	begin = begin > filter->begin_ns ? begin : filter->begin_ns;
	end = end < filter->end_ns ? end : filter->end_ns;
	if (begin > end || !tctl_filter_cpu(filter, slice->cpu) ||
	    !tctl_report_wants_task(report, slice->tid))
		return false;
	*ret_begin_ns = begin;
	*ret_end_ns = end;
	return true;
}

static void stack_release(struct timeline_stack *stack)
{
	while (stack->nr)
		free(stack->slices[--stack->nr].begin_json);
	free(stack->slices);
}

void tctl_timeline_release(struct tctl_timeline *timeline)
{
	struct timeline_thread *thread;
	struct timeline_cpu *cpu;
	size_t i;

	for (i = 0; i < timeline->cpus.nr; i++) {
		cpu = (struct timeline_cpu *)timeline->cpus.records[i];
		free(cpu->run.begin_json);
		stack_release(&cpu->irqs);
	}
	for (i = 0; i < timeline->threads.nr; i++) {
		thread = (struct timeline_thread *)timeline->threads.records[i];
		free(thread->call.begin_json);
		stack_release(&thread->spans);
	}
	tctl_map_release(&timeline->cpus);
	tctl_map_release(&timeline->threads);
	tctl_map_release(&timeline->roles);
	tctl_map_release(&timeline->names);
	tctl_map_release(&timeline->functions);
	tctl_symbols_release(&timeline->symbols);
}
