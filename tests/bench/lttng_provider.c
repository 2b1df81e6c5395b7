/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/bench/lttng_provider.c: LTTng-UST's code for lttng_event.h. */
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "tests/bench/lttng_event.h"
