/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/kernel_state.h: the events that the daemon itself adds to a
 * kernel channel: statedump, memory maps, symbols, profiles. They go into a
 * stream of their own, CHANNEL_state, straight to its file: they take no room
 * in the rings and can't be lost.
 *
 * Main thread; takes the sessions' lock to write.
 */
#ifndef TRACECTLD_KERNEL_STATE_H
#define TRACECTLD_KERNEL_STATE_H

#include <stddef.h>
#include <stdint.h>
#include "tools/kernel/event.h"
#include "tools/tracectld/stream_file.h"
#include "tools/tracectld/trace.h"

struct tctl_kernel_state {
	struct tctl_stream *stream;
	const char *directory;		/* of the trace or a snapshot; borrowed */
	uint32_t serial;		/* 0: "CHANNEL_state", else "-serial" */
	struct tctl_stream_file file;
	char *bytes;			/* records of a packet */
	size_t size;
	uint64_t begin_ns, end_ns, events;
	const struct tctl_kernel_event *event;	/* the last one's, */
	uint32_t id;				/* and its id */
	struct tctl_totals *totals;	/* what was written is added here */
};

void tctl_kernel_state_init(struct tctl_kernel_state *state,
			    struct tctl_stream *stream, const char *directory,
			    struct tctl_totals *totals);
/* What was not written is given up. */
void tctl_kernel_state_release(struct tctl_kernel_state *state);

/* A tctl_kernel_emit_fn; arg is the state. */
int tctl_kernel_state_emit(void *arg, const struct tctl_kernel_event *event,
			   uint64_t time_ns, const void *payload, size_t size);
/* A predecessor was killed while it recorded here: since its last packet
   nothing was. Emits event, a tracectl_gap. */
int tctl_kernel_state_gap(struct tctl_kernel_state *state,
			  const struct tctl_kernel_event *event);
/* Write what waits. 0 or -errno, which the session knows. */
int tctl_kernel_state_flush(struct tctl_kernel_state *state);

#endif
