/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/symbol_map.c: mappings by their begin; sorted when first asked.
 */
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/symbol_map.h"

/* A library is seen once as a whole and once in parts: a few overlap. */
#define MAX_OVERLAPPING	8

void tctl_mappings_init(struct tctl_mappings *mappings)
{
	tctl_map_init(&mappings->map, sizeof(struct tctl_mapping));
	mappings->sorted = NULL;
}

void tctl_mappings_release(struct tctl_mappings *mappings)
{
	size_t i;

	for (i = 0; i < mappings->map.nr; i++)
		free(((struct tctl_mapping *)mappings->map.records[i])->path);
	tctl_map_release(&mappings->map);
	free(mappings->sorted);
	mappings->sorted = NULL;
}

struct tctl_mapping *tctl_mappings_add(struct tctl_mappings *mappings,
				       uint64_t begin, uint64_t end,
				       const char *path)
{
	struct tctl_mapping *mapping =
		tctl_map_get(&mappings->map, begin, NULL);
	struct tctl_key key = mapping->key;

	free(mappings->sorted);
	mappings->sorted = NULL;
	free(mapping->path);
	memset(mapping, 0, sizeof(*mapping));
	mapping->key = key;
	mapping->end = end;
	mapping->path = tctl_plugin_text("%s", path);
	return mapping;
}

static int compare_mappings(const void *a, const void *b)
{
	uint64_t x = (*(struct tctl_mapping **)a)->key.number;
	uint64_t y = (*(struct tctl_mapping **)b)->key.number;

	return x < y ? -1 : x > y;
}

struct tctl_mapping *tctl_mappings_find(struct tctl_mappings *mappings,
					uint64_t address)
{
	size_t low = 0, high = mappings->map.nr, middle, tried;
	struct tctl_mapping *mapping;

	if (!mappings->sorted)
		mappings->sorted = tctl_map_sorted(&mappings->map,
						   compare_mappings);
	while (low < high) {
		middle = low + (high - low) / 2;
		mapping = mappings->sorted[middle];
		if (mapping->key.number <= address)
			low = middle + 1;
		else
			high = middle;
	}
	for (tried = 0; low && tried < MAX_OVERLAPPING; tried++) {
		mapping = mappings->sorted[--low];
		if (address < mapping->end)
			return mapping;
	}
	return NULL;
}
