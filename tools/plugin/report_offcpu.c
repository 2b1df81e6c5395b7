/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/report_offcpu.c: where tasks slept and for how long: from leaving
 * a CPU to running again.
 *
 * The events offcpu say so with stacks. Without them it is computed from
 * sched_switch; where a task sleeps is then its stack, if the switch has one as
 * context, or the system call it is in. Preempted tasks don't sleep. A sleep
 * belongs to the window in which it ends.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/call.h"
#include "tools/plugin/report.h"
#include "tools/plugin/stack_tables.h"

#define UNINTERRUPTIBLE		2

struct offcpu_task {
	struct tctl_key key;		/* tid */
	struct tctl_distribution spread;
	int64_t uninterruptible_ns;
};

/* What sleeps add up to. */
struct offcpu_sum {
	struct tctl_stacks stacks;
	struct tctl_map tasks;
	struct tctl_distribution all;
};

struct offcpu_asleep {
	struct tctl_key key;		/* tid */
	int64_t since_ns, state;
	struct tctl_stack_node *node;	/* of seen.stacks */
};

struct offcpu {
	struct tctl_symbols symbols;
	struct tctl_stack stack;
	struct offcpu_sum told, seen;	/* by offcpu; by sched_switch */
	struct tctl_map asleep;
	struct tctl_calls calls;
};

static void sum_init(struct offcpu_sum *sum)
{
	tctl_stacks_init(&sum->stacks);
	tctl_map_init(&sum->tasks, sizeof(struct offcpu_task));
}

static void sum_release(struct offcpu_sum *sum)
{
	size_t i;

	for (i = 0; i < sum->tasks.nr; i++)
		tctl_distribution_release(&((struct offcpu_task *)
					    sum->tasks.records[i])->spread);
	tctl_map_release(&sum->tasks);
	tctl_stacks_release(&sum->stacks);
	tctl_distribution_release(&sum->all);
}

static const char *offcpu_begin(struct tctl_report *report)
{
	struct offcpu *offcpu = report->data;

	tctl_symbols_init(&offcpu->symbols);
	sum_init(&offcpu->told);
	sum_init(&offcpu->seen);
	tctl_map_init(&offcpu->asleep, sizeof(struct offcpu_asleep));
	tctl_calls_init(&offcpu->calls);
	return tctl_stack_format_check(report);
}

static void offcpu_release(struct tctl_report *report)
{
	struct offcpu *offcpu = report->data;

	sum_release(&offcpu->told);
	sum_release(&offcpu->seen);
	tctl_map_release(&offcpu->asleep);
	tctl_calls_release(&offcpu->calls);
	tctl_symbols_release(&offcpu->symbols);
}

static void sum_add(struct offcpu_sum *sum, int64_t tid,
		    struct tctl_stack_node *node, int64_t state, int64_t ns)
{
	struct offcpu_task *task = tctl_map_get(&sum->tasks, tid, NULL);

	tctl_distribution_add(&task->spread, ns);
	tctl_distribution_add(&sum->all, ns);
	if (state & UNINTERRUPTIBLE)
		task->uninterruptible_ns =
			tctl_sum(task->uninterruptible_ns, ns);
	tctl_stacks_add(&sum->stacks, node, ns);
}

/* note: where a task is when it has no stack. */
static struct tctl_stack_node *offcpu_node(struct offcpu *offcpu,
					   struct offcpu_sum *sum,
					   const struct tctl_event *event,
					   const char *comm, const char *note)
{
	bool has_stack = tctl_stack_read(&offcpu->stack, event) &&
			 offcpu->stack.nr_user + offcpu->stack.nr_kernel;

	return tctl_stacks_node(&sum->stacks, comm ? comm : "?",
				has_stack ? &offcpu->stack : NULL,
				tctl_symbols_process(&offcpu->symbols,
						     event->pid),
				tctl_symbols_kernel(&offcpu->symbols),
				has_stack ? NULL : note);
}

