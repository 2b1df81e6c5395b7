/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/report_sched.c: how long tasks waited for a CPU.
 *
 * A wait begins when a task becomes runnable (sched_wakeup; without it
 * sched_waking) or is switched out while it could go on (preempted), and ends
 * when a CPU switches to it. A wait belongs to the window in which it ends.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/report.h"
#include "tools/plugin/top.h"

enum sched_since {
	SCHED_UNKNOWN,
	SCHED_RUNS,
	SCHED_SLEEPS,
	SCHED_WAKING,		/* only sched_waking was seen */
	SCHED_WOKEN,
	SCHED_PREEMPTED,
};

struct sched_task {
	struct tctl_key key;	/* tid */
	enum sched_since state;
	int64_t since_ns;
	int64_t prio;
	struct tctl_distribution latency;	/* from wake-up to running */
	struct tctl_distribution preempted;
	uint64_t voluntary, involuntary;
};

struct sched_prio {
	struct tctl_key key;	/* prio */
	struct tctl_distribution latency;
};

struct sched_case {
	struct tctl_case by;
	int64_t tid, prio, begin_ns, end_ns, cpu, other;
	char other_comm[TCTL_COMM_SIZE];
};

struct sched {
	struct tctl_map tasks, prios;
	struct tctl_distribution all;
	struct tctl_top longest;
};

static const char *sched_begin(struct tctl_report *report)
{
	struct sched *sched = report->data;

	tctl_map_init(&sched->tasks, sizeof(struct sched_task));
	tctl_map_init(&sched->prios, sizeof(struct sched_prio));
	tctl_top_init(&sched->longest, report->options.top);
	return NULL;
}

static void sched_release(struct tctl_report *report)
{
	struct sched *sched = report->data;
	struct sched_task *task;
	size_t i;

	for (i = 0; i < sched->tasks.nr; i++) {
		task = (struct sched_task *)sched->tasks.records[i];
		tctl_distribution_release(&task->latency);
		tctl_distribution_release(&task->preempted);
	}
	for (i = 0; i < sched->prios.nr; i++)
		tctl_distribution_release(&((struct sched_prio *)
				sched->prios.records[i])->latency);
	tctl_map_release(&sched->tasks);
	tctl_map_release(&sched->prios);
	tctl_distribution_release(&sched->all);
	tctl_top_release(&sched->longest);
}

static void sched_wakeup(struct sched *sched, const struct tctl_event *event)
{
	bool waking = event->class->kind == TCTL_KIND_WAKING;
	struct sched_task *task;
	int64_t tid;

	if (!tctl_event_integer(event, "tid", &tid) || tid <= 0)
		return;
	task = tctl_map_get(&sched->tasks, tid, NULL);
	/* a task that runs or is runnable already waits for nothing new */
	if (task->state == SCHED_RUNS || task->state == SCHED_PREEMPTED ||
	    task->state == SCHED_WOKEN ||
	    (waking && task->state == SCHED_WAKING))
		return;
	task->state = waking ? SCHED_WAKING : SCHED_WOKEN;
	task->since_ns = event->time_ns;
}

static void sched_case(struct sched *sched, const struct sched_task *task,
		       const struct tctl_event *event)
{
	struct sched_case *one = tctl_top_add(&sched->longest,
			event->time_ns - task->since_ns, sizeof(*one));
	const char *comm;

	if (!one)
		return;
	one->tid = task->key.number;
	one->prio = task->prio;
	one->begin_ns = task->since_ns;
	one->end_ns = event->time_ns;
	one->cpu = event->cpu;
	if (!tctl_event_integer(event, "prev_tid", &one->other))
		one->other = -1;
	comm = one->other ? tctl_event_text(event, "prev_comm") : "idle";
	snprintf(one->other_comm, sizeof(one->other_comm), "%s",
		 comm ? comm : "?");
}

