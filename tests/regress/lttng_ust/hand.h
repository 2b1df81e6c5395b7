/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/regress/lttng_ust/hand.h: tracepoints whose provider, hand.c, is made
 * by hand, as the macros know no structures.
 */
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER tctl_hand

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "hand.h"

#if !defined(HAND_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define HAND_H

#include <lttng/tracepoint.h>

LTTNG_UST_TRACEPOINT_EVENT(tctl_hand, structure, LTTNG_UST_TP_ARGS(int, n),
			   LTTNG_UST_TP_FIELDS())
LTTNG_UST_TRACEPOINT_EVENT(tctl_hand, nested, LTTNG_UST_TP_ARGS(int, n),
			   LTTNG_UST_TP_FIELDS())

#endif

#include <lttng/tracepoint-event.h>
