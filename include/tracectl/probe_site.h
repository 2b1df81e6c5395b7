/* SPDX-License-Identifier: MIT */
/*
 * tracectl/probe_site.h: one site of a probe: the gate, and behind it the cold
 * code that serialises the fields and hands them to the library. Only for the
 * macros of <tracectl/probe.h> and <tracectl/mark.h>.
 */
#ifndef TRACECTL_PROBE_SITE_H
#define TRACECTL_PROBE_SITE_H

#include <tracectl/arch/immediate.h>
#include <tracectl/field_build.h>
#include <tracectl/field_list.h>
#include <tracectl/object.h>

/* Second line of an event text. */
#define TCTL_HERE	"\n" __FILE__ ":" TCTL_STRING(__LINE__)

/*
 * TCTL_IS_OPEN(text): an expression, false while the gate is dormant. The gate
 * is in a function scope of its own: clang before 17 refuses two in a function
 * with a destructor, a cleanup variable or a statement expression between them.
 * In C without optimisation a parameter is no constant for the asm statement;
 * there the gate is in place and sets a variable instead of jumping away.
 */
#if defined(__cplusplus)
#define TCTL_IS_OPEN(text) \
	([]() __attribute__((always_inline)) -> bool { \
		TCTL_GATE(text, tctl_open); \
		return false; \
	tctl_open: \
		return true; \
	}())
#elif defined(__OPTIMIZE__) && defined(TCTL_TEXT_IN_PLACE)
#define TCTL_IS_OPEN(text) \
	(__extension__ ({ \
		__label__ tctl_open; \
		_Bool tctl_is_open = 0; \
		TCTL_GATE(text, tctl_open); \
		if (0) { \
		tctl_open: \
			tctl_is_open = 1; \
		} \
		tctl_is_open; \
	}))
#elif defined(__OPTIMIZE__)
TCTL_ALWAYS_INLINE _Bool tctl_gate_is_open(const char *text)
{
	TCTL_GATE(text, tctl_open);
	return 0;
tctl_open:
	return 1;
}
#define TCTL_IS_OPEN(text)	tctl_gate_is_open(text)
#else
#define TCTL_IS_OPEN(text) \
	(__extension__ ({ \
		unsigned int tctl_is_open; \
		TCTL_GATE_READ(tctl_is_open, text); \
		tctl_is_open; \
	}))
#endif

#ifdef __cplusplus
#define TCTL_ASSERT	static_assert
#define TCTL_RECORD(n, put) \
	tctl_call_record(tctl_slot, TCTL_SEGMENTS_OF(n), \
			   ::tctl::fields(tctl_bytes, tctl_segments) \
				put .end());
#define TCTL_SERIALISE(n, check, put, slot) \
	check slot TCTL_RECORD(n, put)
#else
#define TCTL_ASSERT	__extension__ _Static_assert
#define TCTL_SERIALISE(n, check, put, slot) \
	struct tctl_build tctl_build = { \
		tctl_bytes, tctl_bytes, tctl_segments \
	}; \
	check put slot \
	tctl_build_flush(&tctl_build); \
	tctl_call_record(tctl_slot, TCTL_SEGMENTS_OF(n), \
			   (unsigned int)(tctl_build.segment - \
					  tctl_segments));
#endif

/* Without fields nothing is ever stored there, and gcc would say so. */
#define TCTL_SEGMENTS_OF(n) \
	((n) ? tctl_segments : TCTL_CAST(const struct tctl_segment *, 0))

/* n fields need at most n segments, and 8 bytes each of what is copied. */
#define TCTL_COLD(n, level, check, put, slot) \
	unsigned char tctl_bytes[8 * (n) + 8]; \
	struct tctl_segment tctl_segments[(n) + 1]; \
	struct tctl_event_slot *tctl_slot; \
	TCTL_ASSERT((n) <= TCTL_MAX_PROBE_FIELDS, \
		    "tracectl: a probe has at most 40 fields"); \
	TCTL_ASSERT((level) >= 0 && (level) <= 14, \
		    "tracectl: levels are TRACECTL_EMERG .. TRACECTL_DEBUG"); \
	TCTL_SERIALISE(n, check, put, slot)

/* check, put: statements (C++: put is a chain of calls); then level, words. */
#define TCTL_SITE(n, text, check, put, level, ...) \
	do { \
		if (__builtin_expect(TCTL_IS_OPEN(text), 0)) { \
			TCTL_COLD(n, level, check, put, \
				  TCTL_EVENT_SLOT(tctl_slot, text, level, n, \
						  __VA_ARGS__);) \
		} \
	} while (0)

/* text is asm source; operands in parentheses. */
#define TCTL_SITE_LABELLED(n, title, text, operands, check, put, level, ...) \
	do { \
		if (__builtin_expect(TCTL_IS_OPEN(title), 0)) { \
			TCTL_COLD(n, level, check, put, \
				  TCTL_EVENT_SLOT_LABELLED( \
					tctl_slot, text, \
					TCTL_SITE_UNWRAP operands, \
					level, n, __VA_ARGS__);) \
		} \
	} while (0)
#define TCTL_SITE_UNWRAP(...)	__VA_ARGS__

#endif
