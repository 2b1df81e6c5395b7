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

for place in fork clone vfork stacks main-exit unshare closed signal dlopen; do
	# Not in a changed root, for one.
	if [ "$place" = unshare ] && ! unshare -U true 2>/dev/null; then
		skip "unshare" "the system refuses user namespaces here"
		continue
	fi
	ok "$place: the program ends as it should" record "$place"
	ok "$place: each hit was recorded once, with its ids" same
done

# What the statedump says of the program itself.
"$BABELTRACE2" "$work/trace" 2>/dev/null >"$work/text"
bin_info=$(sed -n 's/.*lttng_ust_statedump:bin_info: .*{ baddr = \(0x[0-9A-F]*\), memsz = [0-9]*, path = "\([^"]*\)", is_pic = \([01]\), has_build_id = \([01]\),.*/\1 \2 \3 \4/p' "$work/text" |
	grep "/agent_events ")
is "${bin_info#* }" "$(readlink -f "$program") 1 1" \
	"statedump: the program's path, that it is PIC and has a build ID"
wanted=$(readelf -n "$program" 2>/dev/null | sed -n 's/.*Build ID: //p')
if [ -n "$wanted" ]; then
	is "$(sed -n "s/.*statedump:build_id: .*baddr = ${bin_info%% *}, [^{[]*\[\(.*\)\].*/\1/p" "$work/text" |
		tr 'A-F' 'a-f' | grep -o '0x[0-9a-f]*' |
		sed 's/0x\(.\)$/0\1/; s/0x//' | tr -d '\n')" \
		"$wanted" "statedump: its build ID"
else
	skip "statedump: its build ID" "readelf shows none"
fi
is "$(grep -c 'lttng_ust_statedump:\(start\|end\): ' "$work/text")" 2 \
	"statedump: one start, one end"

done_testing
