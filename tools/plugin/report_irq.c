/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/report_irq.c: interrupt handlers and softirqs: how often, how
 * long, and from raise to entry. What ends in the window belongs to it.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/report.h"

struct irq_source {
	struct tctl_key key;		/* irq or vec */
	char name[TCTL_COMM_SIZE];
	struct tctl_distribution duration, raise;
};

struct irq_pending {
	struct tctl_key key;		/* CPU and number */
	int64_t time_ns;
};

struct irq {
	struct tctl_map handlers, softirqs;
	struct tctl_map in_handler, in_softirq, raised;	/* irq_pending */
	uint64_t nr_alone;		/* ends without a begin */
};

static const char *irq_begin(struct tctl_report *report)
{
	struct irq *irq = report->data;

	tctl_map_init(&irq->handlers, sizeof(struct irq_source));
	tctl_map_init(&irq->softirqs, sizeof(struct irq_source));
	tctl_map_init(&irq->in_handler, sizeof(struct irq_pending));
	tctl_map_init(&irq->in_softirq, sizeof(struct irq_pending));
	tctl_map_init(&irq->raised, sizeof(struct irq_pending));
	return NULL;
}

static void sources_release(struct tctl_map *sources)
{
	struct irq_source *source;
	size_t i;

	for (i = 0; i < sources->nr; i++) {
		source = (struct irq_source *)sources->records[i];
		tctl_distribution_release(&source->duration);
		tctl_distribution_release(&source->raise);
	}
	tctl_map_release(sources);
}

static void irq_release(struct tctl_report *report)
{
	struct irq *irq = report->data;

	sources_release(&irq->handlers);
	sources_release(&irq->softirqs);
	tctl_map_release(&irq->in_handler);
	tctl_map_release(&irq->in_softirq);
	tctl_map_release(&irq->raised);
}

static uint64_t pending_key(const struct tctl_event *event, int64_t number)
{
	return (uint64_t)event->cpu << 32 ^ number;
}

static void pending_set(struct tctl_map *pending,
			const struct tctl_event *event, int64_t number)
{
	((struct irq_pending *)tctl_map_get(pending,
			pending_key(event, number), NULL))->time_ns =
		event->time_ns;
}

/* Since when, in ns, and forgets it; TCTL_NOTHING: it was not seen. */
static int64_t pending_take(struct tctl_map *pending,
			    const struct tctl_event *event, int64_t number)
{
	struct irq_pending *found = tctl_map_find(pending,
					pending_key(event, number), NULL);
	int64_t ns;

	if (!found)
		return TCTL_NOTHING;
	ns = event->time_ns - found->time_ns;
	tctl_map_remove(pending, found);
	return ns;
}

static const char *softirq_name(int64_t vec)
{
	static const char *const names[] = {
		"HI", "TIMER", "NET_TX", "NET_RX", "BLOCK", "IRQ_POLL",
		"TASKLET", "SCHED", "HRTIMER", "RCU"
	};

	return vec >= 0 && vec < (int64_t)(sizeof(names) / sizeof(names[0])) ?
		       names[vec] : "?";
}

static void handler_event(struct tctl_report *report,
			  const struct tctl_event *event, int64_t number,
			  bool wanted)
{
	struct irq_source *source;
	struct irq *irq = report->data;
	const char *name;
	int64_t ns;

	source = tctl_map_get(&irq->handlers, number, NULL);
	if (event->class->kind == TCTL_KIND_IRQ_ENTRY) {
		name = tctl_event_text(event, "name");
		if (!name)
			name = "?";
		if (strncmp(source->name, name, sizeof(source->name) - 1))
			snprintf(source->name, sizeof(source->name), "%s",
				 name);
		pending_set(&irq->in_handler, event, number);
		return;
	}
	ns = pending_take(&irq->in_handler, event, number);
	if (wanted && ns == TCTL_NOTHING)
		irq->nr_alone++;
	else if (wanted)
		tctl_distribution_add(&source->duration, ns);
}

static void softirq_event(struct tctl_report *report,
			  const struct tctl_event *event, int64_t number,
			  bool wanted)
{
	struct irq_source *source;
	struct irq *irq = report->data;
	int64_t ns;

	source = tctl_map_get(&irq->softirqs, number, NULL);
	if (!*source->name)
		snprintf(source->name, sizeof(source->name), "%s",
			 softirq_name(number));
	switch (event->class->kind) {
	case TCTL_KIND_SOFTIRQ_RAISE:
		/* raised again before it runs: the first one has waited */
		if (!tctl_map_find(&irq->raised, pending_key(event, number),
				   NULL))
			pending_set(&irq->raised, event, number);
		break;
	case TCTL_KIND_SOFTIRQ_ENTRY:
		ns = pending_take(&irq->raised, event, number);
		if (wanted && ns != TCTL_NOTHING)
			tctl_distribution_add(&source->raise, ns);
		pending_set(&irq->in_softirq, event, number);
		break;
	default:
		ns = pending_take(&irq->in_softirq, event, number);
		if (wanted && ns == TCTL_NOTHING)
			irq->nr_alone++;
		else if (wanted)
			tctl_distribution_add(&source->duration, ns);
		break;
	}
}

