/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/foreign.h: applications of the other byte order (in an
 * emulator, for one). They write their messages and regions in their own order
 * and get them in it; everything of theirs is turned here, before it is
 * checked and after it was made. Pure functions.
 */
#ifndef TRACECTLD_FOREIGN_H
#define TRACECTLD_FOREIGN_H

#include <stddef.h>
#include <stdint.h>
#include <tracectl/abi/ring.h>

/*
 * A layout tells the sizes of a structure's numbers one after the other, '2',
 * '4' or '8' each; structures of abi/ have no gaps.
 */
#define TCTL_LAYOUT_CLOCK_SLOT	"8888"
#define TCTL_LAYOUT_CLOCK	"4444" TCTL_LAYOUT_CLOCK_SLOT TCTL_LAYOUT_CLOCK_SLOT
#define TCTL_LAYOUT_REGION	"844" "8444444" "88888" "4444" "888" \
				TCTL_LAYOUT_CLOCK
#define TCTL_LAYOUT_LOSS	"88888888"
#define TCTL_LAYOUT_CONSUMER	"88888888"
#define TCTL_LAYOUT_RING	"888888" "448"
#define TCTL_LAYOUT_SUBBUF	"88888888"
#define TCTL_LAYOUT_WORD	"8"
#define TCTL_LAYOUT_MESSAGE	"422"

/* Turn the numbers of a structure. */
void tctl_foreign_turn(void *bytes, const char *layout);

/* A record's header as this machine would have written it. */
static inline uint64_t tctl_foreign_header(uint64_t header)
{
	header = __builtin_bswap64(header);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	return TCTL_RECORD_HEADER(TCTL_RECORD_ID_LE(header),
				  TCTL_RECORD_NS_LE(header));
#else
	return TCTL_RECORD_HEADER(TCTL_RECORD_ID_BE(header),
				  TCTL_RECORD_NS_BE(header));
#endif
}

/*
 * Turn a message of size bytes that came from an application, or goes to one.
 * What its numbers say about its size is not believed: nothing behind size is
 * touched, and what there is no room for stays as it is.
 */
void tctl_foreign_message_in(void *message, size_t size);
void tctl_foreign_message_out(void *message, size_t size);

#endif
