/* SPDX-License-Identifier: GPL-2.0-or-later */
/* expect: field x: its type is neither a number nor a pointer */
#include <tracectl/lttng-ust/lttng/tracepoint.h>

struct pair {
	int a, b;
};

LTTNG_UST_TRACEPOINT_EVENT(fail, type, LTTNG_UST_TP_ARGS(struct pair, pair),
	LTTNG_UST_TP_FIELDS(lttng_ust_field_array(struct pair, x, &pair, 1)))
