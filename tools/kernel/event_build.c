// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Building declarations. An event, its kinds and its texts are one allocation.
 */
#include "event_build.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/lib/text.h"

/* A C identifier that resembles name. */
static void make_identifier(char *to, size_t size, const char *name)
{
	size_t n = 0;

	if (!*name || isdigit((unsigned char)*name))
		to[n++] = '_';
	for (; *name && n + 1 < size; name++)
		to[n++] = isalnum((unsigned char)*name) ? *name : '_';
	to[n] = '\0';
}

void tctl_event_build_begin(struct tctl_event_build *build, const char *group,
			    const char *kernel_name, const char *name,
			    const char *place)
{
	char shown[384];

	make_identifier(build->name, sizeof(build->name), name);
	snprintf(build->pattern_name, sizeof(build->pattern_name), "%s:%s",
		 group, kernel_name);
	snprintf(shown, sizeof(shown), "%s", place);
	tctl_text_clean(shown);
	build->text_size =
		(size_t)snprintf(build->text, sizeof(build->text),
				 "kernel:%s\n%s", build->name, shown);
	build->nr_fields = 0;
	build->full = 0;
	memset(&build->plan, 0, sizeof(build->plan));
}

/* A sequence's length has a name of its own in the trace. */
static int names_clash(const char *a, uint32_t kind, const char *b)
{
	size_t length = strlen(a);

	if (!strcmp(a, b))
		return 1;
	return TCTL_KIND_SHAPE(kind) == TCTL_KIND_SEQUENCE && b[0] == '_' &&
	       !strncmp(b + 1, a, length) && !strcmp(b + 1 + length, "_length");
}

static int name_taken(const struct tctl_event_build *build, const char *name,
		      uint32_t kind)
{
	for (unsigned int i = 0; i < build->nr_fields; i++)
		if (names_clash(build->names[i], build->kinds[i], name) ||
		    names_clash(name, kind, build->names[i]))
			return 1;
	return 0;
}

static void unique_name(struct tctl_event_build *build, const char *name,
			uint32_t kind)
{
	char *to = build->names[build->nr_fields];
	size_t length;

	*to = '\0';
	if (!*name)
		return;
	make_identifier(to, sizeof(build->names[0]) - 4, name);
	length = strlen(to);
	for (unsigned int i = 2; name_taken(build, to, kind); i++)
		snprintf(to + length, 4, "_%u", i);
}

/* Two reads of neighbouring bytes are one. */
static int join_ops(struct tctl_kernel_plan *plan,
		    const struct tctl_kernel_op *op)
{
	struct tctl_kernel_op *last;

	if (!plan->nr_ops || op->op != TCTL_KERNEL_OP_FIELD)
		return 0;
	last = &plan->ops[plan->nr_ops - 1];
	if (last->op != op->op || last->offset + last->size != op->offset ||
	    last->size + op->size > 64)
		return 0;
	last->size = (uint16_t)(last->size + op->size);
	return 1;
}

static int add_op(struct tctl_kernel_plan *plan,
		  const struct tctl_kernel_op *op)
{
	if (join_ops(plan, op))
		return 0;
	if (plan->nr_ops == TCTL_KERNEL_MAX_OPS)
		return -ENOSPC;
	plan->ops[plan->nr_ops++] = *op;
	return 0;
}

static int append(struct tctl_event_build *build, const char *a, const char *b)
{
	size_t room = sizeof(build->text) - 1 - build->text_size;
	size_t size = strlen(a) + strlen(b);

	if (size > room)
		return -ENOSPC;
	build->text_size +=
		(size_t)sprintf(build->text + build->text_size, "%s%s", a, b);
	return 0;
}

int tctl_event_build_field(struct tctl_event_build *build, const char *name,
			   uint32_t kind, const struct tctl_kernel_op *op,
			   uint32_t most)
{
	size_t text_size = build->text_size;

	if (build->nr_fields == TCTL_BUILD_MAX_FIELDS)
		goto full;
	unique_name(build, name, kind);
	if (append(build, "\n", build->names[build->nr_fields]))
		goto full;
	if (op && add_op(&build->plan, op))
		goto full;
	build->kinds[build->nr_fields++] = kind;
	build->plan.most += most;
	return 0;
full:
	build->text_size = text_size;
	build->full = 1;
	return -ENOSPC;
}

void tctl_event_build_op(struct tctl_event_build *build,
			 const struct tctl_kernel_op *op)
{
	if (add_op(&build->plan, op))
		build->full = 1;
}

static void print_values(char *text, size_t size,
			 const struct tctl_kernel_label *label)
{
	if (label->value == label->last)
		snprintf(text, size, "=%lld", (long long)label->value);
	else
		snprintf(text, size, "=%lld..%lld", (long long)label->value,
			 (long long)label->last);
}

void tctl_event_build_labels(struct tctl_event_build *build,
			     const struct tctl_kernel_label *labels, size_t nr)
{
	char number[64];

	for (size_t i = 0; i < nr; i++) {
		print_values(number, sizeof(number), &labels[i]);
		/* Without room for a label the text still is one. */
		if (strlen(labels[i].name) + strlen(number) + 1 >
			    sizeof(build->text) - 1 - build->text_size ||
		    append(build, i ? "," : "\t", labels[i].name) ||
		    append(build, number, ""))
			return;
		build->kinds[build->nr_fields - 1] |= TCTL_KIND_ENUM;
	}
}

struct tctl_kernel_event *
tctl_event_build_end(const struct tctl_event_build *build,
		     enum tctl_kernel_source source, uint32_t number,
		     const char *missing)
{
	size_t words = (build->nr_fields + 1) / 2;
	size_t name = strlen(build->name) + 1;
	size_t pattern = strlen(build->pattern_name) + 1;
	size_t why = missing ? strlen(missing) + 1 : 0;
	struct tctl_kernel_event *event;
	uint64_t *kinds;
	char *text;

	event = calloc(1, sizeof(*event) + words * sizeof(*kinds) + name +
				  pattern + why + build->text_size + 1);
	if (!event)
		return NULL;
	kinds = (uint64_t *)(event + 1);
	text = (char *)(kinds + words);
	for (unsigned int i = 0; i < build->nr_fields; i++)
		kinds[i / 2] |= (uint64_t)build->kinds[i] << (i % 2 * 32);
	event->kinds = kinds;
	event->nr_fields = build->nr_fields;
	event->source = source;
	event->number = number;
	event->plan = build->plan;
	event->text = memcpy(text, build->text, build->text_size + 1);
	event->text_size = build->text_size + 1;
	text += event->text_size;
	event->name = memcpy(text, build->name, name);
	event->pattern_name = memcpy(text + name, build->pattern_name, pattern);
	if (missing)
		event->missing = memcpy(text + name + pattern, missing, why);
	return event;
}
