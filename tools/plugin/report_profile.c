/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/report_profile.c: where programs and the kernel spent their time,
 * by sampled stacks; or what the stacks of any other event add up to.
 */
#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/report.h"
#include "tools/plugin/stack_tables.h"

/* What the kernel counts by address, in the order of the event's labels. */
static const struct {
	const char *name, *table, *title;
	enum tctl_column_kind kind;
} counted[] = {
	{ "cpu", "hits_cpu", "Where samples found the CPU", TCTL_COUNT },
	{ "schedule", "hits_schedule", "Who gave up the CPU", TCTL_COUNT },
	{ "sleep", "hits_sleep", "Who slept uninterruptibly", TCTL_NS },
	{ "kvm", "hits_kvm", "Where guests were left", TCTL_COUNT },
};
#define NR_COUNTED	(sizeof(counted) / sizeof(counted[0]))

struct profile {
	struct tctl_symbols symbols;
	struct tctl_stack stack;
	/* kept apart until it is known what the trace has: samples; hits, by
	   what was counted; stacks of other events */
	struct tctl_stacks samples, hits[NR_COUNTED], others;
};

static const char *profile_begin(struct tctl_report *report)
{
	struct profile *profile = report->data;
	size_t i;

	tctl_symbols_init(&profile->symbols);
	tctl_stacks_init(&profile->samples);
	tctl_stacks_init(&profile->others);
	for (i = 0; i < NR_COUNTED; i++)
		tctl_stacks_init(&profile->hits[i]);
	return tctl_stack_format_check(report);
}

static void profile_release(struct tctl_report *report)
{
	struct profile *profile = report->data;
	size_t i;

	tctl_stacks_release(&profile->samples);
	for (i = 0; i < NR_COUNTED; i++)
		tctl_stacks_release(&profile->hits[i]);
	tctl_stacks_release(&profile->others);
	tctl_symbols_release(&profile->symbols);
}

static void profile_stack(struct profile *profile,
			  const struct tctl_event *event,
			  struct tctl_stacks *stacks)
{
	tctl_stacks_sample(stacks, &profile->stack, &profile->symbols, event);
}

static void profile_hits(struct profile *profile,
			 const struct tctl_event *event)
{
	struct tctl_stack *stack = &profile->stack;
	struct tctl_stack_node *node;
	int64_t address, hits, what;

	if (!tctl_event_integer(event, "address", &address) ||
	    !tctl_event_integer(event, "hits", &hits) || hits <= 0 ||
	    !tctl_event_integer(event, "profile", &what) || what < 0 ||
	    what >= (int64_t)NR_COUNTED)
		return;
	stack->nr_user = 0;
	stack->nr_kernel = address != 0;	/* 0: all of user space */
	stack->kernel[0] = address;
	node = tctl_stacks_node(&profile->hits[what], counted[what].name, stack,
				NULL, tctl_symbols_kernel(&profile->symbols),
				NULL);
	tctl_stacks_add(&profile->hits[what], node, hits);
}

static void profile_event(struct tctl_report *report,
			  const struct tctl_event *event)
{
	const char *pattern = report->options.event;
	struct profile *profile = report->data;

	tctl_symbols_event(&profile->symbols, event);
	if (!tctl_report_wants(report, event))
		return;
	if (pattern) {
		if (!fnmatch(pattern, event->class->name, 0))
			profile_stack(profile, event, &profile->samples);
	} else if (event->class->kind == TCTL_KIND_PROFILE_SAMPLE) {
		profile_stack(profile, event, &profile->samples);
	} else if (event->class->kind == TCTL_KIND_PROFILE_HITS) {
		profile_hits(profile, event);
	} else {
		profile_stack(profile, event, &profile->others);
	}
}

static const struct tctl_stacks *profile_best(const struct profile *profile)
{
	if (profile->samples.count)
		return &profile->samples;
	return profile->hits[0].count ? &profile->hits[0] : &profile->others;
}

static int compare_tasks(const void *a, const void *b)
{
	const struct tctl_flame_node *x = *(struct tctl_flame_node **)a;
	const struct tctl_flame_node *y = *(struct tctl_flame_node **)b;

	if (x->depth != y->depth)
		return x->depth < y->depth ? -1 : 1;
	if (x->total != y->total)
		return x->total < y->total ? 1 : -1;
	return strcmp(x->key.text, y->key.text);
}

