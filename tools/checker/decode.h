/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/checker/decode.h: walks the bits of a packet along a plan's nodes.
 */
#ifndef CHECKER_DECODE_H
#define CHECKER_DECODE_H

#include <tools/checker/plan.h>
#include <tools/checker/window.h>

struct tctl_decoder {
	struct tctl_window *window;
	uint64_t packet;	/* offset of the packet in the file, bytes */
	uint64_t at, end;	/* bits from the start of the packet */
	uint64_t *slots;
	uint64_t role[TCTL_NR_ROLES];
	uint64_t has;		/* roles that were decoded, a bit each */
	uint32_t time_size;	/* bits of the last TCTL_ROLE_TIME */
	uint64_t uuid_at;	/* byte of the packet; UINT64_MAX: none */
	uint64_t work;		/* fields left for this event */

	/* The first value without a label since it was reset. */
	struct tctl_node *unlabelled;
	uint64_t unlabelled_value;

	/* What failed, when decoding did. */
	enum tctl_rule rule;
	const struct tctl_node *failed;
	uint64_t failed_at;	/* bits */
	uint64_t failed_value;	/* of a length or tag */
};

/* Returns 0, or -1 with rule and failed filled. */
int tctl_decode(struct tctl_decoder *decoder, struct tctl_node *node);

static inline bool tctl_decoder_has(const struct tctl_decoder *decoder,
				    enum tctl_role role)
{
	return decoder->has >> role & 1;
}

#endif
