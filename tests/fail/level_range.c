/* SPDX-License-Identifier: GPL-2.0-or-later */
/* expect: levels are TRACECTL_EMERG .. TRACECTL_DEBUG */
#include <tracectl/probe.h>

void site(int n, const char *s, double d);
void site(int n, const char *s, double d)
{
	(void)n;
	(void)s;
	(void)d;
	PROBE_LEVEL(15, t, e, (n, n));
}