static void offcpu_told(struct tctl_report *report,
			const struct tctl_event *event)
{
	struct offcpu *offcpu = report->data;
	int64_t ns, state;

	if (!tctl_report_wants(report, event) || event->tid < 0 ||
	    !tctl_event_integer(event, "blocked_ns", &ns) || ns < 0)
		return;
	if (!tctl_event_integer(event, "state", &state))
		state = 0;
	sum_add(&offcpu->told, event->tid,
		offcpu_node(offcpu, &offcpu->told, event, event->comm,
			    "[no stack]"), state, ns);
}

static void offcpu_leaves(struct offcpu *offcpu,
			  const struct tctl_event *event)
{
	struct offcpu_asleep *asleep;
	struct tctl_call *call;
	char note[64] = "[no system call]";
	int64_t state;

	/* what kernels add above the lowest eight bits says "preempted" */
	if (event->tid <= 0 ||
	    !tctl_event_integer(event, "prev_state", &state) ||
	    !(state & 0xff))
		return;
	call = tctl_calls_find(&offcpu->calls, event->tid);
	if (call)	/* for each sleep: without a format */
		strcpy(stpncpy(note, call->name, sizeof(note) - 3), "()");
	asleep = tctl_map_get(&offcpu->asleep, event->tid, NULL);
	asleep->since_ns = event->time_ns;
	asleep->state = state;
	asleep->node = offcpu_node(offcpu, &offcpu->seen, event, event->comm,
				   note);
}

static void offcpu_runs(struct tctl_report *report,
			const struct tctl_event *event)
{
	struct offcpu *offcpu = report->data;
	struct offcpu_asleep *asleep;
	int64_t tid;

	if (!tctl_event_integer(event, "next_tid", &tid))
		return;
	asleep = tctl_map_find(&offcpu->asleep, tid, NULL);
	if (!asleep)
		return;
	if (event->inside && tctl_filter_cpu(&report->filter, event->cpu) &&
	    tctl_report_wants_task(report, tid))
		sum_add(&offcpu->seen, tid, asleep->node, asleep->state,
			event->time_ns - asleep->since_ns);
	tctl_map_remove(&offcpu->asleep, asleep);
}

static void offcpu_event(struct tctl_report *report,
			 const struct tctl_event *event)
{
	struct offcpu *offcpu = report->data;
	struct tctl_call_step step;

	/* who sleeps at the end of the window is said so */
	if (event->time_ns >= report->filter.end_ns)
		return;
	tctl_symbols_event(&offcpu->symbols, event);
	step = tctl_calls_event(&offcpu->calls, event);
	if (step.returned)
		tctl_calls_done(&offcpu->calls, step.returned);
	switch (event->class->kind) {
	case TCTL_KIND_OFFCPU:
		offcpu_told(report, event);
		break;
	case TCTL_KIND_SWITCH:
		offcpu_leaves(offcpu, event);
		offcpu_runs(report, event);
		break;
	default:
		break;
	}
}

static struct offcpu_sum *offcpu_best(struct offcpu *offcpu)
{
	return offcpu->told.all.count ? &offcpu->told : &offcpu->seen;
}

static int compare_tasks(const void *a, const void *b)
{
	const struct offcpu_task *x = *(struct offcpu_task **)a;
	const struct offcpu_task *y = *(struct offcpu_task **)b;

	if (x->spread.sum != y->spread.sum)
		return x->spread.sum < y->spread.sum ? 1 : -1;
	return x->key.number < y->key.number ? -1 :
	       x->key.number > y->key.number;
}

static void print_tasks(struct tctl_report *report, struct tctl_output *output,
			const struct offcpu_sum *sum)
{
	static const struct tctl_column columns[] = {
		{ "task", "task (tid)", TCTL_TEXT },
		{ "count", "sleeps", TCTL_COUNT },
		{ "total_ns", "total", TCTL_NS },
		{ "uninterruptible_ns", "uninterruptible", TCTL_NS },
		{ "duration_ns", "", TCTL_SPREAD_NS },
		{ NULL, NULL, 0 }
	};
	char name[TCTL_TASK_NAME_SIZE];
	struct offcpu_task *task;
	struct tctl_rows table;
	void **sorted;
	size_t i;

	sorted = tctl_map_sorted(&sum->tasks, compare_tasks);
	tctl_rows_begin(&table, output, "tasks", "Tasks, longest asleep first",
			columns, report->options.top);
	for (i = 0; i < sum->tasks.nr; i++) {
		task = sorted[i];
		tctl_rows_add(&table, tctl_report_task_name(report,
						task->key.number, name),
			      (int64_t)task->spread.count,
			      (int64_t)task->spread.sum,
			      task->uninterruptible_ns, &task->spread);
	}
	tctl_rows_end(&table);
	free(sorted);
}

