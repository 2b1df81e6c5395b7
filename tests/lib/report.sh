# SPDX-License-Identifier: GPL-2.0-or-later
# tests/lib/report.sh: for tests of tracectl report; sourced after tap.sh.
#
#	needs_reports		ends the test in a build without them
#	trace NAME		makes $work/NAME of the text on stdin (ctf_text.c)
#	report NAME [OPTION...] TRACE	to $work/out, blanks squeezed
#	has LINE "name"		the report has exactly this line

plugin=$top_builddir/.libs/babeltrace-plugin-tracectl.so
TZ=UTC
export TZ

needs_reports() {
	[ -f "$plugin" ] && return
	mkdir "$work/nothing"
	tracectl report "$work/nothing" >"$work/out" 2>&1
	is $? 1 "report fails in a build without babeltrace2"
	ok "and says why" grep -q "built without babeltrace2" "$work/out"
	done_testing
}

trace() {
	"$top_builddir/tests/lib/ctf_text" "$work/$1" || exit 99
}

report() {
	tracectl report "$@" 2>"$work/err" >"$work/raw"
	status=$?
	tr -s ' ' <"$work/raw" | sed 's/^ //' >"$work/out"
	cat "$work/err" >>"$work/out"
	return $status
}

has() {
	ok "$2" grep -qxF -- "$1" "$work/out" || sed 's/^/# /' "$work/out"
}

# sw NS CPU PREV TID STATE NEXT TID [PRIO]: a sched_switch.
sw() {
	echo "$1 $2 sched_switch prev_comm=\"$3\" prev_tid=$4 prev_prio=20" \
		"prev_state=$5 next_comm=\"$6\" next_tid=$7 next_prio=${8:-20}"
}
