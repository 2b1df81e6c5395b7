/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/report_summary.c: what is in a trace, and what can be learned
 * from it.
 */
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/report.h"

struct summary_process {
	struct tctl_key key;	/* pid; or tid and "thread" */
	int64_t pid, tid;
	int64_t events;
};

struct summary_name {
	struct tctl_key key;	/* domain, name */
	const char *domain;
	int64_t events;
};

struct summary {
	struct tctl_map processes;
};

static const char *summary_begin(struct tctl_report *report)
{
	struct summary *summary = report->data;

	tctl_map_init(&summary->processes, sizeof(struct summary_process));
	return NULL;
}

static void summary_release(struct tctl_report *report)
{
	struct summary *summary = report->data;

	tctl_map_release(&summary->processes);
}

static void summary_event(struct tctl_report *report,
			  const struct tctl_event *event)
{
	struct summary *summary = report->data;
	struct summary_process *process;

	if (!tctl_report_wants(report, event))
		return;
	/* of a thread whose process is not known all that can be said is that
	   it is one: it is listed by itself */
	process = event->pid >= 0 ?
		tctl_map_get(&summary->processes, event->pid, NULL) :
		tctl_map_get(&summary->processes, event->tid, "thread");
	process->pid = event->pid;
	process->tid = event->tid;
	process->events++;
}

static int compare_names(const void *a, const void *b)
{
	const struct summary_name *x = *(struct summary_name **)a;
	const struct summary_name *y = *(struct summary_name **)b;

	if (x->events != y->events)
		return x->events < y->events ? 1 : -1;
	return strcmp(x->key.text, y->key.text);
}

/* Several classes may have one name. */
static void summary_count_names(const struct tctl_report *report,
				struct tctl_map *names)
{
	const struct tctl_event_class *class;
	struct summary_name *name;
	size_t i;

	for (i = 0; i < report->classes.nr; i++) {
		class = (struct tctl_event_class *)report->classes.records[i];
		if (!class->count)
			continue;
		name = tctl_map_get(names, *class->domain, class->name);
		name->domain = class->domain;
		name->events += class->count;
	}
}

static void print_names(const struct tctl_report *report,
			struct tctl_output *output)
{
	static const struct tctl_column columns[] = {
		{ "name", "event", TCTL_TEXT },
		{ "domain", "domain", TCTL_TEXT },
		{ "count", "count", TCTL_COUNT },
		{ "per_second", "per second", TCTL_REAL },
		{ NULL, NULL, 0 }
	};
	double seconds = (tctl_report_end_ns(report) -
			  tctl_report_begin_ns(report)) / 1e9;
	struct tctl_rows table;
	struct tctl_map names;
	struct summary_name *name;
	void **sorted;
	size_t i;

	tctl_map_init(&names, sizeof(*name));
	summary_count_names(report, &names);
	sorted = tctl_map_sorted(&names, compare_names);
	tctl_rows_begin(&table, output, "event_counts", "Events", columns,
			 report->options.top);
	for (i = 0; i < names.nr; i++) {
		name = sorted[i];
		tctl_rows_add(&table, name->key.text, name->domain,
			       name->events, seconds > 0 ?
			       name->events / seconds : NAN);
	}
	tctl_rows_end(&table);
	free(sorted);
	tctl_map_release(&names);
}

static int compare_processes(const void *a, const void *b)
{
	const struct summary_process *x = *(struct summary_process **)a;
	const struct summary_process *y = *(struct summary_process **)b;

	if (x->events != y->events)
		return x->events < y->events ? 1 : -1;
	return x->pid < y->pid ? -1 : x->pid > y->pid;
}

static void print_processes(struct tctl_report *report,
			    struct tctl_output *output)
{
	static const struct tctl_column columns[] = {
		{ "comm", "process", TCTL_TEXT },
		{ "pid", "pid", TCTL_ID },
		{ "tid", "thread", TCTL_ID },
		{ "count", "events", TCTL_COUNT },
		{ NULL, NULL, 0 }
	};
	struct summary *summary = report->data;
	struct summary_process *process;
	struct tctl_rows table;
	const char *comm;
	int64_t tid;
	void **sorted;
	size_t i;

	sorted = tctl_map_sorted(&summary->processes, compare_processes);
	tctl_rows_begin(&table, output, "processes", "Processes", columns,
			 report->options.top);
	for (i = 0; i < summary->processes.nr; i++) {
		process = sorted[i];
		tid = process->pid >= 0 ? process->pid : process->tid;
		comm = tid < 0 ? NULL :
				 tctl_state_task(&report->state, tid)->comm;
		if (comm && !*comm && process->tid >= 0)
			comm = tctl_state_task(&report->state,
					       process->tid)->comm;
		if (comm && !*comm)
			comm = NULL;
		tctl_rows_add(&table, tid < 0 ? "not known" : comm,
			      process->pid < 0 ? TCTL_NOTHING : process->pid,
			      process->pid >= 0 || tid < 0 ? TCTL_NOTHING : tid,
			      process->events);
	}
	tctl_rows_end(&table);
	free(sorted);
}

static void print_reports(const struct tctl_report *report,
			  struct tctl_output *output)
{
	static const struct tctl_column columns[] = {
		{ "name", "report", TCTL_TEXT },
		{ "shows", "shows", TCTL_TEXT },
		{ "can_run", "on this trace", TCTL_TEXT },
		{ "needs", "needs the events", TCTL_TEXT },
		{ NULL, NULL, 0 }
	};
	const struct tctl_report_class *class;
	struct tctl_rows table;
	char lacks[TCTL_LACKS_SIZE];
	size_t i;
	bool can;

	tctl_rows_begin(&table, output, "reports", "Reports", columns, 0);
	for (i = 0; (class = tctl_report_classes[i]); i++) {
		can = tctl_report_can_run(report, class, lacks);
		tctl_rows_add(&table, class->name, class->description,
			       can ? "yes" : "no", can ? NULL : lacks);
	}
	tctl_rows_end(&table);
}

static void summary_print(struct tctl_report *report,
			  struct tctl_output *output)
{
	print_names(report, output);
	print_processes(report, output);
	print_reports(report, output);
}

const struct tctl_report_class tctl_report_summary = {
	.name = "summary",
	.description = "what is in the trace",
	.help = "Span, lost events, events by name, processes, and which\n"
		"reports the trace has the events for.",
	.size = sizeof(struct summary),
	.begin = summary_begin,
	.event = summary_event,
	.print = summary_print,
	.release = summary_release,
};
