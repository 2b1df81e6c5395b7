/* SPDX-License-Identifier: MIT */
/*
 * lttng/tracef.h, of tracectl: free text as event lttng_ust_tracef:event.
 *
 * The text is formatted on the stack, at most 1023 bytes, while it is recorded.
 */
#ifndef TRACECTL_LTTNG_TRACEF_H
#define TRACECTL_LTTNG_TRACEF_H

#include <errno.h>
#include "tracepoint.h"

#pragma GCC system_header

LTTNG_UST_TRACEPOINT_EVENT(lttng_ust_tracef, event,
	LTTNG_UST_TP_ARGS(const char *, msg, unsigned int, len),
	LTTNG_UST_TP_FIELDS(
		lttng_ust_field_sequence_text(char, msg, msg, unsigned int, len)
	)
)
LTTNG_UST_TRACEPOINT_LOGLEVEL(lttng_ust_tracef, event,
			      LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG)

#define TCTL_LTTNG_TEXT_SIZE	1024

/* Returns the length of what is in text. errno stays. */
static inline unsigned int tctl_lttng_format(char *text, const char *format,
					     va_list args)
{
	const int saved_errno = errno;
	int length = vsnprintf(text, TCTL_LTTNG_TEXT_SIZE, format, args);

	errno = saved_errno;
	if (length < 0)
		return 0;
	return length < TCTL_LTTNG_TEXT_SIZE ? (unsigned int)length :
					       TCTL_LTTNG_TEXT_SIZE - 1;
}

/* Out of line, so that only an open site needs the stack. */
__attribute__((format(printf, 1, 0), noinline, cold, unused))
static void tctl_lttng_vtracef(const char *format, va_list args)
{
	char text[TCTL_LTTNG_TEXT_SIZE];
	unsigned int length = tctl_lttng_format(text, format, args);

	lttng_ust_do_tracepoint(lttng_ust_tracef, event, text, length);
}

__attribute__((format(printf, 1, 2), noinline, cold, unused))
static void tctl_lttng_tracef(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	tctl_lttng_vtracef(format, args);
	va_end(args);
}

#define lttng_ust_tracef(...) \
	do { \
		if (__builtin_expect(lttng_ust_tracepoint_enabled( \
					     lttng_ust_tracef, event), 0)) \
			tctl_lttng_tracef(__VA_ARGS__); \
	} while (0)
#define lttng_ust_vtracef(format, args) \
	do { \
		if (__builtin_expect(lttng_ust_tracepoint_enabled( \
					     lttng_ust_tracef, event), 0)) \
			tctl_lttng_vtracef(format, args); \
	} while (0)

#if LTTNG_UST_COMPAT_API(0)
#undef tracef
#define tracef	lttng_ust_tracef
#define vtracef	lttng_ust_vtracef
#endif

#endif
