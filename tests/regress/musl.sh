#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# musl.sh: a program built against musl that includes <tracectl/probe.h> links
# and runs without the library, dynamic and static.
. "$top_srcdir/tests/lib/tap.sh"

build() {
	# musl-gcc is gcc with other paths: a cross or clang CC has no part in it.
	musl-gcc "$@" -Wall -Werror -I"$top_srcdir/include" \
		-o "$work/probe" "$top_srcdir/tests/regress/musl_probe.c"
}

if ! command -v musl-gcc >/dev/null; then
	skip "a program for musl" "musl-gcc is not installed"
	done_testing
fi
for options in "-std=c11 -O0" "-std=c11 -O2" "-std=gnu11 -O2 -static" \
	"-std=gnu11 -O2 -flto"; do
	# shellcheck disable=SC2086 # a list of options
	ok "it links with $options" build $options
	is "$("$work/probe" 2>&1)" "evaluated 0" "it runs, its gates closed"
done

# What is made for glibc must not be preloaded into it.
musl-gcc "$top_srcdir/tests/regress/musl_probe.c" -I"$top_srcdir/include" \
	-std=gnu11 -o "$work/probe"
is "$(tracectl --quiet record -o "$work/trace" -- "$work/probe" 2>"$work/errors")" \
	"evaluated 0" "tracectl record runs a dynamic program"
ok "and says why there are no events" grep -q "another C library" "$work/errors"
done_testing
