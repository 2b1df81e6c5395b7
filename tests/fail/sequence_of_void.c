/* SPDX-License-Identifier: GPL-2.0-or-later */
/* expect: data */
#include <tracectl/probe.h>

void site(int n, const char *s, double d);
void site(int n, const char *s, double d)
{
	(void)n;
	(void)s;
	(void)d;
	PROBE(t, e, (data, (const void *)s, sequence, 2));
}
