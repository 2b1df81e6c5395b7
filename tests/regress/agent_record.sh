#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Every hit of a probe in unusual places is recorded once, under the ids of the
# process and thread that hit it.
. "$top_srcdir/tests/lib/tap.sh"

program=$top_builddir/tests/regress/agent_events

# record PLACE: what the program noted in $work/want, what was recorded in
# $work/got, both sorted.
record() {
	rm -rf "$work/trace" "$work/want" "$work/got"
	timeout 60 tracectl record -o "$work/trace" -- \
		"$program" "$1" "$work/want" >"$work/log" 2>&1 || {
		cat "$work/log"
		return 1
	}
	"$BABELTRACE2" "$work/trace" 2>/dev/null | sed -n \
		's/.*agent:hit: .*vpid = \([0-9]*\), vtid = \([0-9]*\).*number = \([0-9]*\).*/\1 \2 \3/p' |
		sort >"$work/got"
	sort -o "$work/want" "$work/want"
}

same() {
	[ -s "$work/want" ] && diff "$work/want" "$work/got"
}

[ -n "$BABELTRACE2" ] || {
	skip "hits in unusual places" "babeltrace2 is not installed"
	done_testing
}

for place in fork vfork stacks main-exit unshare closed signal dlopen; do
	ok "$place: the program ends as it should" record "$place"
	ok "$place: each hit was recorded once, with its ids" same
done

done_testing
