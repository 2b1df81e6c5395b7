/* SPDX-License-Identifier: GPL-2.0-or-later */
/* expect: result */
#include <tracectl/probe.h>

void nothing(void);

void site(int n, const char *s, double d);
void site(int n, const char *s, double d)
{
	(void)n;
	(void)s;
	(void)d;
	PROBE(t, e, (result, nothing()));
}
