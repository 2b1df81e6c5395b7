/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/report_events.c: any number in any event, by any key; and the
 * time between pairs of events.
 */
#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/report.h"

#define KEY_SIZE	256

struct events_group {
	struct tctl_key key;		/* what --by says */
	uint64_t count;
	struct tctl_distribution spread;
};

struct events_pending {
	struct tctl_key key;		/* what --key says */
	int64_t time_ns;
	char *by;			/* of the first event */
};

/* What patterns say about a class of events. */
struct events_class {
	struct tctl_key key;		/* its address */
	bool known, matches, begins, ends;
	struct events_group *group;	/* without --by */
};

struct events {
	struct tctl_map groups, pending, classes;
	struct tctl_distribution all;
	uint64_t nr_matched;		/* events, or ends of pairs */
	uint64_t nr_without;		/* of them without the field or key */
	uint64_t nr_again;		/* a second begin of a pair */
	uint64_t nr_ends;		/* an end without a begin */
};

static const char *events_begin(struct tctl_report *report)
{
	const struct tctl_report_options *options = &report->options;
	struct events *events = report->data;

	tctl_map_init(&events->groups, sizeof(struct events_group));
	tctl_map_init(&events->pending, sizeof(struct events_pending));
	tctl_map_init(&events->classes, sizeof(struct events_class));
	if (!options->from != !options->to)
		return "from and to go together: the first and the last event "
		       "of a pair";
	if (options->key && !options->from)
		return "key is for pairs of events: give from and to";
	if (options->from && (options->field || options->event))
		return "either field of an event, or from and to of a pair";
	return NULL;
}

static void events_release(struct tctl_report *report)
{
	struct events *events = report->data;
	size_t i;

	for (i = 0; i < events->groups.nr; i++)
		tctl_distribution_release(&((struct events_group *)
					    events->groups.records[i])->spread);
	for (i = 0; i < events->pending.nr; i++)
		free(((struct events_pending *)events->pending.records[i])->by);
	tctl_map_release(&events->groups);
	tctl_map_release(&events->pending);
	tctl_map_release(&events->classes);
	tctl_distribution_release(&events->all);
}

/* The text of a key; "-" when the event has no such field. */
static bool events_key(const struct tctl_event *event, const char *name,
		       char buf[KEY_SIZE])
{
	snprintf(buf, KEY_SIZE, "-");
	return name && tctl_event_print(event, name, buf, KEY_SIZE);
}

static bool pattern_matches(const char *pattern, const char *name)
{
	return !pattern || !fnmatch(pattern, name, 0);
}

static struct events_class *events_class(struct tctl_report *report,
					 const struct tctl_event *event)
{
	const struct tctl_report_options *options = &report->options;
	const char *name = event->class->name;
	struct events *events = report->data;
	struct events_class *class = tctl_map_get(&events->classes,
			(uintptr_t)event->class, NULL);

	if (class->known)
		return class;
	class->known = true;
	class->matches = pattern_matches(options->event, name);
	class->begins = pattern_matches(options->from, name);
	class->ends = pattern_matches(options->to, name);
	return class;
}

static struct events_group *events_group(struct tctl_report *report,
					 struct events_class *class,
					 const struct tctl_event *event)
{
	struct events *events = report->data;
	char by[KEY_SIZE];

	if (report->options.by) {
		events_key(event, report->options.by, by);
		return tctl_map_get(&events->groups, 0, by);
	}
	/* groups are never removed */
	if (!class->group)
		class->group = tctl_map_get(&events->groups, 0,
					    event->class->name);
	return class->group;
}

static void events_value(struct events *events, struct events_group *group,
			 int64_t value)
{
	group->count++;
	tctl_distribution_add(&group->spread, value);
	tctl_distribution_add(&events->all, value);
}

/* --field: a number of each event that has it. */
static void events_field(struct tctl_report *report,
			 const struct tctl_event *event)
{
	struct events_class *class = events_class(report, event);
	const char *name = report->options.field;
	struct events *events = report->data;
	int64_t value;
	double real;

	if (!class->matches || !tctl_report_wants(report, event))
		return;
	events->nr_matched++;
	if (!name) {
		events_group(report, class, event)->count++;
	} else if (tctl_event_integer(event, name, &value)) {
		events_value(events, events_group(report, class, event), value);
	} else if (tctl_event_real(event, name, &real) && fabs(real) < 9e18) {
		events_value(events, events_group(report, class, event),
			     llround(real));
	} else {
		events->nr_without++;
	}
}

static void pair_end(struct events *events, const struct tctl_event *event,
		     const char *key)
{
	struct events_pending *pending =
		tctl_map_find(&events->pending, 0, key);

	if (!pending) {
		events->nr_ends++;
		return;
	}
	events->nr_matched++;
	events_value(events, tctl_map_get(&events->groups, 0, pending->by),
		     event->time_ns - pending->time_ns);
	free(pending->by);
	tctl_map_remove(&events->pending, pending);
}

static void pair_begin(struct tctl_report *report,
		       const struct tctl_event *event, const char *key)
{
	struct events *events = report->data;
	struct events_pending *pending =
		tctl_map_get(&events->pending, 0, key);
	char by[KEY_SIZE];

	if (pending->by)
		events->nr_again++;
	free(pending->by);
	events_key(event, report->options.by, by);
	pending->by = tctl_plugin_text("%s", by);
	pending->time_ns = event->time_ns;
}

