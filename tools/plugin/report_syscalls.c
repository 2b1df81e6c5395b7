/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/report_syscalls.c: system calls: how often, how long, with which
 * errors. A call belongs to the window in which it returns. What began but was
 * not seen to end is counted as such, and the other way round.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/call.h"
#include "tools/plugin/report.h"
#include "tools/plugin/top.h"

#define ARGUMENTS_SIZE	200
#define MAX_ERRNO	4095

struct call_stat {
	struct tctl_key key;		/* pid or thread; call */
	int64_t pid, tid;
	uint64_t errors;
	struct tctl_distribution spread;
};

struct call_error {
	struct tctl_key key;		/* errno, call */
	uint64_t count;
};

struct call_case {
	struct tctl_case by;
	char *call;
	int64_t tid, begin_ns, ret;
	char arguments[ARGUMENTS_SIZE];
};

struct syscalls {
	struct tctl_calls calls;
	struct tctl_map stats, errors;
	struct tctl_top slowest;
	struct tctl_distribution all;
	/* within the window: entries = returned + lost exits + unfinished */
	uint64_t nr_entries, nr_exits, nr_returned, nr_lost_exits, nr_alone;
};

static const char *syscalls_begin(struct tctl_report *report)
{
	struct syscalls *calls = report->data;

	tctl_calls_init(&calls->calls);
	tctl_map_init(&calls->stats, sizeof(struct call_stat));
	tctl_map_init(&calls->errors, sizeof(struct call_error));
	tctl_top_init(&calls->slowest, report->options.top);
	return NULL;
}

static void syscalls_release(struct tctl_report *report)
{
	struct syscalls *calls = report->data;
	size_t i;

	for (i = 0; i < calls->stats.nr; i++)
		tctl_distribution_release(&((struct call_stat *)
					    calls->stats.records[i])->spread);
	for (i = 0; i < calls->slowest.nr; i++)
		free(((struct call_case *)calls->slowest.cases[i])->call);
	tctl_calls_release(&calls->calls);
	tctl_map_release(&calls->stats);
	tctl_map_release(&calls->errors);
	tctl_top_release(&calls->slowest);
	tctl_distribution_release(&calls->all);
}

static void syscall_slow(struct syscalls *calls, const struct tctl_call *call,
			 const struct tctl_event *exit, int64_t ret)
{
	const struct tctl_case *last = calls->slowest.nr ?
		calls->slowest.cases[calls->slowest.nr - 1] : NULL;
	int64_t duration = exit->time_ns - call->entry.time_ns;
	bool full = calls->slowest.nr == calls->slowest.max;
	struct call_case *one;

	if (full && last->score >= duration)
		return;
	if (full)
		free(((struct call_case *)last)->call);
	one = tctl_top_add(&calls->slowest, duration, sizeof(*one));
	one->call = tctl_plugin_text("%s", call->name);
	one->tid = call->tid;
	one->begin_ns = call->entry.time_ns;
	one->ret = ret;
	tctl_event_arguments(&call->entry, exit, one->arguments,
			     sizeof(one->arguments));
}

static void syscall_returned(struct syscalls *calls,
			     const struct tctl_call *call,
			     const struct tctl_event *event)
{
	int64_t duration = event->time_ns - call->entry.time_ns, ret;
	int64_t owner = event->pid >= 0 ? event->pid : event->tid;
	struct call_stat *stat;

	stat = tctl_map_get(&calls->stats, owner, call->name);
	stat->pid = event->pid;
	stat->tid = event->tid;
	tctl_distribution_add(&stat->spread, duration);
	tctl_distribution_add(&calls->all, duration);
	calls->nr_returned++;
	if (!tctl_event_integer(event, "ret", &ret))
		ret = TCTL_NOTHING;
	if (ret < 0 && ret >= -MAX_ERRNO) {
		stat->errors++;
		((struct call_error *)tctl_map_get(&calls->errors, -ret,
						   call->name))->count++;
	}
	syscall_slow(calls, call, event, ret);
}

static void syscalls_event(struct tctl_report *report,
			   const struct tctl_event *event)
{
	struct syscalls *calls = report->data;
	struct tctl_call_step step;
	bool wanted;

	/* what is unfinished then is said so, though it may end later */
	if (event->time_ns >= report->filter.end_ns)
		return;
	step = tctl_calls_event(&calls->calls, event);
	wanted = tctl_report_wants(report, event);
	calls->nr_entries += step.begun && wanted;
	calls->nr_lost_exits += step.exit_lost && wanted;
	calls->nr_alone += step.entry_lost && wanted;
	if (!step.returned)
		return;
	if (wanted)
		syscall_returned(calls, step.returned, event);
	tctl_calls_done(&calls->calls, step.returned);
}

