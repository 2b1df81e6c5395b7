/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/unit/report_map.c: the reports' map against a plain array: numbers and
 * texts as keys, removals in any order.
 */
#include <stdlib.h>
#include <string.h>
#include <tests/lib/tap.h>
#include <tools/plugin/map.h>

#define KEYS	512
#define STEPS	200000

struct record {
	struct tctl_key key;
	int value;
};

static const char *const texts[] = { NULL, "", "a", "b", "longer than that" };

struct expected {
	struct record *record;	/* NULL: not in the map */
	int value;
};

static struct expected expected[KEYS];

static void key_of(int i, uint64_t *ret_number, const char **ret_text)
{
	/* numbers that differ in high bits only, too */
	*ret_number = (uint64_t)(i / 5) << (i % 2 ? 40 : 0);
	*ret_text = texts[i % 5];
}

static int same_key(int a, int b)
{
	uint64_t x, y;
	const char *s, *t;

	key_of(a, &x, &s);
	key_of(b, &y, &t);
	return x == y && s == t;
}

/* Keys may repeat: the first index with a key stands for it. */
static int canonical(int i)
{
	int first;

	for (first = 0; !same_key(first, i); first++)
		;
	return first;
}

static int step(struct tctl_map *map, unsigned int *seed)
{
	int i = canonical(rand_r(seed) % KEYS);
	struct record *record;
	const char *text;
	uint64_t number;

	key_of(i, &number, &text);
	record = tctl_map_find(map, number, text);
	if (record != expected[i].record ||
	    (record && record->value != expected[i].value))
		return -1;
	switch (rand_r(seed) % 3) {
	case 0:
		if (record)
			tctl_map_remove(map, record);
		expected[i].record = NULL;
		return 0;
	default:
		record = tctl_map_get(map, number, text);
		if (expected[i].record && record != expected[i].record)
			return -1;
		if (!expected[i].record && record->value)
			return -1;	/* a new one is zeroed */
		record->value = expected[i].value = rand_r(seed) | 1;
		expected[i].record = record;
		return 0;
	}
}

static size_t expected_count(void)
{
	size_t i, nr = 0;

	for (i = 0; i < KEYS; i++)
		nr += !!expected[i].record;
	return nr;
}

static int compare_values(const void *a, const void *b)
{
	const struct record *x = *(struct record **)a;
	const struct record *y = *(struct record **)b;

	return x->value < y->value ? -1 : x->value > y->value;
}

static int is_sorted(const struct tctl_map *map)
{
	void **sorted = tctl_map_sorted(map, compare_values);
	size_t i;

	for (i = 1; i < map->nr; i++)
		if (compare_values(&sorted[i - 1], &sorted[i]) > 0)
			break;
	free(sorted);
	return i >= map->nr;
}

int main(void)
{
	unsigned int seed = 1;
	struct tctl_map map;
	int i, wrong = 0;

	tctl_map_init(&map, sizeof(struct record));
	tap_ok(!tctl_map_find(&map, 1, NULL), "nothing in an empty map");
	for (i = 0; i < STEPS; i++)
		wrong += step(&map, &seed) != 0;
	tap_ok(!wrong, "%d steps as in an array", STEPS);
	tap_ok(map.nr == expected_count(), "as many records");
	tap_ok(is_sorted(&map), "sorted");
	tctl_map_release(&map);
	tap_ok(!map.nr && !tctl_map_find(&map, 0, "a"), "released, empty");
	return tap_done();
}
