# SPDX-License-Identifier: GPL-2.0-or-later
# tests/lib/record.sh: for tests that record. Sourced after tap.sh.

# A preloaded library brings a sanitizer of its own, after the program's start.
ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}
export ASAN_OPTIONS

# library_dir: where libtracectl.so and .a of this build are.
library_dir() {
	echo "$top_builddir/.libs"
}

# text_of_events: babeltrace output on stdin to "provider:name: { fields }".
text_of_events() {
	sed -E -e 's/^\[[^]]*\] \([^)]*\) ([^ ]+ )?([a-zA-Z0-9_]+:[a-zA-Z0-9_]+): \{ cpu_id = [0-9]+ \}, \{ [^}]*\}(, (\{.*\}))?$/\2: \4/' \
		-e '/^[^:]+:[^:]+: $/ s/$/{ }/' -e '/^lttng_ust_statedump:/d'
}

# events_text DIR: the same for a trace, in time order.
events_text() {
	"${BABELTRACE2:-babeltrace2}" "$1" 2>"$work/bt2-errors" | text_of_events
}

# check_trace NAME DIR: the strict checker has nothing to say.
check_trace() {
	ok "$1: tracectl check" tracectl check "$2"
}

# json_number KEY: the first number under KEY in JSON on stdin.
json_number() {
	tr -d ' \n' | grep -o "\"$1\":[0-9]*" | head -n 1 | cut -d: -f2
}

# count_events DIR NAME: how often the event stands in the trace.
count_events() {
	"${BABELTRACE2:-babeltrace2}" "$1" 2>"$work/bt2-errors" |
		grep -c " $2: "
}

# wait_for TENTHS COMMAND...: until it succeeds.
wait_for() {
	tap_left=$1
	shift
	until "$@" >/dev/null 2>&1; do
		tap_left=$((tap_left - 1))
		[ "$tap_left" -gt 0 ] || return 1
		sleep 0.1
	done
}

# compile PROGRAM SOURCE FLAG...: a test program out of tests/regress. With
# $IMMEDIATE_CPPFLAGS: in a build that patches no code gates are loads.
compile() {
	tap_program=$1
	tap_source=$2
	shift 2
	# shellcheck disable=SC2086
	${CC:-gcc} -O2 $SANITIZERS $IMMEDIATE_CPPFLAGS -I"$top_srcdir/include" \
		"$top_srcdir/tests/regress/$tap_source" -o "$work/$tap_program" \
		"$@" -lpthread || exit 99
}

# linked: flags for a program that anyone can trace at any time.
linked() {
	echo "-DTRACECTL_LINKED -L$(library_dir) -ltracectl -Wl,-rpath,$(library_dir)"
}
