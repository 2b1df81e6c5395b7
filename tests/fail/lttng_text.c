/* SPDX-License-Identifier: GPL-2.0-or-later */
/* expect: field x: text is of single bytes */
#include <tracectl/lttng-ust/lttng/tracepoint.h>

LTTNG_UST_TRACEPOINT_EVENT(fail, text, LTTNG_UST_TP_ARGS(const int *, text),
	LTTNG_UST_TP_FIELDS(lttng_ust_field_array_text(int, x, text, 4)))
