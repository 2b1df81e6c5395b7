/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/top.h: the longest cases seen so far, at most so many.
 */
#ifndef TRACECTL_PLUGIN_TOP_H
#define TRACECTL_PLUGIN_TOP_H

#include <stddef.h>
#include <stdint.h>

#define TCTL_TOP_MAX	1000

/* What a case has in common; reports embed it first. */
struct tctl_case {
	int64_t score;
};

struct tctl_top {
	size_t nr, max;
	struct tctl_case **cases;	/* largest first, owned */
};

/* max: as asked for with --top; 0 (all) stands for TCTL_TOP_MAX. */
void tctl_top_init(struct tctl_top *top, size_t max);
/* NULL: not among the longest. Else zeroed but for its score; among equal ones
   the first stays in front. */
void *tctl_top_add(struct tctl_top *top, int64_t score, size_t size);
void tctl_top_release(struct tctl_top *top);

#endif
