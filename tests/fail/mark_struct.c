/* SPDX-License-Identifier: GPL-2.0-or-later */
/* expect: request */
#include <tracectl/probe.h>

struct request {
	int a, b;
} request;

void site(int n, const char *s, double d);
void site(int n, const char *s, double d)
{
	(void)n;
	(void)s;
	(void)d;
	trace_mark(done, "request %d", request);
}