static int compare_stats(const void *a, const void *b)
{
	const struct call_stat *x = *(struct call_stat **)a;
	const struct call_stat *y = *(struct call_stat **)b;

	if (x->spread.sum != y->spread.sum)
		return x->spread.sum < y->spread.sum ? 1 : -1;
	return strcmp(x->key.text, y->key.text);
}

static void print_numbers(struct syscalls *calls, struct tctl_output *output,
			  uint64_t unfinished)
{
	static const struct tctl_column values[] = {
		{ "entries", "calls begun", TCTL_COUNT },
		{ "returned", "returned", TCTL_COUNT },
		{ "unfinished_count", "unfinished", TCTL_COUNT },
		{ "exits_missing", "exit not seen", TCTL_COUNT },
		{ "entries_missing", "entry not seen", TCTL_COUNT },
	};

	tctl_output_value(output, &values[0], (int64_t)calls->nr_entries);
	tctl_output_value(output, &values[1], (int64_t)calls->nr_returned);
	tctl_output_value(output, &values[2], (int64_t)unfinished);
	tctl_output_value(output, &values[3], (int64_t)calls->nr_lost_exits);
	tctl_output_value(output, &values[4], (int64_t)calls->nr_alone);
}

static void print_stats(struct tctl_report *report, struct tctl_output *output)
{
	static const struct tctl_column columns[] = {
		{ "process", "process (pid)", TCTL_TEXT },
		{ "call", "call", TCTL_TEXT },
		{ "count", "count", TCTL_COUNT },
		{ "errors", "errors", TCTL_COUNT },
		{ "total_ns", "total", TCTL_NS },
		{ "duration_ns", "", TCTL_SPREAD_NS },
		{ NULL, NULL, 0 }
	};
	struct syscalls *calls = report->data;
	char name[TCTL_TASK_NAME_SIZE];
	struct tctl_rows table;
	struct call_stat *stat;
	void **sorted;
	size_t i;

	sorted = tctl_map_sorted(&calls->stats, compare_stats);
	tctl_rows_begin(&table, output, "calls",
			 "Calls by process, longest in all first", columns,
			 report->options.top);
	for (i = 0; i < calls->stats.nr; i++) {
		stat = sorted[i];
		tctl_rows_add(&table, tctl_report_process_name(report, stat->pid,
						       stat->tid, name),
			       stat->key.text, (int64_t)stat->spread.count,
			       (int64_t)stat->errors,
			       (int64_t)stat->spread.sum, &stat->spread);
	}
	tctl_rows_end(&table);
	free(sorted);
}

static int compare_errors(const void *a, const void *b)
{
	const struct call_error *x = *(struct call_error **)a;
	const struct call_error *y = *(struct call_error **)b;

	if (x->count != y->count)
		return x->count < y->count ? 1 : -1;
	if (x->key.number != y->key.number)
		return x->key.number < y->key.number ? -1 : 1;
	return strcmp(x->key.text, y->key.text);
}

static void print_errors(struct tctl_report *report,
			 struct tctl_output *output)
{
	static const struct tctl_column columns[] = {
		{ "call", "call", TCTL_TEXT },
		{ "errno", "errno", TCTL_ID },
		{ "error", "error", TCTL_TEXT },
		{ "count", "count", TCTL_COUNT },
		{ NULL, NULL, 0 }
	};
	struct syscalls *calls = report->data;
	struct tctl_rows table;
	struct call_error *error;
	void **sorted;
	size_t i;

	if (!calls->errors.nr && !output->json)
		return;
	sorted = tctl_map_sorted(&calls->errors, compare_errors);
	tctl_rows_begin(&table, output, "errors", "Errors", columns,
			 report->options.top);
	for (i = 0; i < calls->errors.nr; i++) {
		error = sorted[i];
		tctl_rows_add(&table, error->key.text,
			       (int64_t)error->key.number,
			       strerror(error->key.number),
			       (int64_t)error->count);
	}
	tctl_rows_end(&table);
	free(sorted);
}

