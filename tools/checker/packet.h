/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/checker/packet.h: what a packet says about itself, and the index entry
 * that repeats it.
 */
#ifndef CHECKER_PACKET_H
#define CHECKER_PACKET_H

#include <tools/checker/plan.h>

struct tctl_packet {
	uint64_t number, offset;	/* in the file; bytes */
	uint64_t size, content;		/* bits */
	uint64_t role[TCTL_NR_ROLES];	/* as decoded */
	uint64_t has;			/* which of them, a bit each */
};

static inline bool tctl_packet_has(const struct tctl_packet *packet,
				   enum tctl_role role)
{
	return packet->has >> role & 1;
}

struct tctl_index {
	struct tctl_findings *findings;
	char *path;
	int fd;			/* -1: there is none */
	bool sound;		/* its header makes sense */
	uint32_t entry_length;
	uint64_t entries;
	uint64_t base, len;	/* entries in memory */
	uint8_t *bytes;
};

/* index/FILE.idx below the trace: opened when it is there. */
void tctl_index_open(struct tctl_index *index, const struct tctl_trace *trace,
		     int dir_fd, const char *file);
void tctl_index_check(struct tctl_index *index,
		      const struct tctl_packet *packet);
/* complete: the stream was read to its end and had that many packets. */
void tctl_index_close(struct tctl_index *index, bool complete,
		      uint64_t packets);

#endif
