// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tests/regress/kernel_catalogue.c: print what the running kernel can record,
 * one event a line, fields and operations indented below it; arguments are
 * patterns. Exit 1: a declaration is not valid, or a plan contradicts it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/kernel/event.h"
#include "tools/lib/event_text.h"

static const char *const sources[] = {
	"program", "enter", "leave", "tracepoint", "state",
};

static int is_named(const struct tctl_kernel_event *event, char **patterns)
{
	if (!*patterns)
		return 1;
	for (; *patterns; patterns++)
		if (tctl_kernel_event_matches(event, *patterns))
			return 1;
	return 0;
}

static void print_ops(const struct tctl_kernel_plan *plan)
{
	for (unsigned int i = 0; i < plan->nr_ops; i++)
		printf("\top %#x arg %u/%#x log2 %u offset %u size %u\n",
		       plan->ops[i].op, plan->ops[i].arg, plan->ops[i].arg2,
		       plan->ops[i].log2, plan->ops[i].offset,
		       plan->ops[i].size);
}

static void print_event(const struct tctl_kernel_event *event,
			const struct tctl_event_text *text)
{
	char kind[TCTL_KIND_TEXT_MAX];

	printf("%s %s %s %u most %u%s%s\n", sources[event->source], event->name,
	       event->pattern_name, event->number, event->plan.most,
	       event->missing ? " missing: " : "",
	       event->missing ? event->missing : "");
	for (uint32_t i = 0; i < text->nr_fields; i++) {
		tctl_event_kind_print(text->fields[i].kind, kind, sizeof(kind));
		printf("\t%s: %s, %u labels\n", text->fields[i].name, kind,
		       text->fields[i].nr_labels);
	}
	print_ops(&event->plan);
}

static int check_event(const struct tctl_kernel_event *event, char **patterns)
{
	struct tctl_event_text text;

	if (tctl_event_text_parse(&text, event->text, event->text_size,
				  event->kinds, event->nr_fields)) {
		fprintf(stderr, "%s: %s\n", event->name, text.reason);
		return 1;
	}
	if (strcmp(text.name, event->name)) {
		fprintf(stderr, "%s: is declared as %s\n", event->name,
			text.name);
		return 1;
	}
	if (is_named(event, patterns))
		print_event(event, &text);
	tctl_event_text_release(&text);
	return 0;
}

int main(int argc, char **argv)
{
	struct tctl_kernel_catalogue *catalogue;
	char error[256];
	int bad = 0;

	(void)argc;
	if (tctl_kernel_catalogue_new(&catalogue, error, sizeof(error))) {
		fprintf(stderr, "%s\n", error);
		return 2;
	}
	if (tctl_kernel_catalogue_note(catalogue))
		printf("note: %s\n", tctl_kernel_catalogue_note(catalogue));
	for (size_t i = 0; i < tctl_kernel_catalogue_size(catalogue); i++)
		bad |= check_event(tctl_kernel_catalogue_event(catalogue, i),
				   argv + 1);
	tctl_kernel_catalogue_free(catalogue);
	return bad;
}
