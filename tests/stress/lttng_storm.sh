#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# lttng_storm.sh: an application of LTTng-UST in which all happens at once, while
# sessions come and go: nothing hangs or crashes, the trace is valid, and what
# was emitted was recorded or counted as lost.
. "$top_srcdir/tests/lib/lttng_compare.sh"

build storm "$source/storm.c" "$source/every.c"
build_plugin

# storm PROTOCOL: everything is wanted from its start to its end.
storm() {
	ok "$1: it ends" timeout 100 tracectl record -q --buffers "$1" \
		--subbuf-size 1M -o "$1" --json -- \
		sh -c "./storm 2000 ./plugin.so >'$1.emitted'"
	cp .out "$1.json"
	check_trace "$1" "$1"
	read -r first ten <"$1.emitted"
	lost=$(json_number lost <"$1.json")
	events_text "$1" >"$1.text"
	got_first=$(grep -c '^tctl_every:first:' "$1.text")
	got_ten=$(grep -c '^tctl_every:ten:' "$1.text")
	ok "$1: no event is recorded twice" test "$got_first" -le "$first" -a \
		"$got_ten" -le "$ten"
	ok "$1: none is missing that was not counted as lost" \
		test "$((first + ten - got_first - got_ten))" -le "$lost"
	is "$(sed -n 's/^tctl_every:first: { a = \([0-9]*\), b = "m*#*" }$/\1/p' \
		"$1.text" | sort -nu | wc -l)" "$got_first" \
		"$1: numbers and strings are whole"
	is "$(grep '^tctl_every:ten:' "$1.text" | sort -u | wc -l)" 1 \
		"$1: events in signal handlers are whole"
}

storm whole
storm counted

# Sessions come and go meanwhile.
LD_PRELOAD=$(library_dir)/libtracectl.so:$(library_dir)/libtracectl-lttng-ust.so \
	LTTNG_UST_REGISTER_TIMEOUT=0 \
	timeout 100 ./storm 300000 ./plugin.so >turns.emitted &
storm_pid=$!
# Its events may not be there yet in the first.
turns=0
while kill -0 "$storm_pid" 2>/dev/null && [ "$turns" -lt 100 ]; do
	turns=$((turns + 1))
	tracectl create -q -o "turn$turns" turn
	tracectl enable -q 'tctl_*'
	tracectl start -q && tracectl stop -q && tracectl destroy -q turn || break
done >turns.out 2>&1
wait "$storm_pid"
is $? 0 "sessions come and go, the program lives"
is "$(tracectl list --json | json_number name)" "" "none is left"
for turn in turn*/; do
	[ ! -f "$(find "$turn" -name metadata)" ] ||
		tracectl check "$turn" >/dev/null || echo "$turn"
done >bad
is "$(cat bad)" "" "all of $turns traces are valid"

done_testing
