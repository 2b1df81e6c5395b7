/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/stress/torn.c: reads babeltrace2's text of hammer:hit events and holds
 * each event's sum against its fields, and each thread's counter against its
 * last one: no event is torn, doubled or out of order. Prints the count.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 4096

static uint64_t next[THREADS];	/* by process id and thread, hashed */
static uint64_t keys[THREADS];

static uint64_t *next_of(uint64_t key)
{
	unsigned int i = (unsigned int)((key * 0x9e3779b97f4a7c15ull) >> 52);

	while (keys[i] && keys[i] != key)
		i = (i + 1) % THREADS;
	keys[i] = key;
	return &next[i];
}

static uint64_t number(const char *line, const char *name)
{
	const char *at = strstr(line, name);

	return at ? strtoull(at + strlen(name), NULL, 10) : UINT64_MAX;
}

int main(void)
{
	static char line[4096];
	uint64_t events = 0, torn = 0, disorder = 0;

	while (fgets(line, sizeof(line), stdin)) {
		const char *fields = strstr(line, "hammer:hit: ");
		uint64_t vtid, thread, n, sum, *expected;

		if (!fields)
			continue;
		vtid = number(fields, " vtid = ");
		thread = number(fields, " thread = ");
		n = number(fields, " n = ");
		sum = number(fields, " sum = ");
		events++;
		if ((thread ^ n ^ 0x5aa5u) != sum)
			torn++;
		expected = next_of(vtid + 1);
		if (n < *expected)
			disorder++;
		*expected = n + 1;
	}
	printf("events %" PRIu64 " torn %" PRIu64 " disorder %" PRIu64 "\n",
	       events, torn, disorder);
	return torn || disorder;
}
