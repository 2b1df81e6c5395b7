/* SPDX-License-Identifier: MIT */
/*
 * arch/call.h: the two calls that a site's cold code makes. A port's header
 * provides always_inline functions:
 *
 * void tctl_call_record(slot, segments, nr_segments)
 *	Calls tctl_object.record; only behind an open gate.
 * size_t tctl_call_length(text, max)
 *	strnlen.
 *
 * A port may preserve more registers than the processor's convention asks for,
 * so that the hot path around a site needs to save none.
 */
#ifndef TRACECTL_ARCH_CALL_H
#define TRACECTL_ARCH_CALL_H

#include <tracectl/object.h>

/* gnu_inline: a static function could not be used in an inline one of C. */
#ifdef __cplusplus
#define TCTL_CAST(type, x)	static_cast<type>(x)
#define TCTL_ALWAYS_INLINE	__attribute__((always_inline)) inline
#else
#define TCTL_CAST(type, x)	((type)(x))
#define TCTL_ALWAYS_INLINE \
	extern __inline__ __attribute__((always_inline, gnu_inline))
#endif

#if defined(__x86_64__) && defined(__LP64__)
#include <tracectl/arch/x86_64/call.h>
#elif defined(__i386__)
#include <tracectl/arch/i386/call.h>
#else
#include <tracectl/arch/generic/call.h>
#endif

#endif
