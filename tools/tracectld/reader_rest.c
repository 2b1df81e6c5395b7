/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/reader_rest.c: finished records among unfinished ones.
 *
 * A hole that is not marked holds bytes of an earlier lap, whose records would
 * be older than what was found before; so a record counts as finished when its
 * time is not older, its id is known and it ends in the sub-buffer.
 */
#include <string.h>
#include "libtrace/region.h"
#include "tools/tracectld/foreign.h"
#include "tools/tracectld/reader_rest.h"

/* The last time not after base with the low 48 bits of the stamp. */
static uint64_t ns_before(uint64_t base, uint64_t header)
{
	return base - ((base - TCTL_RECORD_NS(header)) & TCTL_READER_NS_MASK);
}

static uint64_t rest_header(const struct tctl_reader_rest *rest, uint64_t pos)
{
	uint64_t header;

	memcpy(&header, rest->bytes + (pos - rest->start), sizeof(header));
	return rest->reader->foreign ? tctl_foreign_header(header) : header;
}

/* End of the finished record at pos that is not older than ns; 0: there is
   none. */
static uint64_t rest_record(const struct tctl_reader_rest *rest, uint64_t pos,
			    uint64_t *ns)
{
	uint64_t header = rest_header(rest, pos);
	uint64_t room = rest->end - pos - sizeof(header);
	uint64_t record_ns = ns_before(rest->last_ns, header);
	uint32_t size;

	if (TCTL_RECORD_ID(header) > TCTL_ID_MAX || record_ns < *ns)
		return 0;
	size = rest->reader->record_size(
		rest->reader->record_arg, TCTL_RECORD_ID(header),
		rest->bytes + (pos - rest->start) + sizeof(header),
		(uint32_t)room);
	if (size > room)
		return 0;
	*ns = record_ns;
	return pos + sizeof(header) + size;
}

/* Where the hole at pos ends, or 0: nothing behind it. */
static uint64_t rest_hole(const struct tctl_reader_rest *rest, uint64_t pos,
			  uint64_t ns)
{
	uint32_t max = tctl_region_max_record(rest->reader->region.subbuf_size);
	uint64_t header = rest_header(rest, pos);
	uint64_t length = TCTL_RECORD_NS(header), next, limit = rest->end - 8;

	if (TCTL_RECORD_ID(header) == TCTL_ID_UNFINISHED && length >= 8 &&
	    length <= max && length <= rest->end - pos)
		return tctl_reader_align8(pos + length);
	if (limit > pos + max)
		limit = pos + max;
	for (next = pos + 8; next <= limit; next += 8) {
		uint64_t next_ns = ns;

		if (rest_record(rest, next, &next_ns))
			return next;
	}
	return 0;
}

uint64_t tctl_reader_rest_run(const struct tctl_reader_rest *rest, uint64_t ns,
			      struct tctl_reader_run *run)
{
	uint64_t pos = rest->start, holes = 0, next;

	memset(run, 0, sizeof(*run));
	while (pos + sizeof(uint64_t) <= rest->end) {
		next = rest_record(rest, pos, &ns);
		if (!next && run->end)
			break;
		if (!next) {
			next = rest_hole(rest, pos, ns);
			if (!next)
				return holes + rest->end_known;
			holes++;
			pos = next;
			continue;
		}
		if (!run->end) {
			run->begin = pos;
			run->begin_ns = ns;
		}
		run->end = next;
		run->end_ns = ns;
		pos = tctl_reader_align8(next);
	}
	return holes;
}
