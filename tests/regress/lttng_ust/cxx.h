/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/regress/lttng_ust/cxx.h: a provider that is compiled as C++. */
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER tctl_cxx

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "cxx.h"

#if !defined(CXX_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define CXX_H

#include <stdint.h>
#include <lttng/tracepoint.h>

LTTNG_UST_TRACEPOINT_ENUM(tctl_cxx, state,
	LTTNG_UST_TP_ENUM_VALUES(
		lttng_ust_field_enum_value("ON", 1)
		lttng_ust_field_enum_value("OFF", 0)))

LTTNG_UST_TRACEPOINT_EVENT(tctl_cxx, object,
	LTTNG_UST_TP_ARGS(const char *, name, const int *, values, size_t, n,
			  bool, on, double, ratio),
	LTTNG_UST_TP_FIELDS(
		lttng_ust_field_string(name, name)
		lttng_ust_field_sequence(int, values, values, size_t, n)
		lttng_ust_field_enum(tctl_cxx, state, int, on, on)
		lttng_ust_field_integer(bool, flag, on)
		lttng_ust_field_float(double, ratio, ratio)))

#endif

#include <lttng/tracepoint-event.h>
