/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/progress.h: one line on the terminal, renewed each second,
 * with what is being recorded.
 */
#ifndef TRACECTL_PROGRESS_H
#define TRACECTL_PROGRESS_H

#include <jansson.h>
#include <stdint.h>

struct tctl_progress {
	int shown;		/* 0: stderr is no terminal, or --quiet */
	int dirty;		/* a line stands there */
	uint64_t events;	/* at the last renewal */
	uint64_t time_ns;
};

void tctl_progress_init(struct tctl_progress *progress);
void tctl_progress_update(struct tctl_progress *progress, json_t *totals);
/* Wipes the line, so that others can write. */
void tctl_progress_clear(struct tctl_progress *progress);

#endif
