/* SPDX-License-Identifier: GPL-2.0-or-later */
/* expect: length_of */
#include <tracectl/probe.h>

void site(int n, const char *s, double d);
void site(int n, const char *s, double d)
{
	(void)n;
	(void)s;
	(void)d;
	PROBE(t, e, (length_of, n, bytes, 2));
}
