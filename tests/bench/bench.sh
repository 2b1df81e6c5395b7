#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# bench.sh: `make bench`. Runs every case REPEAT times (7), one case after the
# other and then all over again, so that a slow minute of the machine falls on
# all of them; prints a table of medians. LTTng-UST is measured beside it when
# its programs were built and its daemon is installed.
#
# Environment: top_srcdir, top_builddir (make sets them), REPEAT, LOOPS, and PARTS:
# events, immediate, or both.

set -u
: "${top_srcdir:?run by make bench}" "${top_builddir:?run by make bench}"
REPEAT=${REPEAT:-7}
LOOPS=${LOOPS:-2000000}
PARTS=${PARTS:-events immediate}
programs=$top_builddir/tests/bench

work=$(mktemp -d "${TMPDIR:-/tmp}/tracectl-bench.XXXXXX") || exit 1
TRACECTL_RUNTIME_DIR=$(mktemp -d /dev/shm/tracectl-bench.XXXXXX) || exit 1
idle_runtime=$(mktemp -d /dev/shm/tracectl-bench.XXXXXX) || exit 1
export TRACECTL_RUNTIME_DIR
. "$top_srcdir/tests/bench/peers.sh"
. "$top_srcdir/tests/bench/immediate.sh"

finish() {
	trap - EXIT INT TERM
	lttng_daemon_end
	tracectl_end
	rm -rf "$work" "$TRACECTL_RUNTIME_DIR" "$idle_runtime"
}
trap finish EXIT
trap 'exit 130' INT TERM

results=$work/results
: >"$results"

# sample NAME COMMAND...: one number of the command, kept under the name.
sample() {
	sample_name=$1
	shift
	if value=$("$@" 2>"$work/error"); then
		echo "$sample_name $value" >>"$results"
	else
		echo "bench: $sample_name failed: $(head -1 "$work/error")" >&2
	fi
}

# median NAME [COLUMN]
median() {
	awk -v name="$1" -v column="${2:-2}" '$1 == name { print $column }' \
		"$results" | sort -g |
		awk '{ v[NR] = $1 } END { if (NR) print v[int((NR + 1) / 2)] }'
}

# Instructions of one loop: the difference of two runs.
instructions() {
	for loops in 1000 101000; do
		valgrind --tool=callgrind --callgrind-out-file=/dev/null "$1" \
			"$loops" 2>&1 >/dev/null |
			sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
	done | paste -sd ' ' | awk '{ print ($2 - $1) / 100000 }'
}

own() {
	TRACECTL_RUNTIME_DIR=$idle_runtime "$@"
}

# bridged CASE LOOPS: LTTng's provider, recorded by us.
bridged() {
	"$top_builddir/tracectl" record -q --mode overwrite -e 'tctl_bench:*' \
		-o "$work/bridged" -- "$programs/lttng" "$@"
	bridged_status=$?
	rm -rf "$work/bridged"
	return $bridged_status
}

no_rseq() {
	GLIBC_TUNABLES=glibc.pthread.rseq=0 own "$@"
}

# part NAME: whether it is to be measured.
part() {
	case " $PARTS " in
	*" $1 "*) ;;
	*) return 1 ;;
	esac
}

round() {
	sample dormant.plain "$programs/dormant-plain"
	sample dormant.own own "$programs/dormant"
	sample dormant.headers own "$programs/dormant-headers"
	sample rdtsc own "$programs/record" whole rdtsc "$LOOPS"
	sample two own "$programs/record" whole two "$LOOPS"
	sample two.context own "$programs/record" whole two "$LOOPS" context
	sample counted.rseq own "$programs/record" counted two "$LOOPS"
	sample counted.getcpu no_rseq "$programs/record" counted two "$LOOPS"
	sample counted.syscall no_rseq "$programs/record-syscall" counted two \
		"$LOOPS"
	sample text own "$programs/record" whole text "$LOOPS"
	sample headers.two own "$programs/record-headers" whole two "$LOOPS"
	sample headers.text own "$programs/record-headers" whole text "$LOOPS"
	for threads in 2 8 64; do
		sample "threads.$threads" own "$programs/record" whole \
			"$threads" "$LOOPS"
	done
	sample forged.stagger "$programs/layout" stagger "$LOOPS"
	sample forged.aligned "$programs/layout" aligned "$LOOPS"
	sample patch.dense own "$programs/patch-dense"
	sample patch.sparse own "$programs/patch-sparse"
	sample start.plain "$programs/spawn" 100 "$programs/true-plain"
	sample start.none own "$programs/spawn" 100 "$programs/true"
	sample start.daemon "$programs/spawn" 100 "$programs/true"
	tracectl_signal STOP
	sample start.stopped "$programs/spawn" 5 "$programs/true"
	tracectl_signal CONT
	[ "$lttng" = yes ] || return 0
	sample dormant.lttng "$programs/dormant-lttng"
	sample lttng.none lttng_idle "$lttng_programs/spawn" 20 \
		"$lttng_programs/lttng"
	lttng_session
	sample lttng.two lttng_user "$lttng_programs/lttng" two "$LOOPS"
	sample lttng.text lttng_user "$lttng_programs/lttng" text "$LOOPS"
	for threads in 2 8 64; do
		sample "lttng.threads.$threads" lttng_user "$lttng_programs/lttng" \
			"$threads" "$LOOPS"
	done
	sample bridge.two bridged two "$LOOPS"
	sample bridge.text bridged text "$LOOPS"
	lttng_session_end
	sample lttng.daemon lttng_user "$lttng_programs/spawn" 20 \
		"$lttng_programs/lttng"
	lttng_signal STOP
	sample lttng.stopped lttng_user "$lttng_programs/spawn" 1 \
		"$lttng_programs/lttng"
	lttng_signal CONT
}

if part events; then
	lttng_begin
	tracectl_begin
fi
i=0
while [ "$i" -lt "$REPEAT" ]; do
	i=$((i + 1))
	echo "bench: round $i of $REPEAT" >&2
	part events && round
	part immediate && immediate_round
done
part immediate && immediate_once
if part events && command -v valgrind >/dev/null; then
	for kind in plain own headers lttng; do
		program=$programs/dormant-$kind
		[ "$kind" = own ] && program=$programs/dormant
		[ -x "$program" ] && sample "instructions.$kind" \
			instructions "$program"
	done
fi
. "$top_srcdir/tests/bench/table.sh"
part events && events_table
part immediate && immediate_table
:
