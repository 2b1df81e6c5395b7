/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/report_cpu.c: which task had which CPU for how long.
 *
 * A CPU's time until its first sched_switch belongs to the task that leaves it
 * there: nothing else can have run. Time after its last one belongs to the task
 * that came. A CPU without any sched_switch is not known; nor is, where a task
 * leaves that did not come, the time since the last switch: some are missing
 * there, and then the time before the first and after the last one of any CPU
 * is not known either.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/report.h"

#define LINE_WIDTH	60
#define BINS		(2 * LINE_WIDTH)
#define FIRST_BIN_NS	1024

struct cpu_cpu {
	struct tctl_key key;		/* number */
	bool known;
	int64_t tid, since_ns;
	bool begun;
	int64_t first_tid, first_ns;	/* the first to leave, and when */
	uint64_t gaps;			/* where switches are missing */
	int64_t busy_ns, idle_ns;
	uint64_t switches;
	double bins[BINS];		/* busy ns */
};

struct cpu_task {
	struct tctl_key key;		/* tid */
	int64_t ns;
	uint64_t switches, migrations;
	int64_t cpu;			/* the last, -1: none */
	bool seen;
};

struct cpu {
	struct tctl_map cpus, tasks;
	int64_t bin_ns;
};

static const char *cpu_begin(struct tctl_report *report)
{
	struct cpu *cpu = report->data;

	tctl_map_init(&cpu->cpus, sizeof(struct cpu_cpu));
	tctl_map_init(&cpu->tasks, sizeof(struct cpu_task));
	cpu->bin_ns = FIRST_BIN_NS;
	return NULL;
}

static void cpu_release(struct tctl_report *report)
{
	struct cpu *cpu = report->data;

	tctl_map_release(&cpu->cpus);
	tctl_map_release(&cpu->tasks);
}

/* Twice the time in a bin, so that all that is known keeps its place. */
static void bins_widen(struct cpu *cpu)
{
	struct cpu_cpu *one;
	size_t i, bin;

	for (i = 0; i < cpu->cpus.nr; i++) {
		one = (struct cpu_cpu *)cpu->cpus.records[i];
		for (bin = 0; bin < BINS / 2; bin++)
			one->bins[bin] = one->bins[2 * bin] +
					 one->bins[2 * bin + 1];
		memset(one->bins + BINS / 2, 0, sizeof(one->bins) / 2);
	}
	cpu->bin_ns *= 2;
}

/* from and to count from the beginning of the window. */
static void bins_add(struct cpu *cpu, struct cpu_cpu *one, int64_t from,
		     int64_t to)
{
	int64_t end;

	while (to / BINS >= cpu->bin_ns)
		bins_widen(cpu);
	for (; from < to; from = end) {
		end = (from / cpu->bin_ns + 1) * cpu->bin_ns;
		if (end > to)
			end = to;
		one->bins[from / cpu->bin_ns] += end - from;
	}
}

static struct cpu_task *cpu_task(struct cpu *cpu, int64_t tid)
{
	struct cpu_task *task = tctl_map_get(&cpu->tasks, tid, NULL);

	if (!task->seen)
		task->cpu = -1;
	task->seen = true;
	return task;
}

/* The CPU was the task's from then until then. */
static void cpu_account(struct tctl_report *report, struct cpu_cpu *one,
			int64_t tid, int64_t since_ns, int64_t until_ns)
{
	int64_t part = tctl_filter_part(&report->filter, since_ns, until_ns);
	int64_t begin = tctl_report_begin_ns(report), from;
	struct cpu *cpu = report->data;

	if (!part)
		return;
	if (!tid) {
		one->idle_ns += part;
		return;
	}
	one->busy_ns += part;
	cpu_task(cpu, tid)->ns += part;
	from = since_ns > begin ? since_ns - begin : 0;
	bins_add(cpu, one, from, from + part);
}

static void cpu_switched(struct tctl_report *report, struct cpu_cpu *one,
			 const struct tctl_event *event, int64_t next)
{
	struct cpu *cpu = report->data;
	struct cpu_task *task = cpu_task(cpu, next);

	if (event->inside) {
		one->switches++;
		task->switches++;
		if (task->cpu >= 0 && task->cpu != event->cpu && next)
			task->migrations++;
	}
	task->cpu = event->cpu;
}

