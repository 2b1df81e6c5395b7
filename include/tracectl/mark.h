/* SPDX-License-Identifier: MIT */
/*
 * tracectl/mark.h: probes written as a printf format.
 *
 *	trace_mark(request_done, "id %u path %s", req->id, req->path);
 *	tracef("giving up after %d tries", n);
 *
 * A marker is a probe with typed fields: the compiler checks the format against
 * the arguments, their types decide what is recorded, and the word before each
 * conversion is the field's name. Nothing is formatted. tracef() formats, into
 * at most 511 bytes on the stack, while it is recorded.
 *
 * A marker is as safe in signal handlers as a probe. tracef() is as safe as the
 * C library's vsnprintf: not guaranteed, and with glibc fine for integers,
 * pointers and strings, but not for floating point.
 */
#ifndef TRACECTL_MARK_H
#define TRACECTL_MARK_H

#include <errno.h>
#include <tracectl/field.h>
#include <tracectl/level.h>
#include <tracectl/probe_site.h>

/* The provider of this file's markers. */
#ifndef TRACECTL_PROVIDER
#define TRACECTL_PROVIDER	mark
#endif

/* TRACECTL_MARK(name, format, argument...): 0 to 40 conversions. */
#define TRACECTL_MARK(name, ...) \
	TCTL_MARK((__VA_ARGS__), TCTL_STRING(name), __VA_ARGS__, ~)

/* TRACECTL_TRACEF(format, argument...): event tracectl:tracef, field msg. */
#define TRACECTL_TRACEF(...) \
	do { \
		if (__builtin_expect(TCTL_IS_OPEN(TCTL_TRACEF_TEXT), 0)) { \
			struct tctl_event_slot *tctl_slot; \
			TCTL_EVENT_SLOT(tctl_slot, TCTL_TRACEF_TEXT, \
					TRACECTL_DEBUG, 1, TCTL_KIND_STRING); \
			TCTL_FORMAT_ERRORS( \
				tctl_tracef(tctl_slot, __VA_ARGS__)) \
		} \
	} while (0)
#define TCTL_TRACEF_TEXT	"tracectl:tracef" TCTL_HERE "\nmsg"

#define TCTL_FORMAT_ERRORS(statement) \
	_Pragma("GCC diagnostic push") \
	_Pragma("GCC diagnostic error \"-Wformat\"") \
	statement; \
	_Pragma("GCC diagnostic pop")

#define TCTL_MARK(call, name, format, ...) \
	TCTL_MARK_1(TCTL_COUNT(__VA_ARGS__), call, name, format, __VA_ARGS__)
#define TCTL_MARK_1(n, ...)	TCTL_MARK_N(n, __VA_ARGS__)
#define TCTL_MARK_N(n, call, name, format, ...) \
	TCTL_MARK_2(n, TCTL_EACH_FIELD_##n, TCTL_PAIRS_##n, call, name, \
		    format, __VA_ARGS__)
#define TCTL_MARK_2(n, each, pairs, call, name, format, ...) \
	do { \
		TCTL_MARK_ASSERT(format) \
		if (0) { \
			TCTL_FORMAT_ERRORS(TCTL_MARK_ISO \
					   tctl_mark_check call) \
		} \
		TCTL_SITE(n, TCTL_STRING(TRACECTL_PROVIDER) ":" name \
				TCTL_HERE "\n%" format, \
			  each(TCTL_MARK_CHECK, __VA_ARGS__), \
			  each(TCTL_MARK_PUT, __VA_ARGS__), \
			  TRACECTL_DEBUG_LINE, \
			  pairs(TCTL_MARK_PAIR, __VA_ARGS__)); \
	} while (0)

