/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/region_file.h: a region as the daemon keeps it: the file
 * below regions/, its reader, and the stream files its packets go to. One
 * `whole` region per stream, shared by a user's processes; `counted` regions
 * belong to one process each and go when it is dead or has let go. The region of
 * a kernel channel has no file: its rings are mapped from the kernel.
 *
 * Locking: all functions want the sessions' lock held.
 */
#ifndef TRACECTLD_REGION_FILE_H
#define TRACECTLD_REGION_FILE_H

#include <stdint.h>
#include <sys/queue.h>
#include "tools/tracectld/reader.h"
#include "tools/tracectld/stream_file.h"
#include "tools/tracectld/trace.h"

struct tctl_region_file {
	TAILQ_ENTRY(tctl_region_file) link;
	struct tctl_stream *stream;
	uint32_t serial;		/* its name: regions/SERIAL */
	uint32_t protocol;
	uint32_t owner_pid;		/* counted */
	uint64_t owner_start_ns;	/* tells two processes of a pid apart */
	uint32_t slot;			/* tctl_msg_channel.channel of the owner */
	int dead;			/* the owner is; kept for a snapshot */
	int fd;				/* -1: the kernel's */
	struct tctl_reader reader;
	struct tctl_stream_file *files;	/* nr_cpus */
	uint64_t *extra_lost;		/* nr_cpus: counted here, not by the ring */
	uint64_t no_memory;		/* of the region's loss area, reported */
	uint64_t last_take_ns;		/* when partial sub-buffers were taken */
};

/* How much to take. */
enum tctl_take {
	TCTL_TAKE_READY,	/* finished sub-buffers, and a good part */
	TCTL_TAKE_ALL,		/* all that is published */
	TCTL_TAKE_DEAD,		/* nobody writes any more */
};

#define TCTL_REGION_FILE_SMALL	(1u << 0)	/* for the few threads of a process
						   that don't write whole rings */
#define TCTL_REGION_FILE_NARROW	(1u << 1)	/* TCTL_REGION_NARROW */

/*
 * Make a region: protocol, owner (0: shared), TCTL_REGION_FILE_*. -ENOSPC: no
 * memory in the runtime directory's file system.
 */
int tctl_region_file_new(struct tctl_stream *stream, uint32_t protocol,
			 uint32_t owner_pid, uint64_t owner_start_ns,
			 unsigned int shape,
			 struct tctl_region_file **ret_region);
/* The region of a kernel channel; bytes says where its rings are. bytes->release
   is called when it is freed, not on failure. */
int tctl_region_file_kernel(struct tctl_stream *stream,
			    const struct tctl_region_bytes *bytes,
			    struct tctl_region_file **ret_region);
int tctl_region_file_is_kernel(const struct tctl_region_file *region);
/* Take over a predecessor's. */
int tctl_region_file_resume(struct tctl_stream *stream, uint32_t serial,
			    uint32_t protocol, uint32_t owner_pid,
			    uint64_t owner_start_ns,
			    struct tctl_region_file **ret_region);
/* Close; remove: its counts go to the stream, and its file goes when the state
   file was written next: a successor must find what its state names. */
void tctl_region_file_free(struct tctl_region_file *region, int remove);
/* The state file was written: remove the files that were left for that. */
void tctl_region_files_clear(struct tctl_sessions *all);

/* The shared region of a stream, or NULL. */
struct tctl_region_file *tctl_region_file_shared(struct tctl_stream *stream);
/* The region of a process, or NULL. */
struct tctl_region_file *tctl_region_file_owned(struct tctl_stream *stream,
						uint32_t pid,
						uint64_t start_ns);

/*
 * Write what the rings hold to the stream files. Returns how full the fullest
 * ring was (0..100) or -errno: the data stays in the ring, the session knows.
 */
int tctl_region_file_drain(struct tctl_region_file *region,
			   enum tctl_take take);

/* Write what an overwrite region holds into another folder as files of the same
   names; leaves the region's own position alone. Adds to totals. */
int tctl_region_file_snapshot(struct tctl_region_file *region,
			      const char *directory,
			      struct tctl_totals *totals);

/* Events written and lost so far, the rings' newest loss included. */
void tctl_region_file_totals(struct tctl_region_file *region,
			     struct tctl_totals *totals);
/* Bytes that still wait in the rings. */
uint64_t tctl_region_file_waiting(struct tctl_region_file *region);

int tctl_region_file_overwrites(const struct tctl_region_file *region);

/* What region_drain.c shares with region_file.c: */

/* The file of a CPU's packets: "channel0_3" shared, "channel0_3_1234-7" of
   process 1234, "kernel0_3" of the kernel, "kernel0_3-8" where a daemon began
   anew. */
void tctl_region_file_stream_name(const struct tctl_region_file *region,
				  unsigned int cpu, char *name, size_t size);
/* Open it, unless it is. 0 or -errno. */
int tctl_region_file_open_stream(struct tctl_region_file *region,
				 unsigned int cpu);
/* Losses that no ring counted, as far as they can be read. */
uint64_t tctl_region_file_no_memory(struct tctl_region_file *region);
/* For a reader, where a dead process left unfinished records; arg is the
   stream. */
uint32_t tctl_region_file_record_size(void *arg, uint32_t id, const void *bytes,
				      uint32_t available);

#endif
