/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/bench/lttng_event.h: the benchmark's events for LTTng-UST: two 64-bit
 * integers; a string with four integers.
 */
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER tctl_bench

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "tests/bench/lttng_event.h"

#if !defined(TESTS_BENCH_LTTNG_EVENT_H) || \
	defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define TESTS_BENCH_LTTNG_EVENT_H

#include <stdint.h>
#include <lttng/tracepoint.h>

LTTNG_UST_TRACEPOINT_EVENT(tctl_bench, two,
	LTTNG_UST_TP_ARGS(uint64_t, a, uint64_t, b),
	LTTNG_UST_TP_FIELDS(
		lttng_ust_field_integer(uint64_t, a, a)
		lttng_ust_field_integer(uint64_t, b, b)))

LTTNG_UST_TRACEPOINT_EVENT(tctl_bench, text,
	LTTNG_UST_TP_ARGS(const char *, text, uint64_t, a, uint32_t, b,
			  uint32_t, c, uint64_t, d),
	LTTNG_UST_TP_FIELDS(
		lttng_ust_field_string(text, text)
		lttng_ust_field_integer(uint64_t, a, a)
		lttng_ust_field_integer(uint32_t, b, b)
		lttng_ust_field_integer(uint32_t, c, c)
		lttng_ust_field_integer(uint64_t, d, d)))

#endif

#include <lttng/tracepoint-event.h>
