/* SPDX-License-Identifier: MIT */
/*
 * arch/generic/call.h: calls out of cold code as ordinary calls: the function
 * around a dormant gate saves registers as for any call.
 */
#ifndef TRACECTL_ARCH_GENERIC_CALL_H
#define TRACECTL_ARCH_GENERIC_CALL_H

#include <tracectl/object.h>

TCTL_ALWAYS_INLINE void tctl_call_record(struct tctl_event_slot *slot,
					 const struct tctl_segment *segments,
					 unsigned int nr_segments)
{
	tctl_object.record(slot, segments, nr_segments);
}

/* memchr looks at no byte behind the NUL. */
TCTL_ALWAYS_INLINE size_t tctl_call_length(const char *text, size_t max)
{
	const void *end = __builtin_memchr(text, 0, max);

	return end ? TCTL_CAST(size_t, TCTL_CAST(const char *, end) - text) :
		     max;
}

#endif
