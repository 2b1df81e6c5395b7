// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ctf_packet.c: see ctf_packet.h. Sizes in files are in bits. The content ends
 * with the last record's last byte; the packet is padded to 8 so that the next
 * one's records stay aligned.
 */
#include <endian.h>
#include <string.h>
#include "tools/tracectld/ctf_packet.h"
#include "tools/tracectld/foreign.h"

#define MAGIC		0xC1FC1FC1u
#define INDEX_MAGIC	0xC1F1DCC1u

static uint64_t content_bits(const struct tctl_ctf_packet *packet)
{
	if (!packet->records_size)
		return TCTL_CTF_HEAD_SIZE * 8;
	return (TCTL_CTF_RECORDS_AT + packet->records_size) * 8;
}

uint64_t tctl_ctf_packet_size(const struct tctl_ctf_packet *packet)
{
	return (TCTL_CTF_RECORDS_AT + packet->records_size + 7) & ~7ull;
}

/* What put32() and put64() put below, and the trace's uuid. */
#define HEAD_LAYOUT	"4" "1111111111111111" "48" "888888" "4"

static void *put32(void *at, uint32_t value)
{
	memcpy(at, &value, sizeof(value));
	return (char *)at + sizeof(value);
}

static void *put64(void *at, uint64_t value)
{
	memcpy(at, &value, sizeof(value));
	return (char *)at + sizeof(value);
}

void tctl_ctf_packet_head(const struct tctl_ctf_packet *packet, void *bytes)
{
	void *at = put32(bytes, MAGIC);

	memcpy(at, packet->uuid, 16);
	at = put32((char *)at + 16, packet->stream_id);
	at = put64(at, packet->instance_id);
	at = put64(at, packet->begin_ns);
	at = put64(at, packet->end_ns);
	at = put64(at, content_bits(packet));
	at = put64(at, tctl_ctf_packet_size(packet) * 8);
	at = put64(at, packet->sequence);
	at = put64(at, packet->discarded);
	at = put32(at, packet->cpu);
	if (packet->foreign)
		tctl_foreign_turn(bytes, HEAD_LAYOUT);
	memset(at, 0, TCTL_CTF_RECORDS_AT - TCTL_CTF_HEAD_SIZE);
}

void tctl_ctf_index_head(void *bytes)
{
	void *at = put32(bytes, htobe32(INDEX_MAGIC));

	at = put32(at, htobe32(1));
	at = put32(at, htobe32(1));
	put32(at, htobe32(TCTL_CTF_INDEX_ENTRY));
}

void tctl_ctf_index_entry(const struct tctl_ctf_packet *packet,
			  uint64_t offset, void *bytes)
{
	void *at = put64(bytes, htobe64(offset));

	at = put64(at, htobe64(tctl_ctf_packet_size(packet) * 8));
	at = put64(at, htobe64(content_bits(packet)));
	at = put64(at, htobe64(packet->begin_ns));
	at = put64(at, htobe64(packet->end_ns));
	at = put64(at, htobe64(packet->discarded));
	at = put64(at, htobe64(packet->stream_id));
	at = put64(at, htobe64(packet->instance_id));
	put64(at, htobe64(packet->sequence));
}

void tctl_ctf_index_parse(const void *bytes, struct tctl_ctf_index *ret_index)
{
	uint64_t words[TCTL_CTF_INDEX_ENTRY / 8];

	memcpy(words, bytes, sizeof(words));
	ret_index->offset = be64toh(words[0]);
	ret_index->packet_size = be64toh(words[1]) / 8;
	ret_index->end_ns = be64toh(words[4]);
	ret_index->discarded = be64toh(words[5]);
}
