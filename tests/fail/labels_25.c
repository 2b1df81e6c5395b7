/* SPDX-License-Identifier: GPL-2.0-or-later */
/* expect: too many labels */
#include <tracectl/probe.h>

void site(int n, const char *s, double d);
void site(int n, const char *s, double d)
{
	(void)n;
	(void)s;
	(void)d;
	PROBE(t, e, (f, n, enum, (
	      (l0, 0), (l1, 1), (l2, 2), (l3, 3), (l4, 4), (l5, 5), (l6, 6),
	      (l7, 7), (l8, 8), (l9, 9), (l10, 10), (l11, 11), (l12, 12),
	      (l13, 13), (l14, 14), (l15, 15), (l16, 16), (l17, 17),
	      (l18, 18), (l19, 19), (l20, 20), (l21, 21), (l22, 22),
	      (l23, 23), (l24, 24))));
}
