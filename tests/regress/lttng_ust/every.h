/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/regress/lttng_ust/every.h: an LTTng-UST provider with every field that
 * the macros of tracepoint-event.h know, in the names of both ages of the
 * interface.
 */
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER tctl_every

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "every.h"

#if !defined(EVERY_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define EVERY_H

#include <stdint.h>
#include <lttng/tracepoint.h>

LTTNG_UST_TRACEPOINT_ENUM(tctl_every, color,
	LTTNG_UST_TP_ENUM_VALUES(
		lttng_ust_field_enum_value("RED", -1)
		lttng_ust_field_enum_value("GREEN", 0)
		lttng_ust_field_enum_auto("FOLLOWS")
		lttng_ust_field_enum_range("two to five", 2, 5)
		lttng_ust_field_enum_value("comma, \\ and = \"quoted\"", 6)
		lttng_ust_field_enum_value("RED", 7)))

LTTNG_UST_TRACEPOINT_ENUM(tctl_every, wide,
	LTTNG_UST_TP_ENUM_VALUES(
		lttng_ust_field_enum_value("ALL", 18446744073709551615ULL)
		lttng_ust_field_enum_range("upper", 9223372036854775808ULL,
					   18446744073709551614ULL)
		lttng_ust_field_enum_value("none", 0)))

LTTNG_UST_TRACEPOINT_EVENT(tctl_every, integers,
	LTTNG_UST_TP_ARGS(uint64_t, u, int64_t, s),
	LTTNG_UST_TP_FIELDS(
		lttng_ust_field_integer(uint8_t, u8, u)
		lttng_ust_field_integer(uint16_t, u16, u)
		lttng_ust_field_integer(uint32_t, u32, u)
		lttng_ust_field_integer(uint64_t, u64, u)
		lttng_ust_field_integer(int8_t, s8, s)
		lttng_ust_field_integer(int16_t, s16, s)
		lttng_ust_field_integer(int32_t, s32, s)
		lttng_ust_field_integer(int64_t, s64, s)
		lttng_ust_field_integer_hex(uint16_t, x16, u)
		lttng_ust_field_integer_hex(int32_t, x32, s)
		lttng_ust_field_integer_network(uint16_t, n16, u)
		lttng_ust_field_integer_network(int32_t, n32, s)
		lttng_ust_field_integer_network(uint64_t, n64, u)
		lttng_ust_field_integer_network_hex(uint32_t, nx32, u)
		lttng_ust_field_integer_nowrite(uint32_t, hidden, u)
		lttng_ust_field_unused(s)))

LTTNG_UST_TRACEPOINT_EVENT(tctl_every, others,
	LTTNG_UST_TP_ARGS(double, number, const char *, text, int, color,
			  uint64_t, wide),
	LTTNG_UST_TP_FIELDS(
		lttng_ust_field_float(float, f32, number)
		lttng_ust_field_float(double, f64, number)
		lttng_ust_field_string(text, text)
		lttng_ust_field_enum(tctl_every, color, int, color, color)
		lttng_ust_field_enum(tctl_every, color, signed char, small,
				     color)
		lttng_ust_field_enum(tctl_every, wide, uint64_t, wide, wide)
		lttng_ust_field_enum_nowrite(tctl_every, color, int, hidden,
					     color)
		lttng_ust_field_string_nowrite(secret, text)))

LTTNG_UST_TRACEPOINT_EVENT(tctl_every, arrays,
	LTTNG_UST_TP_ARGS(const uint8_t *, bytes, const uint16_t *, shorts,
			  const int64_t *, longs, const char *, text),
	LTTNG_UST_TP_FIELDS(
		lttng_ust_field_array(uint8_t, bytes, bytes, 4)
		lttng_ust_field_array_hex(uint16_t, shorts_hex, shorts, 3)
		lttng_ust_field_array(int64_t, longs, longs, 2)
		lttng_ust_field_array_network(uint16_t, shorts_net, shorts, 3)
		lttng_ust_field_array_network_hex(uint16_t, shorts_both,
						  shorts, 2)
		lttng_ust_field_array_text(char, text, text, 12)
		lttng_ust_field_array_nowrite(uint8_t, hidden, bytes, 4)))