static void cpu_left(struct tctl_report *report, struct cpu_cpu *one,
		     const struct tctl_event *event, int64_t prev)
{
	if (!one->begun) {
		one->begun = true;
		one->first_tid = prev;
		one->first_ns = event->time_ns;
		cpu_task(report->data, prev)->cpu = event->cpu;
	} else if (one->known && one->tid == prev) {
		cpu_account(report, one, prev, one->since_ns, event->time_ns);
	} else {
		one->gaps++;
	}
}

static void cpu_event(struct tctl_report *report,
		      const struct tctl_event *event)
{
	struct cpu *cpu = report->data;
	int64_t next, prev;
	struct cpu_cpu *one;

	if (event->cpu < 0 || *event->class->domain == 'u' ||
	    !tctl_filter_cpu(&report->filter, event->cpu))
		return;
	one = tctl_map_get(&cpu->cpus, event->cpu, NULL);
	if (event->class->kind != TCTL_KIND_SWITCH)
		return;
	if (tctl_event_integer(event, "prev_tid", &prev))
		cpu_left(report, one, event, prev);
	one->known = tctl_event_integer(event, "next_tid", &next);
	one->since_ns = event->time_ns;
	one->tid = next;
	if (one->known)
		cpu_switched(report, one, event, next);
}

static int compare_cpus(const void *a, const void *b)
{
	const struct cpu_cpu *x = *(struct cpu_cpu **)a;
	const struct cpu_cpu *y = *(struct cpu_cpu **)b;

	return x->key.number < y->key.number ? -1 :
	       x->key.number > y->key.number;
}

static double percent(int64_t part, int64_t whole)
{
	return whole ? 100.0 * part / whole : NAN;
}

static void print_cpus(struct tctl_report *report, struct tctl_output *output,
		       void *const *sorted)
{
	static const struct tctl_column columns[] = {
		{ "cpu", "CPU", TCTL_ID },
		{ "busy_ns", "busy", TCTL_NS },
		{ "idle_ns", "idle", TCTL_NS },
		{ "unknown_ns", "not known", TCTL_NS },
		{ "busy_percent", "busy", TCTL_PERCENT },
		{ "switches", "switches", TCTL_COUNT },
		{ NULL, NULL, 0 }
	};
	static const struct tctl_column total = {
		"total_percent", "all CPUs", TCTL_PERCENT
	};
	int64_t span = tctl_report_end_ns(report) -
		       tctl_report_begin_ns(report), busy = 0;
	struct cpu *cpu = report->data;
	struct tctl_rows table;
	struct cpu_cpu *one;
	size_t i;

	tctl_rows_begin(&table, output, "cpus", "CPUs", columns, 0);
	for (i = 0; i < cpu->cpus.nr; i++) {
		one = sorted[i];
		busy += one->busy_ns;
		tctl_rows_add(&table, (int64_t)one->key.number, one->busy_ns,
			       one->idle_ns,
			       span - one->busy_ns - one->idle_ns,
			       percent(one->busy_ns, span),
			       (int64_t)one->switches);
	}
	tctl_rows_end(&table);
	tctl_output_value(output, &total,
			  cpu->cpus.nr ? percent(busy, span) / cpu->cpus.nr :
					 NAN);
}

static int compare_tasks(const void *a, const void *b)
{
	const struct cpu_task *x = *(struct cpu_task **)a;
	const struct cpu_task *y = *(struct cpu_task **)b;

	if (x->ns != y->ns)
		return x->ns < y->ns ? 1 : -1;
	return x->key.number < y->key.number ? -1 :
	       x->key.number > y->key.number;
}