static void sched_runs(struct tctl_report *report, struct sched_task *task,
		       const struct tctl_event *event)
{
	struct sched *sched = report->data;
	int64_t wait = event->time_ns - task->since_ns;
	bool counts = event->inside &&
		      tctl_filter_cpu(&report->filter, event->cpu) &&
		      tctl_report_wants_task(report, task->key.number);

	if (!counts)
		return;
	if (task->state == SCHED_PREEMPTED)
		tctl_distribution_add(&task->preempted, wait);
	if (task->state != SCHED_WOKEN && task->state != SCHED_WAKING)
		return;
	tctl_distribution_add(&task->latency, wait);
	tctl_distribution_add(&sched->all, wait);
	if (task->prio != TCTL_NOTHING)
		tctl_distribution_add(&((struct sched_prio *)tctl_map_get(
			&sched->prios, task->prio, NULL))->latency, wait);
	sched_case(sched, task, event);
}

static void sched_leaves(struct tctl_report *report,
			 const struct tctl_event *event)
{
	struct sched *sched = report->data;
	struct sched_task *task;
	int64_t tid, state;
	bool preempted;

	if (!tctl_event_integer(event, "prev_tid", &tid) || tid <= 0 ||
	    !tctl_event_integer(event, "prev_state", &state))
		return;
	task = tctl_map_get(&sched->tasks, tid, NULL);
	/* what kernels add above the lowest eight bits says "preempted" */
	preempted = !(state & 0xff);
	task->state = preempted ? SCHED_PREEMPTED : SCHED_SLEEPS;
	task->since_ns = event->time_ns;
	if (!event->inside || !tctl_filter_cpu(&report->filter, event->cpu))
		return;
	if (preempted)
		task->involuntary++;
	else
		task->voluntary++;
}

static void sched_switch(struct tctl_report *report,
			 const struct tctl_event *event)
{
	struct sched *sched = report->data;
	struct sched_task *task;
	int64_t tid;

	sched_leaves(report, event);
	if (!tctl_event_integer(event, "next_tid", &tid) || tid <= 0)
		return;
	task = tctl_map_get(&sched->tasks, tid, NULL);
	if (!tctl_event_integer(event, "next_prio", &task->prio))
		task->prio = TCTL_NOTHING;
	sched_runs(report, task, event);
	task->state = SCHED_RUNS;
}

static void sched_event(struct tctl_report *report,
			const struct tctl_event *event)
{
	switch (event->class->kind) {
	case TCTL_KIND_WAKEUP:
	case TCTL_KIND_WAKING:
		sched_wakeup(report->data, event);
		break;
	case TCTL_KIND_SWITCH:
		sched_switch(report, event);
		break;
	default:
		break;
	}
}

static void print_all(struct sched *sched, struct tctl_output *output)
{
	static const struct tctl_column columns[] = {
		{ "count", "wake-ups", TCTL_COUNT },
		{ "latency_ns", "", TCTL_SPREAD_NS },
		{ NULL, NULL, 0 }
	};
	struct tctl_rows table;

	tctl_rows_begin(&table, output, "all", "From wake-up to running",
			 columns, 0);
	tctl_rows_add(&table, (int64_t)sched->all.count, &sched->all);
	tctl_rows_end(&table);
	tctl_output_histogram(output, "histogram", "How often how long",
			      &sched->all, true);
}

static int compare_tasks(const void *a, const void *b)
{
	const struct sched_task *x = *(struct sched_task **)a;
	const struct sched_task *y = *(struct sched_task **)b;

	if (x->latency.max != y->latency.max)
		return x->latency.max < y->latency.max ? 1 : -1;
	return x->key.number < y->key.number ? -1 :
	       x->key.number > y->key.number;
}

static void print_tasks(struct tctl_report *report, struct tctl_output *output)
{
	static const struct tctl_column columns[] = {
		{ "task", "task (tid)", TCTL_TEXT },
		{ "prio", "prio", TCTL_ID },
		{ "wakeups", "wake-ups", TCTL_COUNT },
		{ "latency_ns", "", TCTL_SPREAD_NS },
		{ "voluntary", "slept", TCTL_COUNT },
		{ "involuntary", "preempted", TCTL_COUNT },
		{ "wait_ns", "waited in all", TCTL_NS },
		{ NULL, NULL, 0 }
	};
	struct sched *sched = report->data;
	char name[TCTL_TASK_NAME_SIZE];
	struct tctl_rows table;
	struct sched_task *task;
	void **sorted;
	size_t i;

	sorted = tctl_map_sorted(&sched->tasks, compare_tasks);
	tctl_rows_begin(&table, output, "tasks", "Tasks, longest first",
			 columns, report->options.top);
	for (i = 0; i < sched->tasks.nr; i++) {
		task = sorted[i];
		if (!tctl_report_wants_task(report, task->key.number) ||
		    (!task->latency.count && !task->preempted.count &&
		     !task->voluntary && !task->involuntary))
			continue;
		tctl_rows_add(&table, tctl_report_task_name(report,
						task->key.number, name),
			       task->prio, (int64_t)task->latency.count,
			       &task->latency, (int64_t)task->voluntary,
			       (int64_t)task->involuntary,
			       (int64_t)(task->latency.sum +
					 task->preempted.sum));
	}
	tctl_rows_end(&table);
	free(sorted);
}

