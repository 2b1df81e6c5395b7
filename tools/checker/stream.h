/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/checker/stream.h: one stream file: its packets (stream.c), the events
 * in them (event.c), its index (index.c).
 */
#ifndef CHECKER_STREAM_H
#define CHECKER_STREAM_H

#include <tools/checker/decode.h>
#include <tools/checker/packet.h>

struct tctl_stream_file {
	struct tctl_trace *trace;
	struct tctl_stream *stream;	/* of the first packet */
	struct tctl_stream_sum *sum;
	struct tctl_where where;
	struct tctl_window window;
	struct tctl_decoder decoder;
	struct tctl_index index;
	struct tctl_packet packet;	/* the current one */
	struct tctl_packet before;	/* the one before; number from 0 */
	bool first;			/* there is none before */
	bool complete;			/* read up to the end of the file */

	/* events of the current packet */
	uint64_t events;
	uint64_t time;			/* of the last one, at least */
	uint64_t last_event;		/* time of the last event */
	bool timed;			/* there was one with a time */
	bool zeros_tried;
};

/* Check the file called name in the trace's directory; add a sum. Returns 0, or
   -1 without memory. */
int tctl_stream_check(struct tctl_trace *trace, int dir_fd, const char *name);

/* event.c: the events of the current packet, up to decoder.end. */
void tctl_events_check(struct tctl_stream_file *file);

/* Report in the current packet, at a bit of it (UINT64_MAX: none). */
__attribute__((format(printf, 4, 5)))
void tctl_stream_broken(struct tctl_stream_file *file, enum tctl_rule rule,
			uint64_t bit, const char *format, ...);

/* Report what made tctl_decode() fail; rule: decoder.rule or a closer one. */
void tctl_stream_undecoded(struct tctl_stream_file *file, enum tctl_rule rule);

#endif