static int compare_asleep(const void *a, const void *b)
{
	const struct offcpu_asleep *x = *(struct offcpu_asleep **)a;
	const struct offcpu_asleep *y = *(struct offcpu_asleep **)b;

	if (x->since_ns != y->since_ns)
		return x->since_ns < y->since_ns ? -1 : 1;
	return x->key.number < y->key.number ? -1 :
	       x->key.number > y->key.number;
}

static void print_asleep(struct tctl_report *report,
			 struct tctl_output *output)
{
	static const struct tctl_column columns[] = {
		{ "so_far_ns", "for", TCTL_NS },
		{ "task", "task (tid)", TCTL_TEXT },
		{ "since_ns", "since", TCTL_TIME },
		{ NULL, NULL, 0 }
	};
	struct offcpu *offcpu = report->data;
	char name[TCTL_TASK_NAME_SIZE];
	struct offcpu_asleep *asleep;
	struct tctl_rows table;
	void **sorted;
	size_t i;

	sorted = tctl_map_sorted(&offcpu->asleep, compare_asleep);
	tctl_rows_begin(&table, output, "asleep",
			"Asleep at the end, in no number above", columns,
			report->options.top);
	for (i = 0; i < offcpu->asleep.nr; i++) {
		asleep = sorted[i];
		if (!tctl_report_wants_task(report, asleep->key.number))
			continue;
		tctl_rows_add(&table, tctl_report_end_ns(report) -
					      asleep->since_ns,
			      tctl_report_task_name(report, asleep->key.number,
						    name),
			      asleep->since_ns);
	}
	tctl_rows_end(&table);
	free(sorted);
}

static void offcpu_print(struct tctl_report *report,
			 struct tctl_output *output)
{
	static const struct tctl_column values[] = {
		{ "sleeps", "sleeps", TCTL_COUNT },
		{ "total_ns", "total", TCTL_NS },
	};
	struct offcpu *offcpu = report->data;
	struct offcpu_sum *sum = offcpu_best(offcpu);
	struct tctl_flame flame;

	tctl_output_value(output, &values[0], (int64_t)sum->all.count);
	tctl_output_value(output, &values[1], sum->stacks.value);
	print_tasks(report, output, sum);
	tctl_flame_init(&flame, &sum->stacks, &offcpu->symbols);
	tctl_stack_tables(report, output, &flame, TCTL_NS);
	tctl_flame_release(&flame);
	tctl_output_histogram(output, "histogram", "How often how long",
			      &sum->all, true);
	print_asleep(report, output);
}

static void offcpu_flame(struct tctl_report *report,
			 struct tctl_flame *ret_flame, const char **ret_title,
			 const char **ret_unit)
{
	struct offcpu *offcpu = report->data;

	tctl_flame_init(ret_flame, &offcpu_best(offcpu)->stacks,
			&offcpu->symbols);
	*ret_title = "Off CPU";
	*ret_unit = "ns";
}

const struct tctl_report_class tctl_report_offcpu = {
	.name = "off-cpu",
	.description = "where tasks slept, and how long",
	.help = "Sleeps by task, function and stack. Parameter: format (table,\n"
		"folded, svg).",
	.size = sizeof(struct offcpu),
	.needs = { TCTL_KIND_OFFCPU, TCTL_KIND_SWITCH },
	.needs_any = true,
	.takes = TCTL_TAKES_FORMAT,
	.begin = offcpu_begin,
	.event = offcpu_event,
	.print = offcpu_print,
	.flame = offcpu_flame,
	.release = offcpu_release,
};
