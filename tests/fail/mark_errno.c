/* SPDX-License-Identifier: GPL-2.0-or-later */
/* expect: no %m */
#include <tracectl/probe.h>

void site(int n, const char *s, double d);
void site(int n, const char *s, double d)
{
	(void)n;
	(void)s;
	(void)d;
	trace_mark(done, "error %m id %d", n);
}