/* Arguments are fields of the default form. */
#define TCTL_MARK_CHECK(i, x)	TCTL_MARK_CALL(TCTL_CHECK_auto, arg##i, x)
#define TCTL_MARK_PUT(i, x)	TCTL_MARK_CALL(TCTL_PUT_auto, arg##i, x)
#define TCTL_MARK_KIND(i, x)	TCTL_MARK_CALL(TCTL_KIND_auto, arg##i, x)
#define TCTL_MARK_CALL(op, f, x)	op(f, x, , )
#define TCTL_MARK_PAIR(i, x, j, y) \
	(0ull | TCTL_MARK_KIND(i, x) | (0ull | TCTL_MARK_KIND(j, y)) << 32)
#define TCTL_MARK_PAIR_ONE(i, x)	(0ull | TCTL_MARK_KIND(i, x))

/*
 * Each conversion is a field, with a value of its own: a width or precision as
 * an argument would be a field without a name, %n and %m have no value, and
 * numbered arguments another order. clang tells of the latter by itself, and of
 * %n and %m only where they come first.
 */
#define TCTL_MARK_STAR \
	"tracectl: trace_mark takes no * : give the width in the format"
#define TCTL_MARK_CONVERSION \
	"tracectl: trace_mark takes no %n, no %m and no %1$"
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wgcc-compat"
#define TCTL_MARK_ASSERT(format)
#define TCTL_MARK_FIRST(format, letter) \
	(__builtin_strchr(format, '%') && \
	 __builtin_strchr(format, '%')[1] == letter)
#define TCTL_MARK_CHECKED \
	__attribute__((diagnose_if(__builtin_strchr(format, '*'), \
				   TCTL_MARK_STAR, "error"), \
		       diagnose_if(TCTL_MARK_FIRST(format, 'n') || \
				   TCTL_MARK_FIRST(format, 'm'), \
				   TCTL_MARK_CONVERSION, "error")))
#define TCTL_MARK_ISO	_Pragma("GCC diagnostic error \"-Wformat-non-iso\"")
#else
/* "%%n" is text. */
#define TCTL_MARK_HAS(format, what) \
	(__builtin_strstr(format, what) != 0 && \
	 __builtin_strstr(format, "%" what) == 0)
#define TCTL_MARK_ASSERT(format) \
	TCTL_ASSERT(__builtin_strchr(format, '*') == 0, TCTL_MARK_STAR); \
	TCTL_ASSERT(!TCTL_MARK_HAS(format, "%n") && \
		    !TCTL_MARK_HAS(format, "%m") && \
		    !TCTL_MARK_HAS(format, "%1$"), TCTL_MARK_CONVERSION);
#define TCTL_MARK_CHECKED
#define TCTL_MARK_ISO
#endif

/* Never called. */
void tctl_mark_check(const char *format, ...)
	__attribute__((format(printf, 1, 2))) TCTL_MARK_CHECKED;
#ifdef __clang__
#pragma clang diagnostic pop
#endif

/* Out of line, so that only an open tracef() needs the stack. */
__attribute__((format(printf, 2, 3), noinline, cold, unused))
static void tctl_tracef(struct tctl_event_slot *slot, const char *format, ...)
{
	struct tctl_segment segment;
	__builtin_va_list args;
	int saved_errno = errno;
	char text[512];
	int length;

	__builtin_va_start(args, format);
	length = __builtin_vsnprintf(text, sizeof(text), format, args);
	__builtin_va_end(args);
	errno = saved_errno;
	if (length < 0)
		length = 0;
	if (length >= TCTL_CAST(int, sizeof(text)))
		length = TCTL_CAST(int, sizeof(text)) - 1;
	segment.base = text;
	segment.size = TCTL_CAST(uint32_t, length);
	segment.flags = TCTL_SEGMENT_STRING;
	tctl_call_record(slot, &segment, 1);
}

#ifndef TRACECTL_NO_SHORT_NAMES
#define trace_mark(name, ...)	TRACECTL_MARK(name, __VA_ARGS__)
#define tracef(...)		TRACECTL_TRACEF(__VA_ARGS__)
#endif

#endif
