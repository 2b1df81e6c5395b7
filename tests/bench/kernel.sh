#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# tests/bench/kernel.sh: `make bench-kernel`, as root: what a recorded event of
# the kernel costs the program it happens to, ours and with other tracers. All
# cases one after the other, and again, REPEAT times (5); medians.

set -u
: "${top_srcdir:?run by make bench-kernel}" "${top_builddir:?}"
REPEAT=${REPEAT:-5}
COUNT=${COUNT:-400000}
programs=$top_builddir/tests/bench
work=$(mktemp -d "${TMPDIR:-/tmp}/tracectl-bench.XXXXXX") || exit 1
tracer=
finish() {
	trap - EXIT INT TERM
	[ -z "$tracer" ] || kill "$tracer" 2>/dev/null
	rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM
. "$top_srcdir/tests/bench/table_kernel.sh"

load() {
	"$programs/kernel_load" "$@"
}

# own CASE COUNT [all] -- PATTERN...: while our programs record.
own() {
	own_load="$1 $2"
	shift 2
	if [ "$1" = all ]; then
		own_load="$own_load all"
		shift
	fi
	mkfifo "$work/input" "$work/output"
	taskset -c 0 "$programs/kernel_record" "$@" <"$work/input" \
		>"$work/output" 2>>"$work/own" &
	exec 8>"$work/input" 9<"$work/output"
	read -r ready <&9
	load $own_load
	exec 8>&- 9<&-
	wait $!
	rm -f "$work/input" "$work/output"
}

# peer READY CASE COUNT COMMAND...: while another tracer runs, READY seconds
# after it was started.
peer() {
	peer_ready=$1
	peer_load="$2 $3"
	shift 3
	taskset -c 0 "$@" >"$work/peer" 2>&1 </dev/null &
	tracer=$!
	sleep "$peer_ready"
	kill -0 "$tracer" || return 1
	load $peer_load
	kill -INT "$tracer"
	wait "$tracer"
	tracer=
}

perf_record() {
	perf_load=$1
	shift
	peer 2 "$perf_load" "$COUNT" perf record -q -a -m 1024 -o "$work/perf" "$@"
	rm -f "$work/perf"
}

under_strace() {
	strace -f -o /dev/null -e "trace=$1" "$programs/kernel_load" "$1" 20000
}

# sample NAME COMMAND...
sample() {
	sample_name=$1
	shift
	"$@" 2>"$work/error" | sed "s/^/$sample_name /" >>"$work/results"
}

calls() {
	sample "$1.plain" load "$1" "$COUNT"
	sample "$1.empty" own "$1" "$COUNT" --empty
	sample "$1.own" own "$1" "$COUNT" "syscall:$1"
	[ -z "$perf" ] || sample "$1.perf" perf_record "$1" \
		-e "syscalls:sys_enter_$1,syscalls:sys_exit_$1"
	[ -z "$bpftrace" ] || sample "$1.bpftrace" peer 4 "$1" "$COUNT" bpftrace -e \
		"tracepoint:syscalls:sys_enter_$1,tracepoint:syscalls:sys_exit_$1 { @ = count(); }"
	[ -z "$strace" ] || sample "$1.strace" under_strace "$1"
}

switches() {
	sample switch.plain load switch "$COUNT"
	sample switch.empty own switch "$COUNT" --empty
	sample switch.own own switch "$COUNT" sched_switch
	[ -z "$perf" ] || sample switch.perf perf_record switch -e sched:sched_switch
	[ -z "$bpftrace" ] || sample switch.bpftrace peer 4 switch "$COUNT" bpftrace \
		-e 'tracepoint:sched:sched_switch { @ = count(); }'
}

# User and kernel stacks, 500 times per second.
stacks() {
	sample work.plain load work 400
	sample work.own own work 400 profile_sample
	[ -z "$perf" ] || sample work.perf peer 2 work 400 \
		perf record -q -a -g -F 500 -e cpu-clock -m 1024 -o "$work/perf"
	rm -f "$work/perf"
}

round() {
	calls getppid
	calls openat
	switches
	stacks
	sample all.plain load getppid "$COUNT" all
	sample all.own own getppid "$COUNT" all syscall:getppid
}

[ "$(id -u)" = 0 ] || { echo 'bench: the kernel is recorded by root' >&2; exit 1; }
perf=$(command -v perf)
bpftrace=$(command -v bpftrace)
strace=$(command -v strace)
i=0
while [ $i -lt "$REPEAT" ]; do
	round
	i=$((i + 1))
done
table