LTTNG_UST_TRACEPOINT_EVENT(tctl_every, sequences,
	LTTNG_UST_TP_ARGS(const uint8_t *, bytes, const uint16_t *, shorts,
			  const int64_t *, longs, const char *, text,
			  size_t, n),
	LTTNG_UST_TP_FIELDS(
		lttng_ust_field_sequence(uint8_t, bytes, bytes, uint8_t, n)
		lttng_ust_field_sequence_hex(uint16_t, shorts_hex, shorts,
					     uint16_t, n)
		lttng_ust_field_sequence(int64_t, longs, longs, size_t, n)
		lttng_ust_field_sequence_network(uint16_t, shorts_net, shorts,
						 uint32_t, n)
		lttng_ust_field_sequence_network_hex(uint16_t, shorts_both,
						     shorts, uint32_t, n)
		lttng_ust_field_sequence_text(char, text, text, size_t, n)
		lttng_ust_field_sequence_nowrite(uint8_t, hidden, bytes,
						 size_t, n)
		lttng_ust_field_integer(size_t, last, n)))

/* A class, three of it. */
LTTNG_UST_TRACEPOINT_EVENT_CLASS(tctl_every, pair,
	LTTNG_UST_TP_ARGS(int, a, const char *, b),
	LTTNG_UST_TP_FIELDS(
		lttng_ust_field_integer(int, a, a)
		lttng_ust_field_string(b, b)))
LTTNG_UST_TRACEPOINT_EVENT_INSTANCE(tctl_every, pair, tctl_every, first,
	LTTNG_UST_TP_ARGS(int, a, const char *, b))
LTTNG_UST_TRACEPOINT_EVENT_INSTANCE(tctl_every, pair, tctl_every, second,
	LTTNG_UST_TP_ARGS(int, a, const char *, b))
LTTNG_UST_TRACEPOINT_EVENT_INSTANCE(tctl_every, pair, tctl_every, third,
	LTTNG_UST_TP_ARGS(int, a, const char *, b))
LTTNG_UST_TRACEPOINT_LOGLEVEL(tctl_every, first,
			      LTTNG_UST_TRACEPOINT_LOGLEVEL_WARNING)
LTTNG_UST_TRACEPOINT_MODEL_EMF_URI(tctl_every, first,
				   "http://example.com/model?first")

LTTNG_UST_TRACEPOINT_EVENT(tctl_every, nothing, LTTNG_UST_TP_ARGS(),
			   LTTNG_UST_TP_FIELDS())

/* As much as the macros take. */
LTTNG_UST_TRACEPOINT_EVENT(tctl_every, ten,
	LTTNG_UST_TP_ARGS(int, a, int, b, int, c, int, d, int, e, int, f,
			  int, g, int, h, int, i, int, j),
	LTTNG_UST_TP_FIELDS(
		lttng_ust_field_integer(int, a, a)
		lttng_ust_field_integer(int, b, b)
		lttng_ust_field_integer(int, c, c)
		lttng_ust_field_integer(int, d, d)
		lttng_ust_field_integer(int, e, e)
		lttng_ust_field_integer(int, f, f)
		lttng_ust_field_integer(int, g, g)
		lttng_ust_field_integer(int, h, h)
		lttng_ust_field_integer(int, i, i)
		lttng_ust_field_integer(int, j, j)))

/* The names of before 2.13. */
TRACEPOINT_EVENT(tctl_every, old,
	TP_ARGS(const char *, name, int, level),
	TP_FIELDS(
		ctf_string(name, name)
		ctf_integer(int, level, level)
		ctf_array_text(char, start, name, 4)))
TRACEPOINT_LOGLEVEL(tctl_every, old, TRACE_INFO)

#endif

#include <lttng/tracepoint-event.h>
