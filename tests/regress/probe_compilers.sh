#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A program that merely includes <tracectl/probe.h>: it compiles without a
# warning, links with no library, runs, and its probes give the same bytes,
# with each compiler, standard and way to optimise and link.
. "$top_srcdir/tests/lib/tap.sh"

unit=$top_srcdir/tests/unit

cat >"$work/user.c" <<'END'
#include <tracectl/probe.h>
#include <stdio.h>
enum color { RED, BLUE = 7 };
static int used(int n, const char *s, size_t size, enum color color)
{
	PROBE(user, none);
	PROBE_LEVEL(TRACECTL_ERR, user, some, (n, n), (s, s), (x, n, hex),
		    (b, s, bytes, size), (m, s, string, 3),
		    (c, color, enum, (RED, BLUE)));
	trace_mark(marked, "n %d s %s", n, s);
	tracef("n %d", n);
	if (PROBE_ENABLED(user, some))
		return -1;
	return n;
}
int main(void)
{
	return used(0, "", 0, RED);
}
END
cp "$work/user.c" "$work/user.cc"

# The warnings that a careful user has; none of ours may add to them.
user() {
	source=user.c
	case $1 in *++) source=user.cc ;; esac
	"$@" -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wundef -Werror \
		-I"$top_srcdir/include" -o "$work/user" "$work/$source" &&
		"$work/user"
}

fields() {
	source=fields_c.c
	case $1 in *++) source=fields_cxx.cc ;; esac
	"$@" -D_GNU_SOURCE -I"$top_srcdir/include" -I"$top_srcdir" -pthread \
		-o "$work/fields" "$unit/$source" && "$work/fields"
}

try() {
	kind=$1
	shift
	if command -v "$1" >/dev/null; then
		ok "$kind: $*" "$kind" "$@"
	else
		skip "$kind: $*" "not installed"
	fi
}

try user gcc -std=c11 -O0
try user gcc -std=c11 -O2
try user clang -std=c11 -O0
try user clang -std=gnu17 -O2
try user g++ -std=c++11 -O0
try user g++ -std=c++17 -Wold-style-cast -O2
try user g++ -std=c++20 -O2
try user clang++ -std=c++11 -O0
try user clang++ -std=c++20 -O2
try fields gcc -O3 -flto
try fields gcc -Os -fno-pic -no-pie -static -mno-red-zone
try fields gcc -Og -DTRACECTL_NO_IMMEDIATE
try fields clang -O0 -std=c11
try fields clang -O3 -flto -fuse-ld=lld
try fields g++ -O2 -std=c++20 -static-pie -fPIE
try fields clang++ -O1 -std=c++11

# The hot path: what a leaf function executes while the gate is dormant is what
# it executes without the probe, and the gate.
cat >"$work/hot.c" <<'END'
#include <tracectl/probe.h>
long with(long a, const char *s, long b);
long with(long a, const char *s, long b)
{
	PROBE(hot, path, (a, a), (s, s), (b, b));
	return a * 3;
}
END
sed 's/PROBE.*//' "$work/hot.c" >"$work/without.c"
hot() {
	"$@" -O2 -I"$top_srcdir/include" -c -o "$work/hot.o" "$work/hot.c" &&
	"$@" -O2 -I"$top_srcdir/include" -c -o "$work/without.o" \
		"$work/without.c" || return
	for object in hot without; do
		objdump -d --no-show-raw-insn "$work/$object.o" |
			sed -n '/<with>:/,/ret/p' | sed 1d |
			grep -v 'mov  *%r..,%r..$\|nop\|endbr' |
			awk '{ print $2 }' >"$work/$object.hot"
	done
	cat "$work/hot.hot"
	[ $(grep -c '^test$' "$work/hot.hot") = 1 ] &&
		[ $(wc -l <"$work/hot.hot") = $(($(wc -l \
			<"$work/without.hot") + 1)) ]
}
if [ "$(uname -m)" = x86_64 ]; then
	try hot gcc
	try hot clang
else
	skip "hot" "the gate is no single instruction here"
fi
lines=$(echo '#include <tracectl/probe.h>' |
	gcc -I"$top_srcdir/include" -E - | wc -l)
ok "the header has $lines preprocessed lines, at most 1200" \
	[ "$lines" -le 1200 ]
done_testing