static void print_tasks(struct tctl_report *report, struct tctl_output *output,
			const struct tctl_flame *flame)
{
	static const struct tctl_column columns[] = {
		{ "comm", "task", TCTL_TEXT },
		{ "samples", "samples", TCTL_COUNT },
		{ "percent", "share", TCTL_PERCENT },
		{ NULL, NULL, 0 }
	};
	void **sorted = tctl_map_sorted(&flame->nodes, compare_tasks);
	const struct tctl_flame_node *node;
	struct tctl_rows table;
	size_t i;

	tctl_rows_begin(&table, output, "tasks", "Tasks", columns,
			report->options.top);
	for (i = 1; i < flame->nodes.nr; i++) {
		node = sorted[i];
		if (node->depth > 1)
			break;
		tctl_rows_add(&table, node->key.text, node->total,
			      100.0 * node->total / flame->root->total);
	}
	tctl_rows_end(&table);
	free(sorted);
}

static void add_hits(struct tctl_rows *table, const struct tctl_flame *flame,
		     int64_t count, const char *function)
{
	tctl_rows_add(table, count, 100.0 * count / flame->root->total,
		      function);
}

/* Functions are the second level of what was counted by one address each. */
static void print_hits(struct tctl_report *report, struct tctl_output *output,
		       size_t what)
{
	struct profile *profile = report->data;
	const struct tctl_column columns[] = {
		{ "count", counted[what].kind == TCTL_NS ? "time" : "hits",
		  counted[what].kind },
		{ "percent", "share", TCTL_PERCENT },
		{ "function", "function", TCTL_TEXT },
		{ NULL, NULL, 0 }
	};
	const struct tctl_flame_node *node;
	struct tctl_flame flame;
	struct tctl_rows table;
	void **sorted;
	size_t i;

	tctl_flame_init(&flame, &profile->hits[what], &profile->symbols);
	sorted = tctl_map_sorted(&flame.nodes, compare_tasks);
	tctl_rows_begin(&table, output, counted[what].table,
			counted[what].title, columns, report->options.top);
	for (i = 0; i < flame.nodes.nr; i++) {
		node = sorted[i];
		if (node->depth == 1 && node->self)
			add_hits(&table, &flame, node->self, "[user space]");
		else if (node->depth == 2)
			add_hits(&table, &flame, node->total, node->key.text);
	}
	tctl_rows_end(&table);
	free(sorted);
	tctl_flame_release(&flame);
}

static bool print_all_hits(struct tctl_report *report,
			   struct tctl_output *output)
{
	struct profile *profile = report->data;
	bool any = false;
	size_t i;

	for (i = 0; i < NR_COUNTED; i++)
		if (profile->hits[i].count) {
			print_hits(report, output, i);
			any = true;
		}
	return any;
}

static void profile_print(struct tctl_report *report,
			  struct tctl_output *output)
{
	static const struct tctl_column samples = {
		"samples", "samples", TCTL_COUNT
	};
	struct profile *profile = report->data;
	const struct tctl_stacks *stacks = profile_best(profile);
	struct tctl_flame flame;

	tctl_output_value(output, &samples, stacks->value);
	if (print_all_hits(report, output) && !profile->samples.count)
		return;
	if (stacks == &profile->others && stacks->count)
		tctl_output_note(output, "This trace has no samples; these are "
				 "the stacks of all events that have one "
				 "(event=PATTERN chooses).");
	tctl_flame_init(&flame, stacks, &profile->symbols);
	print_tasks(report, output, &flame);
	tctl_stack_tables(report, output, &flame, TCTL_COUNT);
	tctl_flame_release(&flame);
}

static void profile_flame(struct tctl_report *report,
			  struct tctl_flame *ret_flame, const char **ret_title,
			  const char **ret_unit)
{
	struct profile *profile = report->data;

	tctl_flame_init(ret_flame, profile_best(profile), &profile->symbols);
	*ret_title = "On CPU";
	*ret_unit = "samples";
}

const struct tctl_report_class tctl_report_profile = {
	.name = "profile",
	.description = "where time was spent, by sampled stacks",
	.help = "Functions, tasks and stacks by samples. Parameters: event "
		"(pattern), format (table, folded, svg).",
	.size = sizeof(struct profile),
	.needs = { TCTL_KIND_PROFILE_SAMPLE, TCTL_KIND_PROFILE_HITS,
		   TCTL_KIND_STACK },
	.needs_any = true,
	.takes = TCTL_TAKES_EVENT | TCTL_TAKES_FORMAT,
	.begin = profile_begin,
	.event = profile_event,
	.print = profile_print,
	.flame = profile_flame,
	.release = profile_release,
};
