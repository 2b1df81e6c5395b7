/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/map.c: open addressing with linear probing over an array of
 * records.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/map.h"

#define FIRST_SLOTS	16

void *tctl_plugin_memory(void *pointer)
{
	if (pointer)
		return pointer;
	fputs("tracectl: cannot go on: out of memory\n", stderr);
	exit(1);
}

char *tctl_plugin_text(const char *format, ...)
{
	va_list args;
	char *text;
	int length;

	va_start(args, format);
	length = vasprintf(&text, format, args);
	va_end(args);
	return tctl_plugin_memory(length < 0 ? NULL : text);
}

static size_t map_hash(uint64_t number, const char *text)
{
	uint64_t hash = number * 0x9E3779B97F4A7C15u;

	for (; text && *text; text++)
		hash = (hash ^ (uint8_t)*text) * 0x100000001B3u;
	return hash ^ hash >> 29;
}

static int key_is(const struct tctl_key *key, uint64_t number, const char *text)
{
	if (key->number != number || !key->text != !text)
		return 0;
	return !text || !strcmp(key->text, text);
}

/* The slot that holds the key, or the free one where it belongs. */
static size_t map_slot(const struct tctl_map *map, uint64_t number,
		       const char *text)
{
	size_t slot = map_hash(number, text) & (map->nr_slots - 1);

	while (map->slots[slot] &&
	       !key_is(map->records[map->slots[slot] - 1], number, text))
		slot = (slot + 1) & (map->nr_slots - 1);
	return slot;
}

static void map_index(struct tctl_map *map)
{
	struct tctl_key *key;
	size_t i;

	free(map->slots);
	map->slots = tctl_plugin_memory(calloc(map->nr_slots,
					       sizeof(*map->slots)));
	for (i = 0; i < map->nr; i++) {
		key = map->records[i];
		map->slots[map_slot(map, key->number, key->text)] = i + 1;
	}
}

void tctl_map_init(struct tctl_map *map, size_t record_size)
{
	memset(map, 0, sizeof(*map));
	map->record_size = record_size;
}

void tctl_map_release(struct tctl_map *map)
{
	size_t i;

	for (i = 0; i < map->nr; i++) {
		free(map->records[i]->text);
		free(map->records[i]);
	}
	free(map->records);
	free(map->slots);
	tctl_map_init(map, map->record_size);
}

void *tctl_map_find(const struct tctl_map *map, uint64_t number,
		    const char *text)
{
	uint32_t found;

	if (!map->nr)
		return NULL;
	found = map->slots[map_slot(map, number, text)];
	return found ? map->records[found - 1] : NULL;
}

static void map_grow(struct tctl_map *map)
{
	map->nr_slots = map->nr_slots ? 2 * map->nr_slots : FIRST_SLOTS;
	map->records = tctl_plugin_memory(reallocarray(map->records,
			map->nr_slots / 2, sizeof(*map->records)));
	map_index(map);
}

void *tctl_map_get(struct tctl_map *map, uint64_t number, const char *text)
{
	struct tctl_key *key = tctl_map_find(map, number, text);

	if (key)
		return key;
	if (map->nr == map->nr_slots / 2)
		map_grow(map);
	key = tctl_plugin_memory(calloc(1, map->record_size));
	key->number = number;
	key->text = text ? tctl_plugin_memory(strdup(text)) : NULL;
	key->index = map->nr;
	map->records[map->nr++] = key;
	map->slots[map_slot(map, number, text)] = map->nr;
	return key;
}

/* Frees a slot; those behind it that were pushed on move up. */
static void map_slot_free(struct tctl_map *map, size_t slot)
{
	size_t mask = map->nr_slots - 1, next = slot, home;
	struct tctl_key *key;

	for (;;) {
		next = (next + 1) & mask;
		if (!map->slots[next])
			break;
		key = map->records[map->slots[next] - 1];
		home = map_hash(key->number, key->text) & mask;
		if (((next - home) & mask) < ((next - slot) & mask))
			continue;
		map->slots[slot] = map->slots[next];
		slot = next;
	}
	map->slots[slot] = 0;
}

void tctl_map_remove(struct tctl_map *map, void *record)
{
	struct tctl_key *key = record, *last;

	map_slot_free(map, map_slot(map, key->number, key->text));
	last = map->records[map->nr - 1];
	if (last != key) {
		/* the last record takes this one's place in the array */
		map->slots[map_slot(map, last->number, last->text)] =
			key->index + 1;
		map->records[key->index] = last;
		last->index = key->index;
	}
	map->nr--;
	free(key->text);
	free(key);
}

void **tctl_map_sorted(const struct tctl_map *map,
		       int (*compare)(const void *, const void *))
{
	void **sorted = tctl_plugin_memory(calloc(map->nr + 1,
						  sizeof(*sorted)));

	if (map->nr) {
		memcpy(sorted, map->records, map->nr * sizeof(*sorted));
		qsort(sorted, map->nr, sizeof(*sorted), compare);
	}
	return sorted;
}
