/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/flame.c: the tree of names out of the tree of addresses. Trees
 * may be deep and come from traces: nothing here recurses.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/distribution.h"
#include "tools/plugin/flame.h"

/* Task, both stacks, note. */
#define TCTL_FLAME_DEPTH	(2 * TCTL_STACK_MAX + 2)

static struct tctl_flame_node *flame_below(struct tctl_flame *flame,
					   struct tctl_flame_node *parent,
					   enum tctl_frame_kind kind,
					   const char *name)
{
	uint64_t above = parent ? parent->key.index + 1 : 0;
	struct tctl_flame_node *node;

	node = tctl_map_get(&flame->nodes, above << 8 | kind, name);
	node->parent = parent;
	node->kind = kind;
	node->depth = parent ? parent->depth + 1 : 0;
	if (node->depth > flame->max_depth)
		flame->max_depth = node->depth;
	return node;
}

static char *frame_name(struct tctl_symbols *symbols,
			const struct tctl_stack_frame *frame)
{
	if (!frame->space)
		return tctl_plugin_text("%s", frame->key.text);
	return tctl_space_function(symbols, frame->space, frame->key.number);
}

/* The tracer itself, in the kernel's stacks: innermost, and of no interest. */
static bool name_is_tracer(const char *name)
{
	static const char *const prefixes[] = {
		"bpf_prog_", "bpf_trace_run", "__bpf_trace_", "__traceiter_",
		"__event_probe__"
	};
	size_t i;

	for (i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++)
		if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
			return true;
	return false;
}

/* Each frame's name once: looking it up may read files. */
static char **frame_names(const struct tctl_stacks *stacks,
			  struct tctl_symbols *symbols)
{
	char **names = tctl_plugin_memory(calloc(stacks->nr_frames + 1,
						 sizeof(*names)));
	const struct tctl_stack_node *node;
	size_t i;

	for (i = 0; i < stacks->nodes.nr; i++) {
		node = (struct tctl_stack_node *)stacks->nodes.records[i];
		if (!names[node->frame->number])
			names[node->frame->number] =
				frame_name(symbols, node->frame);
	}
	return names;
}

static void flame_add_stacks(struct tctl_flame *flame,
			     const struct tctl_stacks *stacks, char **names)
{
	struct tctl_flame_node **made = tctl_plugin_memory(
		calloc(stacks->nodes.nr + 1, sizeof(struct tctl_flame_node *)));
	const struct tctl_stack_node *node;
	const char *name;
	size_t i;

	for (i = 0; i < stacks->nodes.nr; i++) {
		node = (struct tctl_stack_node *)stacks->nodes.records[i];
		name = names[node->frame->number];
		made[i] = node->parent ? made[node->parent->key.index] :
					 flame->root;
		if (node->frame->kind != TCTL_FRAME_KERNEL ||
		    !name_is_tracer(name))
			made[i] = flame_below(flame, made[i],
					      node->frame->kind, name);
		made[i]->self = tctl_sum(made[i]->self, node->value);
		made[i]->count += node->count;
	}
	free(made);
}

static int compare_nodes(const void *a, const void *b)
{
	const struct tctl_flame_node *x = *(struct tctl_flame_node **)a;
	const struct tctl_flame_node *y = *(struct tctl_flame_node **)b;
	int order = strcmp(x->key.text, y->key.text);

	return order ? order : (int)x->kind - (int)y->kind;
}

/* Siblings in the order of their names: the last is linked first. */
static void flame_link(struct tctl_flame *flame)
{
	void **sorted = tctl_map_sorted(&flame->nodes, compare_nodes);
	struct tctl_flame_node *node;
	size_t i;

	for (i = flame->nodes.nr; i--;) {
		node = sorted[i];
		if (!node->parent)
			continue;
		node->sibling = node->parent->child;
		node->parent->child = node;
	}
	free(sorted);
}

