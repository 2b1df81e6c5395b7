/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/flame_json.h: a flame graph's tree for the page.
 */
#ifndef TRACECTL_PLUGIN_FLAME_JSON_H
#define TRACECTL_PLUGIN_FLAME_JSON_H

#include <jansson.h>
#include "tools/plugin/flame.h"

/* {"title", "unit", "nodes": how many without the root, "texts", "names",
   "parents", "selves": packed}: a node's name is the index of a text, its
   parent that of a node + 1, 0 for the root; parents come first. At most
   max_nodes: what is too narrow then counts as spent in its parent itself, and
   "pruned" says how many those were. */
json_t *tctl_flame_json(const struct tctl_flame *flame, const char *title,
			const char *unit, size_t max_nodes);

#endif
