/* SPDX-License-Identifier: GPL-2.0-or-later */
/* expect: field pairs: elements are neither */
#include <tracectl/probe.h>

struct pair {
	int a, b;
} pairs[2];

void site(int n, const char *s, double d);
void site(int n, const char *s, double d)
{
	(void)n;
	(void)s;
	(void)d;
	PROBE(t, e, (pairs, pairs, sequence, 2));
}
