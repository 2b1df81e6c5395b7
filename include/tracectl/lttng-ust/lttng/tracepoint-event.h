/* SPDX-License-Identifier: MIT */
/*
 * lttng/tracepoint-event.h, of tracectl: included behind the events of each
 * header for LTTng-UST, where it reads the header again. <lttng/tracepoint.h>
 * needs no second look.
 */
#include "tracepoint.h"
