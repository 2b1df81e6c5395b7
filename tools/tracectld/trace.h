/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/trace.h: a CTF trace of a session: one per user, word size and
 * byte order of the applications and one for the kernel, each in its own
 * folder, with one stream class per channel.
 *
 * Locking: see session.h. What a trace declares only grows.
 */
#ifndef TRACECTLD_TRACE_H
#define TRACECTLD_TRACE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/queue.h>
#include "tools/tracectld/event_class.h"
#include "tools/tracectld/session.h"

struct tctl_stream {
	TAILQ_ENTRY(tctl_stream) link;
	struct tctl_trace *trace;
	struct tctl_channel *channel;
	uint32_t id;
	int resumed;			/* a predecessor began it */
	struct tctl_event_table events;
	TAILQ_HEAD(, tctl_region_file) regions;
	struct tctl_totals closed;	/* of regions that are gone */
};

/* What the applications of a trace have in common. */
struct tctl_writers {
	int kernel;			/* uid 0, 64 bits */
	uint32_t uid;
	uint32_t word_size;
	int foreign;			/* of the other byte order */
};

struct tctl_trace {
	TAILQ_ENTRY(tctl_trace) link;
	struct tctl_session *session;
	struct tctl_writers writers;
	uint8_t uuid[16];
	char *path;			/* of its folder */
	TAILQ_HEAD(, tctl_stream) streams;
	uint32_t nr_streams;
	int metadata_fd;		/* -1: not open yet */
	char *metadata;			/* all of it */
	size_t metadata_size;
	size_t metadata_written;	/* bytes in the file */
};

/* Find or make; takes the lock. The folders are made on disk. -errno. */
int tctl_trace_get(struct tctl_session *session,
		   const struct tctl_writers *writers,
		   struct tctl_trace **ret_trace);
int tctl_trace_get_kernel(struct tctl_session *session,
			  struct tctl_trace **ret_trace);
int tctl_stream_get(struct tctl_trace *trace, struct tctl_channel *channel,
		    struct tctl_stream **ret_stream);

/* The id of an event in the stream, declared when it is new; takes the lock. As
   tctl_event_table_get(), but 0 also when it was added. */
int tctl_stream_event(struct tctl_stream *stream, const char *text,
		      size_t text_size, const uint64_t *kinds,
		      unsigned int nr_fields, unsigned int level,
		      uint32_t *ret_id);

/* For the state file's reader: without folders, nothing declared. */
struct tctl_trace *tctl_trace_new(struct tctl_session *session,
				  const struct tctl_writers *writers,
				  const uint8_t *uuid);
struct tctl_stream *tctl_stream_new(struct tctl_trace *trace,
				    struct tctl_channel *channel, uint32_t id);
void tctl_trace_free(struct tctl_trace *trace);

/* Make metadata anew from what the trace declares; the file is written over.
   The lock is held. */
int tctl_trace_redeclare(struct tctl_trace *trace);

/*
 * Bring metadata to disk: before each packet. Costs nothing when it is there
 * already. The lock is held. -errno (also noted in the session).
 */
int tctl_trace_write_metadata(struct tctl_trace *trace);

/* Make directory, its index/, and all of what's above it. */
int tctl_trace_make_folders(const char *directory);
/* Write the trace's metadata into another directory (snapshots). */
int tctl_trace_copy_metadata(struct tctl_trace *trace, const char *directory);
/* The trace's folder below a directory: "DIR/ust/uid/UID/64-bit", of foreign
   writers with their byte order, "64-bit-be"; or "DIR/kernel". */
int tctl_trace_folder(const struct tctl_trace *trace, const char *directory,
		      char *path, size_t size);

#endif
