/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/ctf_packet.h: the bytes around the records of a packet: CTF
 * packet header and context, and the packet's entry in the index file. Pure
 * functions, no locks. ctf_metadata.c declares the same in TSDL.
 */
#ifndef TRACECTLD_CTF_PACKET_H
#define TRACECTLD_CTF_PACKET_H

#include <stdint.h>

/* Header and context; the first record follows 8-aligned. */
#define TCTL_CTF_HEAD_SIZE	84u
#define TCTL_CTF_RECORDS_AT	88u

#define TCTL_CTF_INDEX_HEAD	16u
#define TCTL_CTF_INDEX_ENTRY	72u

struct tctl_ctf_packet {
	const uint8_t *uuid;		/* 16 bytes: the trace's */
	uint32_t stream_id;
	uint64_t instance_id;
	uint64_t begin_ns, end_ns;
	uint64_t records_size;		/* bytes; 0: an empty packet */
	uint64_t sequence;
	uint64_t discarded;		/* running total */
	uint32_t cpu;
	int foreign;			/* the trace is of the other byte order */
};

/* Bytes of the whole packet in the file, padding included. */
uint64_t tctl_ctf_packet_size(const struct tctl_ctf_packet *packet);

/* Write the TCTL_CTF_RECORDS_AT bytes in front of the records. */
void tctl_ctf_packet_head(const struct tctl_ctf_packet *packet, void *bytes);

/* Index file: its head and one entry; offset is the packet's in its file. */
void tctl_ctf_index_head(void *bytes);
void tctl_ctf_index_entry(const struct tctl_ctf_packet *packet,
			  uint64_t offset, void *bytes);

/* What a successor needs of an entry on disk. */
struct tctl_ctf_index {
	uint64_t offset, packet_size;	/* bytes */
	uint64_t end_ns, discarded;
};
void tctl_ctf_index_parse(const void *bytes, struct tctl_ctf_index *ret_index);

#endif
