/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/report_locks.c: mutexes of applications: who waited how long for
 * which, and how long they were held.
 *
 * A wait ends with the acquisition and belongs to the window that this is in; it
 * is contended when another thread held the mutex as it began. An unlock is
 * recorded after it is done: where the next acquisition comes first, that is
 * when the mutex was free.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/report.h"
#include "tools/plugin/symbol.h"
#include "tools/plugin/top.h"

struct lock_mutex {
	struct tctl_key key;		/* address; process as text */
	int64_t pid;
	int64_t holder, since_ns;	/* holder: -1: nobody known */
	uint64_t depth;			/* recursive ones */
	uint64_t acquired, contended, busy;
	struct tctl_distribution waits, holds;
	bool seen;
};

struct lock_wait {
	struct tctl_key key;		/* tid; process as text */
	struct lock_mutex *mutex;
	int64_t since_ns, pid, tid, holder;
};

struct lock_case {
	struct tctl_case by;
	int64_t tid, pid, mutex, begin_ns, holder;
};

struct locks {
	struct tctl_symbols symbols;
	struct tctl_map mutexes, waits;
	struct tctl_distribution all;
	struct tctl_top longest;
	uint64_t nr_acquired, nr_contended;
};

static const char *locks_begin(struct tctl_report *report)
{
	struct locks *locks = report->data;

	tctl_symbols_init(&locks->symbols);
	tctl_map_init(&locks->mutexes, sizeof(struct lock_mutex));
	tctl_map_init(&locks->waits, sizeof(struct lock_wait));
	tctl_top_init(&locks->longest, report->options.top);
	return NULL;
}

static void locks_release(struct tctl_report *report)
{
	struct locks *locks = report->data;
	struct lock_mutex *mutex;
	size_t i;

	for (i = 0; i < locks->mutexes.nr; i++) {
		mutex = (struct lock_mutex *)locks->mutexes.records[i];
		tctl_distribution_release(&mutex->waits);
		tctl_distribution_release(&mutex->holds);
	}
	tctl_map_release(&locks->mutexes);
	tctl_map_release(&locks->waits);
	tctl_distribution_release(&locks->all);
	tctl_top_release(&locks->longest);
	tctl_symbols_release(&locks->symbols);
}

struct lock_step {
	struct tctl_report *report;
	const struct tctl_event *event;
	struct lock_mutex *mutex;
	char owner[24];			/* the process, as text */
	bool wanted;
};

static void lock_released(const struct lock_step *step)
{
	struct lock_mutex *mutex = step->mutex;

	if (step->wanted)
		tctl_distribution_add(&mutex->holds, step->event->time_ns -
						     mutex->since_ns);
	mutex->holder = -1;
	mutex->depth = 0;
}

static void lock_asked(const struct lock_step *step)
{
	struct locks *locks = step->report->data;
	struct lock_wait *wait = tctl_map_get(&locks->waits, step->event->tid,
					      step->owner);

	wait->mutex = step->mutex;
	wait->since_ns = step->event->time_ns;
	wait->pid = step->event->pid;
	wait->tid = step->event->tid;
	wait->holder = step->mutex->holder;
}

static void lock_waited(const struct lock_step *step,
			const struct lock_wait *wait)
{
	int64_t ns = step->event->time_ns - wait->since_ns;
	struct locks *locks = step->report->data;
	bool contended = wait->holder >= 0 && wait->holder != wait->tid;
	struct lock_case *one;

	if (!step->wanted)
		return;
	tctl_distribution_add(&step->mutex->waits, ns);
	tctl_distribution_add(&locks->all, ns);
	step->mutex->contended += contended;
	locks->nr_contended += contended;
	one = tctl_top_add(&locks->longest, ns, sizeof(*one));
	if (!one)
		return;
	one->tid = wait->tid;
	one->pid = wait->pid;
	one->mutex = step->mutex->key.number;
	one->begin_ns = wait->since_ns;
	one->holder = contended ? wait->holder : -1;
}

static void lock_taken(const struct lock_step *step)
{
	struct locks *locks = step->report->data;
	struct lock_mutex *mutex = step->mutex;

	if (step->wanted) {
		mutex->acquired++;
		locks->nr_acquired++;
	}
	if (mutex->holder == step->event->tid) {
		mutex->depth++;
		return;
	}
	if (mutex->holder >= 0)
		lock_released(step);
	mutex->holder = step->event->tid;
	mutex->since_ns = step->event->time_ns;
	mutex->depth = 1;
}

