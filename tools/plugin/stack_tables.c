/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/stack_tables.c: functions and heaviest stacks.
 */
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/stack_tables.h"

static const char *kind_name(uint64_t kind)
{
	switch (kind) {
	case TCTL_FRAME_KERNEL:
		return "kernel";
	case TCTL_FRAME_NOTE:
		return "-";
	default:
		return "user";
	}
}

static int compare_functions(const void *a, const void *b)
{
	const struct tctl_flame_function *x =
		*(struct tctl_flame_function **)a;
	const struct tctl_flame_function *y =
		*(struct tctl_flame_function **)b;

	if (x->self != y->self)
		return x->self < y->self ? 1 : -1;
	if (x->total != y->total)
		return x->total < y->total ? 1 : -1;
	return strcmp(x->key.text, y->key.text);
}

static double share(int64_t part, const struct tctl_flame *flame)
{
	return flame->root->total ? 100.0 * part / flame->root->total : NAN;
}

static void print_functions(struct tctl_report *report,
			    struct tctl_output *output,
			    const struct tctl_flame *flame,
			    enum tctl_column_kind kind)
{
	bool is_ns = kind == TCTL_NS;
	const struct tctl_column columns[] = {
		{ is_ns ? "self_ns" : "self", "self", kind },
		{ "self_percent", "self", TCTL_PERCENT },
		{ is_ns ? "total_ns" : "total", "with callees", kind },
		{ "total_percent", "with callees", TCTL_PERCENT },
		{ "in", "in", TCTL_TEXT },
		{ "function", "function", TCTL_TEXT },
		{ NULL, NULL, 0 }
	};
	struct tctl_flame_function *function;
	struct tctl_map functions;
	struct tctl_rows table;
	void **sorted;
	size_t i;

	tctl_flame_functions(flame, &functions);
	sorted = tctl_map_sorted(&functions, compare_functions);
	tctl_rows_begin(&table, output, "functions", "Functions", columns,
			report->options.top);
	for (i = 0; i < functions.nr; i++) {
		function = sorted[i];
		tctl_rows_add(&table, function->self,
			      share(function->self, flame), function->total,
			      share(function->total, flame),
			      kind_name(function->key.number),
			      function->key.text);
	}
	tctl_rows_end(&table);
	free(sorted);
	tctl_map_release(&functions);
}

static int compare_selves(const void *a, const void *b)
{
	const struct tctl_flame_node *x = *(struct tctl_flame_node **)a;
	const struct tctl_flame_node *y = *(struct tctl_flame_node **)b;

	if (x->self != y->self)
		return x->self < y->self ? 1 : -1;
	return x->key.index < y->key.index ? -1 : x->key.index > y->key.index;
}

static void print_stacks(struct tctl_report *report,
			 struct tctl_output *output,
			 const struct tctl_flame *flame,
			 enum tctl_column_kind kind)
{
	const struct tctl_column columns[] = {
		{ kind == TCTL_NS ? "self_ns" : "self", "self", kind },
		{ "percent", "share", TCTL_PERCENT },
		{ "stack", "stack, outermost first", TCTL_TEXT },
		{ NULL, NULL, 0 }
	};
	void **sorted = tctl_map_sorted(&flame->nodes, compare_selves);
	struct tctl_flame_node *node;
	struct tctl_rows table;
	char *text;
	size_t i;

	tctl_rows_begin(&table, output, "stacks", "Heaviest stacks", columns,
			report->options.top);
	for (i = 0; i < flame->nodes.nr; i++) {
		node = sorted[i];
		if (!node->self)
			break;
		text = tctl_flame_path(flame, node);
		tctl_rows_add(&table, node->self, share(node->self, flame),
			      text);
		free(text);
	}
	tctl_rows_end(&table);
	free(sorted);
}

void tctl_stack_tables(struct tctl_report *report, struct tctl_output *output,
		       const struct tctl_flame *flame,
		       enum tctl_column_kind kind)
{
	print_functions(report, output, flame, kind);
	print_stacks(report, output, flame, kind);
}

const char *tctl_stack_format_check(const struct tctl_report *report)
{
	const char *format = report->options.format;

	if (!format || !strcmp(format, "table") || !strcmp(format, "folded") ||
	    !strcmp(format, "svg"))
		return NULL;
	return "format is table, folded or svg";
}

void tctl_stack_format(const struct tctl_report *report,
		       const struct tctl_flame *flame, FILE *stream,
		       const char *title, const char *unit)
{
	if (!strcmp(report->options.format, "folded"))
		tctl_flame_fold(flame, stream);
	else
		tctl_flame_svg(flame, stream, title, unit);
}