static int compare_prios(const void *a, const void *b)
{
	int64_t x = (*(struct sched_prio **)a)->key.number;
	int64_t y = (*(struct sched_prio **)b)->key.number;

	return x < y ? -1 : x > y;
}

static void print_prios(struct tctl_report *report, struct tctl_output *output)
{
	static const struct tctl_column columns[] = {
		{ "prio", "prio", TCTL_ID },
		{ "wakeups", "wake-ups", TCTL_COUNT },
		{ "latency_ns", "", TCTL_SPREAD_NS },
		{ NULL, NULL, 0 }
	};
	struct sched *sched = report->data;
	struct tctl_rows table;
	struct sched_prio *prio;
	void **sorted;
	size_t i;

	sorted = tctl_map_sorted(&sched->prios, compare_prios);
	tctl_rows_begin(&table, output, "priorities", "Priorities", columns,
			 0);
	for (i = 0; i < sched->prios.nr; i++) {
		prio = sorted[i];
		tctl_rows_add(&table, (int64_t)prio->key.number,
			       (int64_t)prio->latency.count, &prio->latency);
	}
	tctl_rows_end(&table);
	free(sorted);
}

static void print_longest(struct tctl_report *report,
			  struct tctl_output *output)
{
	static const struct tctl_column columns[] = {
		{ "latency_ns", "waited", TCTL_NS },
		{ "task", "task (tid)", TCTL_TEXT },
		{ "prio", "prio", TCTL_ID },
		{ "cpu", "CPU", TCTL_ID },
		{ "begin_ns", "woken at", TCTL_TIME },
		{ "end_ns", "ran at", TCTL_TIME },
		{ "other", "ran there before", TCTL_TEXT },
		{ "other_tid", "tid", TCTL_ID },
		{ NULL, NULL, 0 }
	};
	struct sched *sched = report->data;
	char name[TCTL_TASK_NAME_SIZE];
	struct tctl_rows table;
	struct sched_case *one;
	size_t i;

	tctl_rows_begin(&table, output, "longest", "Longest waits", columns,
			 0);
	for (i = 0; i < sched->longest.nr; i++) {
		one = (struct sched_case *)sched->longest.cases[i];
		tctl_rows_add(&table, one->by.score,
			       tctl_report_task_name(report, one->tid, name),
			       one->prio, one->cpu < 0 ? TCTL_NOTHING :
							 one->cpu,
			       one->begin_ns, one->end_ns, one->other_comm,
			       one->other < 0 ? TCTL_NOTHING : one->other);
	}
	tctl_rows_end(&table);
}

static void sched_print(struct tctl_report *report, struct tctl_output *output)
{
	struct sched *sched = report->data;

	if (!report->kinds[TCTL_KIND_WAKEUP] &&
	    !report->kinds[TCTL_KIND_WAKING])
		tctl_output_note(output, "This trace has no event %s: when "
				 "tasks were woken is not known.",
				 tctl_kind_name(TCTL_KIND_WAKEUP));
	print_all(sched, output);
	print_tasks(report, output);
	print_prios(report, output);
	print_longest(report, output);
}

const struct tctl_report_class tctl_report_sched = {
	.name = "sched",
	.description = "how long tasks waited for a CPU",
	.help = "From wake-up to running, for each task and priority; the\n"
		"longest waits; voluntary and involuntary switches.",
	.size = sizeof(struct sched),
	.needs = { TCTL_KIND_SWITCH },
	.begin = sched_begin,
	.event = sched_event,
	.print = sched_print,
	.release = sched_release,
};
