/* SPDX-License-Identifier: GPL-2.0-or-later */
/* expect: field z: neither number */
#include <tracectl/probe.h>

_Complex double z;

void site(int n, const char *s, double d);
void site(int n, const char *s, double d)
{
	(void)n;
	(void)s;
	(void)d;
	PROBE(t, e, (z, z));
}
