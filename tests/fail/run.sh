#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Each snippet here must not compile, in C and in C++, with gcc and with clang,
# and the complaint must contain what its "expect:" comment says (a basic
# regular expression). That the snippets are otherwise right is seen from one
# that compiles.
. "$top_srcdir/tests/lib/tap.sh"

folder=$top_srcdir/tests/fail

refused() {
	snippet=$1
	shift
	expect=$(sed -n 's|^/\* expect: \(.*\) \*/$|\1|p' "$snippet")
	[ -n "$expect" ] || return 1
	if "$@" -I"$top_srcdir/include" -fsyntax-only "$snippet" \
		>"$work/message" 2>&1; then
		echo "it compiles"
		return 1
	fi
	cat "$work/message"
	grep -q 'error:' "$work/message" &&
		grep -q "$expect" "$work/message"
}

for compiler in "gcc -std=c11" "clang -std=c11" "g++ -std=c++11 -xc++" \
	"clang++ -std=c++11 -xc++" "g++ -std=c++20 -xc++"; do
	if ! command -v ${compiler%% *} >/dev/null; then
		skip "$compiler" "not installed"
		continue
	fi
	cat >"$work/right.c" <<'END'
#include <tracectl/immediate.h>
#include <tracectl/probe.h>
DEFINE_IMMEDIATE_TYPE(float, immediate_float_t);
void site(int n, const char *s);
void site(int n, const char *s)
{
	PROBE(t, e, (n, n), (s, s));
	trace_mark(done, "id %d path %s", n, s);
}
END
	ok "$compiler: what is right compiles" $compiler -Wall -Wextra \
		-Wpedantic -Werror -I"$top_srcdir/include" -fsyntax-only \
		"$work/right.c"
	for snippet in "$folder"/*.c; do
		ok "$compiler: $(basename "$snippet")" \
			refused "$snippet" $compiler
	done
done
done_testing