static void print_slowest(struct tctl_report *report,
			  struct tctl_output *output)
{
	static const struct tctl_column columns[] = {
		{ "duration_ns", "took", TCTL_NS },
		{ "task", "task (tid)", TCTL_TEXT },
		{ "begin_ns", "begun at", TCTL_TIME },
		{ "ret", "returned", TCTL_ID },
		{ "call", "call", TCTL_TEXT },
		{ "arguments", "arguments", TCTL_TEXT },
		{ NULL, NULL, 0 }
	};
	struct syscalls *calls = report->data;
	char name[TCTL_TASK_NAME_SIZE];
	struct tctl_rows table;
	struct call_case *one;
	size_t i;

	tctl_rows_begin(&table, output, "slowest", "Slowest calls", columns,
			 0);
	for (i = 0; i < calls->slowest.nr; i++) {
		one = (struct call_case *)calls->slowest.cases[i];
		tctl_rows_add(&table, one->by.score,
			       tctl_report_task_name(report, one->tid, name),
			       one->begin_ns, one->ret, one->call,
			       one->arguments);
	}
	tctl_rows_end(&table);
}

static bool unfinished_wanted(const struct tctl_report *report,
			      const struct tctl_call *call)
{
	return tctl_filter_cpu(&report->filter, call->entry.cpu) &&
	       tctl_filter_task(&report->filter, call->pid, call->tid,
				call->entry.comm);
}

static int compare_open(const void *a, const void *b)
{
	const struct tctl_call *x = *(struct tctl_call **)a;
	const struct tctl_call *y = *(struct tctl_call **)b;

	if (x->entry.time_ns != y->entry.time_ns)
		return x->entry.time_ns < y->entry.time_ns ? -1 : 1;
	return x->key.number < y->key.number ? -1 :
	       x->key.number > y->key.number;
}

static void print_unfinished(struct tctl_report *report,
			     struct tctl_output *output)
{
	static const struct tctl_column columns[] = {
		{ "so_far_ns", "since", TCTL_NS },
		{ "task", "task (tid)", TCTL_TEXT },
		{ "begin_ns", "begun at", TCTL_TIME },
		{ "call", "call", TCTL_TEXT },
		{ "arguments", "arguments", TCTL_TEXT },
		{ NULL, NULL, 0 }
	};
	struct syscalls *calls = report->data;
	char name[TCTL_TASK_NAME_SIZE], arguments[ARGUMENTS_SIZE];
	struct tctl_rows table;
	struct tctl_call *call;
	void **sorted;
	size_t i;

	sorted = tctl_map_sorted(&calls->calls.open, compare_open);
	tctl_rows_begin(&table, output, "unfinished",
			"Unfinished at the end", columns, report->options.top);
	for (i = 0; i < calls->calls.open.nr; i++) {
		call = sorted[i];
		if (!unfinished_wanted(report, call))
			continue;
		tctl_event_arguments(&call->entry, NULL, arguments,
				     sizeof(arguments));
		tctl_rows_add(&table,
			      tctl_report_end_ns(report) - call->entry.time_ns,
			      tctl_report_task_name(report, call->tid, name),
			      call->entry.time_ns, call->name, arguments);
	}
	tctl_rows_end(&table);
	free(sorted);
}

static void syscalls_print(struct tctl_report *report,
			   struct tctl_output *output)
{
	struct syscalls *calls = report->data;
	uint64_t unfinished = 0;
	size_t i;

	for (i = 0; i < calls->calls.open.nr; i++)
		unfinished += unfinished_wanted(report, (struct tctl_call *)
						calls->calls.open.records[i]);
	print_numbers(calls, output, unfinished);
	print_stats(report, output);
	print_errors(report, output);
	tctl_output_histogram(output, "histogram", "How often how long",
			      &calls->all, true);
	print_slowest(report, output);
	if (unfinished || output->json)
		print_unfinished(report, output);
}

const struct tctl_report_class tctl_report_syscalls = {
	.name = "syscalls",
	.description = "system calls: time, errors, slowest",
	.help = "For each process and call: count, errors, times; the slowest\n"
		"calls with their arguments; unfinished calls.",
	.size = sizeof(struct syscalls),
	.needs = { TCTL_KIND_SYSCALL_ENTRY, TCTL_KIND_SYSCALL_EXIT },
	.begin = syscalls_begin,
	.event = syscalls_event,
	.print = syscalls_print,
	.release = syscalls_release,
};
