/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/top.c: a short sorted array.
 */
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/map.h"
#include "tools/plugin/top.h"

void tctl_top_init(struct tctl_top *top, size_t max)
{
	top->nr = 0;
	top->max = max && max < TCTL_TOP_MAX ? max : TCTL_TOP_MAX;
	top->cases = tctl_plugin_memory(calloc(top->max + 1,
					       sizeof(*top->cases)));
}

void *tctl_top_add(struct tctl_top *top, int64_t score, size_t size)
{
	struct tctl_case *made;
	size_t at;

	if (top->nr == top->max && top->cases[top->nr - 1]->score >= score)
		return NULL;
	made = tctl_plugin_memory(calloc(1, size));
	made->score = score;
	if (top->nr == top->max)
		free(top->cases[--top->nr]);
	for (at = top->nr++; at && top->cases[at - 1]->score < score; at--)
		top->cases[at] = top->cases[at - 1];
	top->cases[at] = made;
	return made;
}

void tctl_top_release(struct tctl_top *top)
{
	size_t i;

	for (i = 0; i < top->nr; i++)
		free(top->cases[i]);
	free(top->cases);
	memset(top, 0, sizeof(*top));
}
