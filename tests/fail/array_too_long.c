/* SPDX-License-Identifier: GPL-2.0-or-later */
/* expect: field table: an array has 1 to 65535 elements */
#include <tracectl/probe.h>

char many[65536];

void site(int n, const char *s, double d);
void site(int n, const char *s, double d)
{
	(void)n;
	(void)s;
	(void)d;
	PROBE(t, e, (table, many, array));
}