static void irq_event(struct tctl_report *report,
		      const struct tctl_event *event)
{
	bool wanted = tctl_report_wants(report, event);
	int64_t number;

	switch (event->class->kind) {
	case TCTL_KIND_IRQ_ENTRY:
	case TCTL_KIND_IRQ_EXIT:
		if (tctl_event_integer(event, "irq", &number))
			handler_event(report, event, number, wanted);
		break;
	case TCTL_KIND_SOFTIRQ_RAISE:
	case TCTL_KIND_SOFTIRQ_ENTRY:
	case TCTL_KIND_SOFTIRQ_EXIT:
		if (tctl_event_integer(event, "vec", &number))
			softirq_event(report, event, number, wanted);
		break;
	default:
		break;
	}
}

static int compare_sources(const void *a, const void *b)
{
	const struct irq_source *x = *(struct irq_source **)a;
	const struct irq_source *y = *(struct irq_source **)b;

	if (x->duration.sum != y->duration.sum)
		return x->duration.sum < y->duration.sum ? 1 : -1;
	return x->key.number < y->key.number ? -1 :
	       x->key.number > y->key.number;
}

static void print_sources(struct tctl_report *report,
			  const struct tctl_map *sources,
			  struct tctl_output *output, const char *key,
			  const char *title, const char *number)
{
	const struct tctl_column columns[] = {
		{ "number", number, TCTL_ID },
		{ "name", "name", TCTL_TEXT },
		{ "count", "count", TCTL_COUNT },
		{ "total_ns", "total", TCTL_NS },
		{ "duration_ns", "", TCTL_SPREAD_NS },
		{ "deviation_ns", "deviation", TCTL_NS },
		{ NULL, NULL, 0 }
	};
	struct irq_source *source;
	struct tctl_rows table;
	void **sorted;
	size_t i;

	sorted = tctl_map_sorted(sources, compare_sources);
	tctl_rows_begin(&table, output, key, title, columns,
			 report->options.top);
	for (i = 0; i < sources->nr; i++) {
		source = sorted[i];
		if (!source->duration.count)
			continue;
		tctl_rows_add(&table, (int64_t)source->key.number,
			       source->name, (int64_t)source->duration.count,
			       (int64_t)source->duration.sum,
			       &source->duration, (int64_t)llround(
			       tctl_distribution_deviation(&source->duration)));
	}
	tctl_rows_end(&table);
	free(sorted);
}

static void print_raises(struct tctl_report *report,
			 struct tctl_output *output)
{
	static const struct tctl_column columns[] = {
		{ "number", "vec", TCTL_ID },
		{ "name", "name", TCTL_TEXT },
		{ "count", "count", TCTL_COUNT },
		{ "latency_ns", "", TCTL_SPREAD_NS },
		{ NULL, NULL, 0 }
	};
	struct irq *irq = report->data;
	struct irq_source *source;
	struct tctl_rows table;
	void **sorted;
	size_t i;

	sorted = tctl_map_sorted(&irq->softirqs, compare_sources);
	tctl_rows_begin(&table, output, "raise_latencies",
			 "Softirqs, from raise to entry", columns,
			 report->options.top);
	for (i = 0; i < irq->softirqs.nr; i++) {
		source = sorted[i];
		if (source->raise.count)
			tctl_rows_add(&table, (int64_t)source->key.number,
				       source->name,
				       (int64_t)source->raise.count,
				       &source->raise);
	}
	tctl_rows_end(&table);
	free(sorted);
}

static void irq_print(struct tctl_report *report, struct tctl_output *output)
{
	struct irq *irq = report->data;

	if (irq->nr_alone)
		tctl_output_note(output, "%" PRIu64 " ends without a begin.",
				 irq->nr_alone);
	print_sources(report, &irq->handlers, output, "handlers",
		      "Interrupt handlers", "irq");
	print_sources(report, &irq->softirqs, output, "softirqs", "Softirqs",
		      "vec");
	print_raises(report, output);
}

const struct tctl_report_class tctl_report_irq = {
	.name = "irq",
	.description = "interrupt handlers and softirqs",
	.help = "How often and how long handlers and softirqs ran; softirqs\n"
		"also from raise to entry.",
	.size = sizeof(struct irq),
	.needs = { TCTL_KIND_IRQ_EXIT, TCTL_KIND_SOFTIRQ_EXIT },
	.needs_any = true,
	.begin = irq_begin,
	.event = irq_event,
	.print = irq_print,
	.release = irq_release,
};
