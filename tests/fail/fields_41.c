/* SPDX-License-Identifier: GPL-2.0-or-later */
/* expect: a probe has at most 40 fields */
#include <tracectl/probe.h>

void site(int n, const char *s, double d);
void site(int n, const char *s, double d)
{
	(void)n;
	(void)s;
	(void)d;
	PROBE(t, e, (f0, n), (f1, n), (f2, n), (f3, n), (f4, n), (f5, n),
	      (f6, n), (f7, n), (f8, n), (f9, n), (f10, n), (f11, n),
	      (f12, n), (f13, n), (f14, n), (f15, n), (f16, n), (f17, n),
	      (f18, n), (f19, n), (f20, n), (f21, n), (f22, n), (f23, n),
	      (f24, n), (f25, n), (f26, n), (f27, n), (f28, n), (f29, n),
	      (f30, n), (f31, n), (f32, n), (f33, n), (f34, n), (f35, n),
	      (f36, n), (f37, n), (f38, n), (f39, n), (f40, n));
}
