/* SPDX-License-Identifier: GPL-2.0-or-later */
/* expect: field table: a pointer has no length */
#include <tracectl/probe.h>

void site(int n, const char *s, double d);
void site(int n, const char *s, double d)
{
	(void)n;
	(void)s;
	(void)d;
	PROBE(t, e, (table, &n, array));
}
