/* SPDX-License-Identifier: GPL-2.0-or-later */
/* expect: field count: more than four words */
#include <tracectl/probe.h>

void site(int n, const char *s, double d);
void site(int n, const char *s, double d)
{
	(void)n;
	(void)s;
	(void)d;
	PROBE(t, e, (count, n, string, 1, 2));
}
