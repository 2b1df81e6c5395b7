/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/map.h: records found by a number, a text, or both. Each record
 * begins with its key; records keep their address until they are removed.
 *
 * Memory that is out ends the process with a message, as it does within
 * libbabeltrace2 itself.
 */
#ifndef TRACECTL_PLUGIN_MAP_H
#define TRACECTL_PLUGIN_MAP_H

#include <stddef.h>
#include <stdint.h>

struct tctl_key {
	uint64_t number;
	char *text;		/* NULL: none */
	size_t index;		/* the map's */
};

struct tctl_map {
	size_t record_size;
	size_t nr;
	struct tctl_key **records;	/* in the order they were made */
	size_t nr_slots;		/* a power of two */
	uint32_t *slots;		/* index of a record + 1; 0: free */
};

/* record_size: of the struct that begins with a struct tctl_key. */
void tctl_map_init(struct tctl_map *map, size_t record_size);
void tctl_map_release(struct tctl_map *map);

/* NULL: none. */
void *tctl_map_find(const struct tctl_map *map, uint64_t number,
		    const char *text);
/* Found or made; a new one is zeroed. */
void *tctl_map_get(struct tctl_map *map, uint64_t number, const char *text);
/* Frees the record; what it holds is the caller's to free before. */
void tctl_map_remove(struct tctl_map *map, void *record);

/* An array of the records, sorted, to be freed; compare as for qsort(). */
void **tctl_map_sorted(const struct tctl_map *map,
		       int (*compare)(const void *, const void *));

void *tctl_plugin_memory(void *pointer);
char *tctl_plugin_text(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

#endif
