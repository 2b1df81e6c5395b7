/* SPDX-License-Identifier: GPL-2.0-or-later */
/* expect: field rows: elements are neither */
#include <tracectl/probe.h>

int rows[2][2];

void site(int n, const char *s, double d);
void site(int n, const char *s, double d)
{
	(void)n;
	(void)s;
	(void)d;
	PROBE(t, e, (rows, rows, sequence, 2));
}
