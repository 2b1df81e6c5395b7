/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/stream_file.h: a stream file of a trace and its index, as
 * they grow packet by packet. A packet counts as written when its index entry
 * is: whatever lies behind the last entry is cut off by a successor.
 *
 * Caller holds the sessions' lock.
 */
#ifndef TRACECTLD_STREAM_FILE_H
#define TRACECTLD_STREAM_FILE_H

#include <stdint.h>
#include "tools/tracectld/ctf_packet.h"

struct tctl_stream_file {
	int opened;
	int fd, index_fd;
	uint64_t size;		/* bytes of whole packets */
	uint64_t packets;
	uint64_t end_ns;	/* of the last packet */
	uint64_t discarded;	/* as the last packet says */
	uint64_t events;	/* written by this process */
	uint64_t statedump;	/* of them, in which applications describe
				   themselves */
};

/*
 * Open (and make) directory/name and directory/index/name.idx. Keeps the first
 * `packets` packets and cuts off what follows. Returns 0, -errno, or -EBADMSG
 * when the files hold fewer.
 */
int tctl_stream_file_open(struct tctl_stream_file *file, const char *directory,
			  const char *name, uint64_t packets);
void tctl_stream_file_close(struct tctl_stream_file *file);

/*
 * Append a packet: packet->records_size bytes at records; sequence is filled in
 * here. On failure (-errno) the files are as before.
 */
int tctl_stream_file_append(struct tctl_stream_file *file,
			    struct tctl_ctf_packet *packet,
			    const void *records);

#endif
