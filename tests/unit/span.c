/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/unit/span.c: which names begin and end something. */
#include <string.h>
#include "tests/lib/tap.h"
#include "tools/plugin/span.h"

static int role_is(const char *name, enum tctl_span_role role,
		   const char *base)
{
	char buf[64] = "";

	return tctl_span_role_of(name, buf, sizeof(buf)) == role &&
	       !strcmp(buf, base);
}

int main(void)
{
	char small[4];

	tap_ok(role_is("app:request_begin", TCTL_SPAN_BEGIN, "app:request"),
	   "a begin");
	tap_ok(role_is("app:request_end", TCTL_SPAN_END, "app:request"), "its end");
	tap_ok(role_is("app:start", TCTL_SPAN_BEGIN, "app"), "a provider's start");
	tap_ok(role_is("app:done", TCTL_SPAN_END, "app"), "a provider's end");
	tap_ok(role_is("func_entry", TCTL_SPAN_BEGIN, "func"), "an entry");
	tap_ok(role_is("func_exit", TCTL_SPAN_END, "func"), "an exit");
	tap_ok(role_is("a.b-enter", TCTL_SPAN_BEGIN, "a.b"), "other separators");
	tap_ok(role_is("backend", TCTL_SPAN_NONE, ""), "no separator");
	tap_ok(role_is("_end", TCTL_SPAN_NONE, ""), "nothing in front of it");
	tap_ok(role_is("end", TCTL_SPAN_NONE, ""), "the word alone");
	tap_ok(role_is("", TCTL_SPAN_NONE, ""), "no name");
	tap_ok(role_is("app:begin_", TCTL_SPAN_NONE, ""), "something behind it");
	tap_ok(tctl_span_role_of("abcdef_end", small, sizeof(small)) ==
	   TCTL_SPAN_END && !strcmp(small, "abc"), "cut at the size");
	return tap_done();
}