static void lock_acquired(const struct lock_step *step, bool success)
{
	struct locks *locks = step->report->data;
	struct lock_wait *wait = tctl_map_find(&locks->waits,
					       step->event->tid, step->owner);

	if (wait && wait->mutex == step->mutex && success)
		lock_waited(step, wait);
	if (wait)
		tctl_map_remove(&locks->waits, wait);
	if (success)
		lock_taken(step);
}

static void lock_tried(const struct lock_step *step, bool success)
{
	if (success)
		lock_taken(step);
	else
		step->mutex->busy += step->wanted;
}

static void lock_unlocked(const struct lock_step *step, bool success)
{
	struct lock_mutex *mutex = step->mutex;

	if (!success || mutex->holder != step->event->tid)
		return;
	if (!--mutex->depth)
		lock_released(step);
}

static struct lock_mutex *lock_mutex(struct locks *locks,
				     const struct tctl_event *event,
				     int64_t address, const char *owner)
{
	struct lock_mutex *mutex =
		tctl_map_get(&locks->mutexes, address, owner);

	if (!mutex->seen)
		mutex->holder = -1;
	mutex->seen = true;
	mutex->pid = event->pid;
	return mutex;
}

static void locks_event(struct tctl_report *report,
			const struct tctl_event *event)
{
	struct lock_step step = { .report = report, .event = event };
	const char *call = event->class->call;
	struct locks *locks = report->data;
	int64_t address, status;

	tctl_symbols_event(&locks->symbols, event);
	if (event->class->kind != TCTL_KIND_LOCK || event->tid < 0 ||
	    event->time_ns >= report->filter.end_ns ||
	    !tctl_event_integer(event, "mutex", &address))
		return;
	if (!tctl_event_integer(event, "status", &status))
		status = 0;
	snprintf(step.owner, sizeof(step.owner), "%" PRId64, event->pid);
	step.mutex = lock_mutex(locks, event, address, step.owner);
	step.wanted = tctl_report_wants(report, event);
	if (!strcmp(call, "pthread_mutex_lock_req"))
		lock_asked(&step);
	else if (!strcmp(call, "pthread_mutex_lock_acq"))
		lock_acquired(&step, !status);
	else if (!strcmp(call, "pthread_mutex_trylock"))
		lock_tried(&step, !status);
	else if (!strcmp(call, "pthread_mutex_unlock"))
		lock_unlocked(&step, !status);
}

static int compare_mutexes(const void *a, const void *b)
{
	const struct lock_mutex *x = *(struct lock_mutex **)a;
	const struct lock_mutex *y = *(struct lock_mutex **)b;

	if (x->waits.sum != y->waits.sum)
		return x->waits.sum < y->waits.sum ? 1 : -1;
	if (x->acquired != y->acquired)
		return x->acquired < y->acquired ? 1 : -1;
	return x->key.index < y->key.index ? -1 : x->key.index > y->key.index;
}

static char *mutex_place(struct locks *locks, int64_t pid, uint64_t address)
{
	return tctl_space_place(&locks->symbols,
				tctl_symbols_process(&locks->symbols, pid),
				address);
}

static void print_mutexes(struct tctl_report *report,
			  struct tctl_output *output)
{
	static const struct tctl_column columns[] = {
		{ "process", "process (pid)", TCTL_TEXT },
		{ "mutex", "mutex", TCTL_TEXT },
		{ "acquired", "acquired", TCTL_COUNT },
		{ "contended", "contended", TCTL_COUNT },
		{ "busy", "try failed", TCTL_COUNT },
		{ "wait_ns", "waited", TCTL_NS },
		{ "waits_ns", "", TCTL_SPREAD_NS },
		{ "hold_ns", "held", TCTL_NS },
		{ "longest_hold_ns", "held longest", TCTL_NS },
		{ NULL, NULL, 0 }
	};
	struct locks *locks = report->data;
	char name[TCTL_TASK_NAME_SIZE], *place;
	struct lock_mutex *mutex;
	struct tctl_rows table;
	void **sorted;
	size_t i;

	sorted = tctl_map_sorted(&locks->mutexes, compare_mutexes);
	tctl_rows_begin(&table, output, "mutexes", "Mutexes, most waited for "
			"first", columns, report->options.top);
	for (i = 0; i < locks->mutexes.nr; i++) {
		mutex = sorted[i];
		if (!mutex->acquired && !mutex->busy)
			continue;
		place = mutex_place(locks, mutex->pid, mutex->key.number);
		tctl_rows_add(&table, tctl_report_process_name(report,
						mutex->pid, -1, name),
			      place, (int64_t)mutex->acquired,
			      (int64_t)mutex->contended,
			      (int64_t)mutex->busy, (int64_t)mutex->waits.sum,
			      &mutex->waits, (int64_t)mutex->holds.sum,
			      mutex->holds.count ? mutex->holds.max :
						   TCTL_NOTHING);
		free(place);
	}
	tctl_rows_end(&table);
	free(sorted);
}