/* The filter is for where a pair begins: it may end elsewhere. */
static void events_pair(struct tctl_report *report,
			const struct tctl_event *event)
{
	const struct tctl_report_options *options = &report->options;
	struct events *events = report->data;
	const struct events_class *class = events_class(report, event);
	bool begins = class->begins, ends = class->ends;
	char key[KEY_SIZE];

	if ((!begins && !ends) || !event->inside)
		return;
	if (!events_key(event, options->key, key) && options->key) {
		events->nr_without++;
		return;
	}
	/* an event that is both, as in --from tick --to tick, ends first */
	if (ends && (!begins || tctl_map_find(&events->pending, 0, key)))
		pair_end(events, event, key);
	if (begins && tctl_report_wants(report, event))
		pair_begin(report, event, key);
}

static void events_event(struct tctl_report *report,
			 const struct tctl_event *event)
{
	if (report->options.from)
		events_pair(report, event);
	else
		events_field(report, event);
}

static int compare_groups(const void *a, const void *b)
{
	const struct events_group *x = *(struct events_group **)a;
	const struct events_group *y = *(struct events_group **)b;

	if (x->count != y->count)
		return x->count < y->count ? 1 : -1;
	return strcmp(x->key.text, y->key.text);
}

static void print_groups(struct tctl_report *report,
			 struct tctl_output *output, bool is_ns)
{
	const char *by = report->options.by ? report->options.by :
			 report->options.from ? "pairs" : "event";
	enum tctl_column_kind kind = is_ns ? TCTL_NS : TCTL_COUNT;
	const struct tctl_column columns[] = {
		{ "key", by, TCTL_TEXT },
		{ "count", "count", TCTL_COUNT },
		{ is_ns ? "sum_ns" : "sum", "sum", kind },
		{ is_ns ? "latency_ns" : "values", "", is_ns ? TCTL_SPREAD_NS :
							       TCTL_SPREAD },
		{ NULL, NULL, 0 }
	};
	struct events *events = report->data;
	struct events_group *group;
	struct tctl_rows table;
	void **sorted;
	size_t i;

	sorted = tctl_map_sorted(&events->groups, compare_groups);
	tctl_rows_begin(&table, output, "groups", NULL, columns,
			 report->options.top);
	for (i = 0; i < events->groups.nr; i++) {
		group = sorted[i];
		tctl_rows_add(&table, group->key.text, (int64_t)group->count,
			       fabs(group->spread.sum) < 9e18 ?
			       (int64_t)group->spread.sum : TCTL_NOTHING,
			       &group->spread);
	}
	tctl_rows_end(&table);
	free(sorted);
}

static void print_counts(struct tctl_report *report,
			 struct tctl_output *output)
{
	const struct tctl_column columns[] = {
		{ "key", report->options.by ? report->options.by : "event",
		  TCTL_TEXT },
		{ "count", "count", TCTL_COUNT },
		{ NULL, NULL, 0 }
	};
	struct events *events = report->data;
	struct events_group *group;
	struct tctl_rows table;
	void **sorted;
	size_t i;

	sorted = tctl_map_sorted(&events->groups, compare_groups);
	tctl_rows_begin(&table, output, "groups", NULL, columns,
			 report->options.top);
	for (i = 0; i < events->groups.nr; i++) {
		group = sorted[i];
		tctl_rows_add(&table, group->key.text, (int64_t)group->count);
	}
	tctl_rows_end(&table);
	free(sorted);
}

static void print_pair_numbers(struct events *events,
			       struct tctl_output *output)
{
	static const struct tctl_column values[] = {
		{ "pairs", "pairs", TCTL_COUNT },
		{ "unfinished", "never ended", TCTL_COUNT },
		{ "begun_again", "begun again", TCTL_COUNT },
		{ "ends_alone", "ends alone", TCTL_COUNT },
	};

	tctl_output_value(output, &values[0], (int64_t)events->nr_matched);
	tctl_output_value(output, &values[1], (int64_t)events->pending.nr);
	tctl_output_value(output, &values[2], (int64_t)events->nr_again);
	tctl_output_value(output, &values[3], (int64_t)events->nr_ends);
}

static void events_print(struct tctl_report *report,
			 struct tctl_output *output)
{
	const struct tctl_report_options *options = &report->options;
	struct events *events = report->data;
	bool pairs = options->from;

	if (pairs)
		print_pair_numbers(events, output);
	if (events->nr_without)
		tctl_output_note(output, "%" PRIu64 " of the events have no "
				 "%s %s.", events->nr_without,
				 pairs ? "field" : "number",
				 pairs ? options->key : options->field);
	if (!pairs && !options->field) {
		print_counts(report, output);
		return;
	}
	print_groups(report, output, pairs);
	tctl_output_histogram(output, "histogram", pairs ?
			      "Time between the two" : options->field,
			      &events->all, pairs);
}

const struct tctl_report_class tctl_report_events = {
	.name = "events",
	.description = "any event's fields, pairs of events as latencies",
	.help = "Parameters: event (pattern), field, by; or from, to, key, "
		"by.",
	.size = sizeof(struct events),
	.takes = TCTL_TAKES_EVENT | TCTL_TAKES_FIELDS,
	.begin = events_begin,
	.event = events_event,
	.print = events_print,
	.release = events_release,
};
