/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/regress/lttng_ust/plugin.c: the library of plugin.h. */
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "plugin.h"

void plugin_call(int round)
{
	lttng_ust_tracepoint(tctl_plugin, called, round, "from a library");
}