static void flame_sum(struct tctl_flame *flame)
{
	struct tctl_flame_node *node;
	size_t i;

	for (i = flame->nodes.nr; i--;) {
		node = (struct tctl_flame_node *)flame->nodes.records[i];
		node->total = tctl_sum(node->total, node->self);
		if (!node->parent)
			continue;
		node->parent->total = tctl_sum(node->parent->total,
					       node->total);
		node->parent->count += node->count;
	}
}

void tctl_flame_init(struct tctl_flame *flame, const struct tctl_stacks *stacks,
		     struct tctl_symbols *symbols)
{
	char **names = frame_names(stacks, symbols);
	uint32_t i;

	tctl_map_init(&flame->nodes, sizeof(struct tctl_flame_node));
	flame->max_depth = 0;
	flame->root = flame_below(flame, NULL, TCTL_FRAME_NOTE, "all");
	flame_add_stacks(flame, stacks, names);
	for (i = 0; i <= stacks->nr_frames; i++)
		free(names[i]);
	free(names);
	flame_link(flame);
	flame_sum(flame);
}

void tctl_flame_release(struct tctl_flame *flame)
{
	tctl_map_release(&flame->nodes);
}

/* Depth first, in the order of names. NULL after the last. */
static const struct tctl_flame_node *flame_next(
		const struct tctl_flame_node *node)
{
	if (node->child)
		return node->child;
	while (node && !node->sibling)
		node = node->parent;
	return node ? node->sibling : NULL;
}

static void path_name(const struct tctl_flame_node *node, FILE *stream)
{
	const char *text;

	for (text = node->key.text; *text; text++)
		fputc(*text == ';' ? ':' : (unsigned char)*text < ' ' ? '?' :
								*text, stream);
	if (node->kind == TCTL_FRAME_KERNEL)
		fputs("_[k]", stream);
}

static void path_print(const struct tctl_flame *flame,
		       const struct tctl_flame_node *node, FILE *stream)
{
	const struct tctl_flame_node *path[TCTL_FLAME_DEPTH + 1], *above;
	unsigned int i;

	for (above = node; above != flame->root; above = above->parent)
		path[above->depth] = above;
	for (i = 1; i <= node->depth; i++) {
		if (i > 1)
			fputc(';', stream);
		path_name(path[i], stream);
	}
}

char *tctl_flame_path(const struct tctl_flame *flame,
		      const struct tctl_flame_node *node)
{
	char *text = NULL;
	size_t size;
	FILE *stream = tctl_plugin_memory(open_memstream(&text, &size));

	path_print(flame, node, stream);
	fclose(stream);
	return tctl_plugin_memory(text);
}

void tctl_flame_fold(const struct tctl_flame *flame, FILE *stream)
{
	const struct tctl_flame_node *node;

	for (node = flame->root; node; node = flame_next(node)) {
		if (!node->self || node == flame->root)
			continue;
		path_print(flame, node, stream);
		fprintf(stream, " %" PRId64 "\n", node->self);
	}
}

static bool function_is_above(const struct tctl_flame_node *node)
{
	const struct tctl_flame_node *above;

	for (above = node->parent; above; above = above->parent)
		if (above->kind == node->kind &&
		    !strcmp(above->key.text, node->key.text))
			return true;
	return false;
}

void tctl_flame_functions(const struct tctl_flame *flame,
			  struct tctl_map *ret_functions)
{
	struct tctl_flame_function *function;
	const struct tctl_flame_node *node;
	size_t i;

	tctl_map_init(ret_functions, sizeof(*function));
	for (i = 0; i < flame->nodes.nr; i++) {
		node = (struct tctl_flame_node *)flame->nodes.records[i];
		if (node->kind == TCTL_FRAME_TASK || node == flame->root)
			continue;
		function = tctl_map_get(ret_functions, node->kind,
					node->key.text);
		function->self = tctl_sum(function->self, node->self);
		if (!function_is_above(node))
			function->total = tctl_sum(function->total,
						   node->total);
	}
}
