/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/nearest.c: see nearest.h.
 */
#include <stdlib.h>
#include <string.h>
#include "tools/lib/glob.h"
#include "tools/tracectl/message.h"
#include "tools/tracectl/nearest.h"

#define NEAREST_SHOWN	8	/* names */

struct nearest_name {
	const char *text;
	unsigned int distance;
};

static unsigned int nearest_distance(json_t *patterns, const char *name)
{
	unsigned int best = ~0u, distance;
	json_t *pattern;
	size_t i;

	json_array_foreach(patterns, i, pattern) {
		distance = tctl_glob_distance(json_string_value(pattern), name);
		if (distance < best)
			best = distance;
	}
	return best;
}

static int nearest_compare(const void *a, const void *b)
{
	const struct nearest_name *x = a, *y = b;

	if (x->distance != y->distance)
		return x->distance < y->distance ? -1 : 1;
	return strcmp(x->text, y->text);
}

static char *nearest_join(const struct nearest_name *sorted, size_t nr)
{
	char *joined = tctl_memory(strdup("")), *longer;
	size_t i;

	for (i = 0; i < nr && i <= NEAREST_SHOWN; i++) {
		longer = tctl_text("%s%s%s", joined, i ? ", " : "",
				   i < NEAREST_SHOWN ? sorted[i].text : "...");
		free(joined);
		joined = longer;
	}
	return joined;
}

char *tctl_nearest_names(json_t *patterns, json_t *names)
{
	size_t nr = json_array_size(names), i;
	struct nearest_name *sorted = tctl_memory(calloc(nr + 1,
							 sizeof(*sorted)));
	json_t *name;
	char *joined;

	json_array_foreach(names, i, name) {
		sorted[i].text = json_string_value(name);
		sorted[i].distance = nearest_distance(patterns, sorted[i].text);
	}
	qsort(sorted, nr, sizeof(*sorted), nearest_compare);
	joined = nearest_join(sorted, nr);
	free(sorted);
	return joined;
}
