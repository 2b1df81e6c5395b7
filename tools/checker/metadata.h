/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tools/checker/metadata.h: from the metadata file to its TSDL text. */
#ifndef CHECKER_METADATA_H
#define CHECKER_METADATA_H

#include <stddef.h>
#include <tools/checker/trace.h>

/*
 * Read trace->metadata: plain, or packetised (then trace->packetised and
 * packet_uuid are set). *ret_text is malloc'ed, *ret_len its bytes. Returns 0,
 * or -1 when no text could be had; findings say why.
 */
int tctl_metadata_read(struct tctl_trace *trace, char **ret_text,
		       size_t *ret_len);

#endif