static void print_longest(struct tctl_report *report,
			  struct tctl_output *output)
{
	static const struct tctl_column columns[] = {
		{ "wait_ns", "waited", TCTL_NS },
		{ "task", "thread (tid)", TCTL_TEXT },
		{ "begin_ns", "since", TCTL_TIME },
		{ "holder", "held by", TCTL_TEXT },
		{ "mutex", "mutex", TCTL_TEXT },
		{ NULL, NULL, 0 }
	};
	struct locks *locks = report->data;
	char name[TCTL_TASK_NAME_SIZE], holder[TCTL_TASK_NAME_SIZE], *place;
	struct tctl_rows table;
	struct lock_case *one;
	size_t i;

	tctl_rows_begin(&table, output, "longest", "Longest waits", columns, 0);
	for (i = 0; i < locks->longest.nr; i++) {
		one = (struct lock_case *)locks->longest.cases[i];
		place = mutex_place(locks, one->pid, one->mutex);
		tctl_rows_add(&table, one->by.score,
			      tctl_report_task_name(report, one->tid, name),
			      one->begin_ns, one->holder < 0 ? NULL :
			      tctl_report_task_name(report, one->holder,
						    holder), place);
		free(place);
	}
	tctl_rows_end(&table);
}

static int compare_waits(const void *a, const void *b)
{
	const struct lock_wait *x = *(struct lock_wait **)a;
	const struct lock_wait *y = *(struct lock_wait **)b;

	if (x->since_ns != y->since_ns)
		return x->since_ns < y->since_ns ? -1 : 1;
	return x->key.number < y->key.number ? -1 :
	       x->key.number > y->key.number;
}

static void print_waiting(struct tctl_report *report,
			  struct tctl_output *output)
{
	static const struct tctl_column columns[] = {
		{ "so_far_ns", "for", TCTL_NS },
		{ "task", "thread (tid)", TCTL_TEXT },
		{ "holder", "held by", TCTL_TEXT },
		{ "mutex", "mutex", TCTL_TEXT },
		{ NULL, NULL, 0 }
	};
	struct locks *locks = report->data;
	char name[TCTL_TASK_NAME_SIZE], holder[TCTL_TASK_NAME_SIZE], *place;
	struct lock_wait *wait;
	struct tctl_rows table;
	void **sorted;
	size_t i;

	if (!locks->waits.nr && !output->json)
		return;
	sorted = tctl_map_sorted(&locks->waits, compare_waits);
	tctl_rows_begin(&table, output, "waiting",
			"Waiting at the end, in no number above", columns,
			report->options.top);
	for (i = 0; i < locks->waits.nr; i++) {
		wait = sorted[i];
		if (!tctl_report_wants_task(report, wait->tid))
			continue;
		place = mutex_place(locks, wait->pid, wait->mutex->key.number);
		tctl_rows_add(&table, tctl_report_end_ns(report) -
					      wait->since_ns,
			      tctl_report_task_name(report, wait->tid, name),
			      wait->mutex->holder < 0 ? NULL :
			      tctl_report_task_name(report,
						    wait->mutex->holder,
						    holder), place);
		free(place);
	}
	tctl_rows_end(&table);
	free(sorted);
}

static void locks_print(struct tctl_report *report, struct tctl_output *output)
{
	static const struct tctl_column values[] = {
		{ "acquired", "acquired", TCTL_COUNT },
		{ "contended", "contended", TCTL_COUNT },
	};
	struct locks *locks = report->data;

	tctl_output_value(output, &values[0], (int64_t)locks->nr_acquired);
	tctl_output_value(output, &values[1], (int64_t)locks->nr_contended);
	print_mutexes(report, output);
	print_longest(report, output);
	tctl_output_histogram(output, "histogram", "How often how long",
			      &locks->all, true);
	print_waiting(report, output);
}

const struct tctl_report_class tctl_report_locks = {
	.name = "locks",
	.description = "mutexes: who waited, for whom, how long",
	.help = "For each mutex: acquisitions, contention, waits, how long it\n"
		"was held; the longest waits.",
	.size = sizeof(struct locks),
	.needs = { TCTL_KIND_LOCK },
	.begin = locks_begin,
	.event = locks_event,
	.print = locks_print,
	.release = locks_release,
};
