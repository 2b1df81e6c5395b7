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
done_testing
