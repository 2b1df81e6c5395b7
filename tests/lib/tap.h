/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/lib/tap.h: TAP output for tests in C and C++. plan at the end. */
#ifndef TESTS_TAP_H
#define TESTS_TAP_H

#include <stdarg.h>
#include <stdio.h>

static int tap_count, tap_failed;

__attribute__((format(printf, 2, 3), unused))
static int tap_ok(int good, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	printf("%sok %d - ", good ? "" : "not ", ++tap_count);
	vprintf(format, args);
	printf("\n");
	fflush(stdout);
	va_end(args);
	if (!good)
		tap_failed++;
	return good;
}

__attribute__((format(printf, 1, 2), unused))
static void tap_skip(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	printf("ok %d # SKIP ", ++tap_count);
	vprintf(format, args);
	printf("\n");
	fflush(stdout);
	va_end(args);
}

__attribute__((format(printf, 1, 2), unused))
static void tap_note(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	printf("# ");
	vprintf(format, args);
	printf("\n");
	fflush(stdout);
	va_end(args);
}

__attribute__((unused))
static int tap_done(void)
{
	printf("1..%d\n", tap_count);
	return tap_failed != 0;
}

#define tap_is(got, want, name) do { \
	long long tap_got_ = (long long)(got), tap_want_ = (long long)(want); \
	if (!tap_ok(tap_got_ == tap_want_, "%s", name)) \
		tap_note("got %lld, expected %lld (%s:%d)", tap_got_, \
			 tap_want_, __FILE__, __LINE__); \
} while (0)

#endif