static void print_tasks(struct tctl_report *report, struct tctl_output *output)
{
	static const struct tctl_column columns[] = {
		{ "comm", "task", TCTL_TEXT },
		{ "tid", "tid", TCTL_ID },
		{ "time_ns", "time", TCTL_NS },
		{ "percent", "of one CPU", TCTL_PERCENT },
		{ "switches", "switches", TCTL_COUNT },
		{ "migrations", "migrations", TCTL_COUNT },
		{ NULL, NULL, 0 }
	};
	int64_t span = tctl_report_end_ns(report) -
		       tctl_report_begin_ns(report);
	struct cpu *cpu = report->data;
	struct tctl_rows table;
	struct cpu_task *task;
	void **sorted;
	size_t i;

	sorted = tctl_map_sorted(&cpu->tasks, compare_tasks);
	tctl_rows_begin(&table, output, "tasks", "Tasks", columns,
			 report->options.top);
	for (i = 0; i < cpu->tasks.nr; i++) {
		task = sorted[i];
		if (!task->key.number || (!task->ns && !task->switches) ||
		    !tctl_report_wants_task(report, task->key.number))
			continue;
		tctl_rows_add(&table, tctl_state_task(&report->state,
						task->key.number)->comm,
			       (int64_t)task->key.number, task->ns,
			       percent(task->ns, span),
			       (int64_t)task->switches,
			       (int64_t)task->migrations);
	}
	tctl_rows_end(&table);
	free(sorted);
}

/* A line for each CPU; the darker, the busier. */
static void print_line(const struct cpu *cpu, const struct cpu_cpu *one,
		       struct tctl_output *output, int64_t span)
{
	static const char shades[] = " .:-=+*#%@";
	size_t nr = (span + cpu->bin_ns - 1) / cpu->bin_ns, i;
	char line[BINS + 1];
	int64_t whole;
	int shade;

	for (i = 0; i < nr && i < BINS; i++) {
		whole = i + 1 < nr ? cpu->bin_ns :
				     span - (int64_t)i * cpu->bin_ns;
		shade = one->bins[i] / whole * 9 + 0.5;
		if (!shade && one->bins[i] > 0)
			shade = 1;
		line[i] = shades[shade > 9 ? 9 : shade];
	}
	line[i] = '\0';
	tctl_output_line(output, "%4" PRIu64 " |%s|", one->key.number, line);
}

static void print_lines(struct tctl_report *report, struct tctl_output *output,
			void *const *sorted)
{
	struct cpu *cpu = report->data;
	char width[TCTL_FORMAT_SIZE];
	int64_t span = tctl_report_end_ns(report) -
		       tctl_report_begin_ns(report);
	size_t i;

	while (span > cpu->bin_ns * LINE_WIDTH)
		bins_widen(cpu);
	tctl_output_line(output, "\nBusy over time, a column is %s",
			 tctl_format_ns(cpu->bin_ns, width));
	for (i = 0; i < cpu->cpus.nr; i++)
		print_line(cpu, sorted[i], output, span);
}

static void cpu_print(struct tctl_report *report, struct tctl_output *output)
{
	struct cpu *cpu = report->data;
	uint64_t gaps = 0;
	struct cpu_cpu *one;
	void **sorted;
	size_t i;

	for (i = 0; i < cpu->cpus.nr; i++)
		gaps += ((struct cpu_cpu *)cpu->cpus.records[i])->gaps;
	for (i = 0; !gaps && i < cpu->cpus.nr; i++) {
		one = (struct cpu_cpu *)cpu->cpus.records[i];
		if (one->begun)
			cpu_account(report, one, one->first_tid,
				    report->first_ns, one->first_ns);
		if (one->known)
			cpu_account(report, one, one->tid, one->since_ns,
				    report->last_ns);
	}
	if (gaps)
		tctl_output_note(output, "Switches are missing in %" PRIu64
				 " places (recorded with a filter, or lost): "
				 "whose the CPU was there is not known.",
				 gaps);
	sorted = tctl_map_sorted(&cpu->cpus, compare_cpus);
	print_cpus(report, output, sorted);
	print_tasks(report, output);
	print_lines(report, output, sorted);
	free(sorted);
}

const struct tctl_report_class tctl_report_cpu = {
	.name = "cpu",
	.description = "who had the CPUs",
	.help = "Time of each CPU and task, switches, migrations, idle time.",
	.size = sizeof(struct cpu),
	.needs = { TCTL_KIND_SWITCH },
	.begin = cpu_begin,
	.event = cpu_event,
	.print = cpu_print,
	.release = cpu_release,
};
