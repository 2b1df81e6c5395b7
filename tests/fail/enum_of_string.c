/* SPDX-License-Identifier: GPL-2.0-or-later */
/* expect: field color: enum is for integers and enumerations */
#include <tracectl/probe.h>

enum { ONE = 1 };

void site(int n, const char *s, double d);
void site(int n, const char *s, double d)
{
	(void)n;
	(void)s;
	(void)d;
	PROBE(t, e, (color, s, enum, (ONE)));
}
