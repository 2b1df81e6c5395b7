/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/regress/lttng_ust/every.c: LTTng-UST's code for every.h. */
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "every.h"
