/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/regress/plugin.c: a shared object with probes, also in its constructor
   and destructor; loaded again and again by reloader.c. */
#include <tracectl/probe.h>

__attribute__((constructor)) static void plugin_begin(void)
{
	TRACECTL_PROBE(plugin, begin);
}

__attribute__((destructor)) static void plugin_end(void)
{
	TRACECTL_PROBE(plugin, end);
}

void plugin_call(unsigned int round);
__attribute__((visibility("default"))) void plugin_call(unsigned int round)
{
	TRACECTL_PROBE(plugin, call, (round, round), (text, "from the plugin"));
}
