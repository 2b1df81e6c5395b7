/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/ctf_metadata.h: what a trace contains, in TSDL (CTF 1.8).
 * Text is appended piece by piece: preamble, then a block per stream class,
 * then a block per event, whose stream class came before. Pure functions.
 */
#ifndef TRACECTLD_CTF_METADATA_H
#define TRACECTLD_CTF_METADATA_H

#include <stdint.h>
#include <stdio.h>
#include "tools/lib/event_text.h"

struct tctl_ctf_trace {
	const uint8_t *uuid;		/* 16 bytes */
	int kernel;			/* the kernel's own events */
	int own_name;			/* don't pass for LTTng, by whose name
					   viewers choose what they show */
	uint32_t uid;
	uint32_t word_size;
	int foreign;			/* of the other byte order */
	const char *name;		/* of the session */
	const char *created;		/* ISO 8601 */
	const char *hostname;
	const char *boot_id;		/* the clock's uuid, as text */
	uint64_t clock_offset_ns;
};

void tctl_ctf_preamble(FILE *out, const struct tctl_ctf_trace *trace);

/* contexts: TCTL_CONTEXT_*, as the channel's records carry them; the kernel's
   are called pid and tid, applications' vpid and vtid. */
void tctl_ctf_stream(FILE *out, uint32_t stream_id, uint32_t contexts,
		     int kernel);

/* The kernel's events have neither provider nor level. */
void tctl_ctf_event(FILE *out, uint32_t stream_id, uint32_t id,
		    unsigned int level, const struct tctl_event_text *decl,
		    int kernel);

/* "le" or "be": this machine's byte order, or the other one. */
const char *tctl_ctf_byte_order(int foreign);

/* 16 bytes as 8-4-4-4-12 hexadecimal text; text has room for 37. */
void tctl_ctf_uuid_print(const uint8_t *uuid, char *text);

#endif
