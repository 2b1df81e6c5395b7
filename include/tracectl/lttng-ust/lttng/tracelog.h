/* SPDX-License-Identifier: MIT */
/*
 * lttng/tracelog.h, of tracectl: free text with a level, as event
 * lttng_ust_tracelog:LEVEL. As for the text, see tracef.h.
 */
#ifndef TRACECTL_LTTNG_TRACELOG_H
#define TRACECTL_LTTNG_TRACELOG_H

#include "tracef.h"

#pragma GCC system_header

LTTNG_UST_TRACEPOINT_EVENT_CLASS(lttng_ust_tracelog, tlclass,
	LTTNG_UST_TP_ARGS(const char *, file, int, line, const char *, func,
			  const char *, msg, unsigned int, len),
	LTTNG_UST_TP_FIELDS(
		lttng_ust_field_integer(int, line, line)
		lttng_ust_field_string(file, file)
		lttng_ust_field_string(func, func)
		lttng_ust_field_sequence_text(char, msg, msg, unsigned int, len)
	)
)

#define TCTL_LTTNG_TRACELOG(level) \
	LTTNG_UST_TRACEPOINT_EVENT_INSTANCE(lttng_ust_tracelog, tlclass, \
		lttng_ust_tracelog, level, \
		LTTNG_UST_TP_ARGS(const char *, file, int, line, \
				  const char *, func, const char *, msg, \
				  unsigned int, len)) \
	LTTNG_UST_TRACEPOINT_LOGLEVEL(lttng_ust_tracelog, level, level)
TCTL_LTTNG_TRACELOG(LTTNG_UST_TRACEPOINT_LOGLEVEL_EMERG)
TCTL_LTTNG_TRACELOG(LTTNG_UST_TRACEPOINT_LOGLEVEL_ALERT)
TCTL_LTTNG_TRACELOG(LTTNG_UST_TRACEPOINT_LOGLEVEL_CRIT)
TCTL_LTTNG_TRACELOG(LTTNG_UST_TRACEPOINT_LOGLEVEL_ERR)
TCTL_LTTNG_TRACELOG(LTTNG_UST_TRACEPOINT_LOGLEVEL_WARNING)
TCTL_LTTNG_TRACELOG(LTTNG_UST_TRACEPOINT_LOGLEVEL_NOTICE)
TCTL_LTTNG_TRACELOG(LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)
TCTL_LTTNG_TRACELOG(LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_SYSTEM)
TCTL_LTTNG_TRACELOG(LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_PROGRAM)
TCTL_LTTNG_TRACELOG(LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_PROCESS)
TCTL_LTTNG_TRACELOG(LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_MODULE)
TCTL_LTTNG_TRACELOG(LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_UNIT)
TCTL_LTTNG_TRACELOG(LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_FUNCTION)
TCTL_LTTNG_TRACELOG(LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_LINE)
TCTL_LTTNG_TRACELOG(LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG)

__attribute__((format(printf, 5, 0), noinline, cold, unused))
static void tctl_lttng_vtracelog(struct tctl_event_slot *slot, const char *file,
				 int line, const char *function,
				 const char *format, va_list args)
{
	char text[TCTL_LTTNG_TEXT_SIZE];
	unsigned int length = tctl_lttng_format(text, format, args);

	tctl_class_lttng_ust_tracelog___tlclass(slot, file, line, function,
						text, length);
}

__attribute__((format(printf, 5, 6), noinline, cold, unused))
static void tctl_lttng_tracelog(struct tctl_event_slot *slot, const char *file,
				int line, const char *function,
				const char *format, ...)
{
	va_list args;

	va_start(args, format);
	tctl_lttng_vtracelog(slot, file, line, function, format, args);
	va_end(args);
}

/* The level by its name, also by the one before 2.13. */
#define TCTL_LTTNG_LOG(function, level, ...) \
	do { \
		struct tctl_event_slot *tctl_slot; \
		if (__builtin_expect(lttng_ust_tracepoint_enabled( \
					lttng_ust_tracelog, level), 0)) { \
			TCTL_EVENT_SLOT_DECLARED(tctl_slot, \
				tctl_declaration_lttng_ust_tracelog___##level); \
			function(tctl_slot, __FILE__, __LINE__, __func__, \
				 __VA_ARGS__); \
		} \
	} while (0)
#define lttng_ust_tracelog(level, ...) \
	TCTL_LTTNG_LOG(tctl_lttng_tracelog, level, __VA_ARGS__)
#define lttng_ust_vtracelog(level, format, args) \
	TCTL_LTTNG_LOG(tctl_lttng_vtracelog, level, format, args)

#if LTTNG_UST_COMPAT_API(0)
#define tracelog	lttng_ust_tracelog
#define vtracelog	lttng_ust_vtracelog
#endif

#endif
