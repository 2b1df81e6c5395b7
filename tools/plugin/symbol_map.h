/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/symbol_map.h: which file is mapped where in one address space.
 * For symbol.c.
 */
#ifndef TRACECTL_PLUGIN_SYMBOL_MAP_H
#define TRACECTL_PLUGIN_SYMBOL_MAP_H

#include "tools/plugin/map.h"
#include "tools/plugin/symbol_object.h"

struct tctl_mapping {
	struct tctl_key key;	/* begin */
	uint64_t end;
	uint64_t offset;	/* of the file; whole: distance from its base */
	bool whole;		/* all of the file, as bin_info says */
	bool position_dependent;	/* addresses are the file's own */
	char *path;
	struct tctl_build_id build_id;
};

struct tctl_mappings {
	struct tctl_map map;	/* struct tctl_mapping */
	void **sorted;		/* NULL: to be made */
};

void tctl_mappings_init(struct tctl_mappings *mappings);
void tctl_mappings_release(struct tctl_mappings *mappings);
/* What began there before is replaced. The caller fills in the rest. */
struct tctl_mapping *tctl_mappings_add(struct tctl_mappings *mappings,
				       uint64_t begin, uint64_t end,
				       const char *path);
/* NULL: nothing is known there. */
struct tctl_mapping *tctl_mappings_find(struct tctl_mappings *mappings,
					uint64_t address);

#endif
