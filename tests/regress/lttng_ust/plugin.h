/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/regress/lttng_ust/plugin.h: a provider in a library that is loaded and
   unloaded while the program runs. */
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER tctl_plugin

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "plugin.h"

#if !defined(PLUGIN_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define PLUGIN_H

#include <lttng/tracepoint.h>

LTTNG_UST_TRACEPOINT_EVENT(tctl_plugin, called,
	LTTNG_UST_TP_ARGS(int, round, const char *, text),
	LTTNG_UST_TP_FIELDS(
		lttng_ust_field_integer(int, round, round)
		lttng_ust_field_string(text, text)))

#endif

#include <lttng/tracepoint-event.h>
