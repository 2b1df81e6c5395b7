/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/flame_json.c: numbering and packing.
 */
#include <stdlib.h>
#include "tools/plugin/cell.h"
#include "tools/plugin/flame_json.h"
#include "tools/plugin/packed.h"

/* For each node of the tree: its number in the page. */
struct numbers {
	size_t nr;
	uint32_t *of;
};

static struct tctl_flame_node *node_at(const struct tctl_flame *flame,
				       size_t i)
{
	return (struct tctl_flame_node *)flame->nodes.records[i];
}

static size_t nodes_from(const struct tctl_flame *flame, int64_t least)
{
	size_t i, nr = 0;

	for (i = 1; i < flame->nodes.nr; i++)
		nr += node_at(flame, i)->total >= least;
	return nr;
}

/* The least that a node's total must be for there to be few enough. */
static int64_t flame_least(const struct tctl_flame *flame, size_t max_nodes)
{
	int64_t least = 1;

	while (nodes_from(flame, least) > max_nodes)
		least *= 2;
	return least;
}

/* What is shown of a node: itself or the nearest around it. Totals never grow
   downwards, so what is kept has kept parents. */
static struct numbers flame_number(const struct tctl_flame *flame,
				   int64_t least)
{
	struct numbers numbers = { 0 };
	size_t i;

	numbers.of = tctl_plugin_memory(calloc(flame->nodes.nr,
					       sizeof(*numbers.of)));
	for (i = 1; i < flame->nodes.nr; i++)
		numbers.of[i] = node_at(flame, i)->total >= least ?
			++numbers.nr :
			numbers.of[node_at(flame, i)->parent->key.index];
	return numbers;
}

/* Of each number, what was spent there; to be freed. */
static int64_t *flame_selves(const struct tctl_flame *flame,
			     const struct numbers *numbers)
{
	int64_t *selves = tctl_plugin_memory(calloc(numbers->nr + 1,
						    sizeof(*selves)));
	size_t i;

	for (i = 0; i < flame->nodes.nr; i++)
		selves[numbers->of[i]] += node_at(flame, i)->self;
	return selves;
}

static json_t *texts_json(const struct tctl_map *texts)
{
	json_t *list = tctl_plugin_memory(json_array());
	size_t i;

	for (i = 0; i < texts->nr; i++)
		json_array_append_new(list,
				      tctl_json_text(texts->records[i]->text));
	return list;
}

static void flame_pack(const struct tctl_flame *flame,
		       const struct numbers *numbers, int64_t least,
		       json_t *json)
{
	struct tctl_packed parents = { 0 }, names = { 0 }, selves = { 0 };
	int64_t *self = flame_selves(flame, numbers);
	const struct tctl_flame_node *node;
	struct tctl_map texts;
	struct tctl_key *text;
	size_t i;

	tctl_map_init(&texts, sizeof(*text));
	for (i = 1; i < flame->nodes.nr; i++) {
		node = node_at(flame, i);
		if (node->total < least)
			continue;
		text = tctl_map_get(&texts, 0, node->key.text);
		tctl_packed_add(&parents, numbers->of[node->parent->key.index]);
		tctl_packed_add(&names, text->index);
		tctl_packed_add(&selves, self[numbers->of[i]]);
	}
	json_object_set_new(json, "texts", texts_json(&texts));
	json_object_set_new(json, "parents", tctl_packed_json(&parents));
	json_object_set_new(json, "names", tctl_packed_json(&names));
	json_object_set_new(json, "selves", tctl_packed_json(&selves));
	tctl_map_release(&texts);
	free(self);
}

json_t *tctl_flame_json(const struct tctl_flame *flame, const char *title,
			const char *unit, size_t max_nodes)
{
	int64_t least = flame_least(flame, max_nodes);
	struct numbers numbers = flame_number(flame, least);
	json_t *json;

	json = tctl_plugin_memory(json_pack("{sssssIsI}", "title", title,
		"unit", unit, "nodes", (json_int_t)numbers.nr,
		"pruned", (json_int_t)(flame->nodes.nr - 1 - numbers.nr)));
	flame_pack(flame, &numbers, least, json);
	free(numbers.of);
	return json;
}
