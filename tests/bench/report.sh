#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# report.sh: what each report adds to reading a trace: CPU time of babeltrace2
# with the report as sink over that with its dummy sink, in pairs, one report
# after the other and then all over again; medians of the pairs. Then what
# memory each takes for that trace and for one of a quarter of its length.
# Run by `make bench`; TRACE names another trace to read.
#
# Environment: top_builddir, BABELTRACE2 (make sets them), REPEAT, EVENTS, TRACE.

set -u
: "${top_builddir:?run by make bench}"
REPEAT=${REPEAT:-7}
EVENTS=${EVENTS:-1000000}
plugins=$top_builddir/.libs
reports='summary events cpu sched syscalls io files irq memory locks profile off-cpu'

if [ -z "${BABELTRACE2:-}" ] ||
	[ ! -f "$plugins/babeltrace-plugin-tracectl.so" ]; then
	echo 'Reports: not measured, there is no babeltrace2'
	exit 0
fi
work=$(mktemp -d "${TMPDIR:-/tmp}/tracectl-bench.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' HUP INT PIPE TERM

# kernel_trace NAME EVENTS: four CPUs where 40 tasks read, sleep, are woken and
# interrupted.
kernel_trace() {
	awk -v events="$2" 'BEGIN {
		print "domain kernel"
		for (ns = 1000; n < events; ns += 4000) {
			cpu = int(rand() * 4)
			tid = run[cpu]
			next_tid = 1000 + cpu * 10 + int(rand() * 10)
			at = ns " " cpu " "
			print at "syscall_entry_read fd=" tid % 7 " count=4096"
			print at "irq_handler_entry irq=9 name=\"disk\""
			print at "irq_handler_exit irq=9 ret=1"
			print at "sched_waking comm=\"task\" tid=" next_tid " prio=20 target_cpu=" cpu
			print at "sched_wakeup comm=\"task\" tid=" next_tid " prio=20 target_cpu=" cpu
			print at "sched_switch prev_comm=\"task\" prev_tid=" tid + 0 " prev_prio=20 prev_state=1 next_comm=\"task\" next_tid=" next_tid " next_prio=20"
			print at "syscall_exit_read ret=100"
			print at "kmem_mm_page_alloc page=1 order=0"
			run[cpu] = next_tid
			n += 8
			if (n % 16000 == 0)
				print "lost " cpu " 0"
		}
	}' | "$top_builddir/tests/lib/ctf_text" "$work/$1"
}

# cpu_ms COMMAND...: user and system time.
cpu_ms() {
	("$@" >/dev/null 2>"$work/error"; times) | awk 'NR == 2 {
		for (i = 1; i <= 2; i++) {
			split($i, part, "m")
			sum += part[1] * 60000 + part[2] * 1000
		}
		printf "%d", sum
	}'
}

median() {
	awk -v name="$1" -v column="$2" '$1 == name { print $column }' \
		"$work/results" | sort -g |
		awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

read_with() {
	"$BABELTRACE2" --plugin-path="$plugins" "$trace" "$@"
}

peak_with() {
	"$top_builddir/tests/bench/peak" "$BABELTRACE2" \
		--plugin-path="$plugins" "$trace" "$@"
}

trace=${TRACE:-}
if [ -z "$trace" ]; then
	trace=$work/kernel
	kernel_trace kernel "$EVENTS"
fi
: >"$work/results"
for round in $(seq "$REPEAT"); do
	for report in $reports; do
		dummy=$(cpu_ms read_with -o dummy)
		mine=$(cpu_ms read_with -c "sink.tracectl.$report")
		echo "$report $dummy $mine $((1000 * mine / dummy))" \
			>>"$work/results"
	done
done

printf '\nReports: CPU time over reading the trace alone (at most +30 %%)\n'
for report in $reports; do
	permille=$(median "$report" 4)
	printf '  %-12s %6s ms   %6s ms alone   %+6.1f %%   %s\n' "$report" \
		"$(median "$report" 3)" "$(median "$report" 2)" \
		"$(awk "BEGIN { print ($permille - 1000) / 10 }")" \
		"$([ "$permille" -le 1300 ] && echo met || echo MISSED)"
done

[ -n "${TRACE:-}" ] && exit
kernel_trace quarter $((EVENTS / 4))
printf '\nReports: most memory for a quarter of the trace, and for all of it\n'
for sink in utils.dummy $(printf 'tracectl.%s ' $reports); do
	trace=$work/quarter
	quarter=$(peak_with -c "sink.$sink")
	trace=$work/kernel
	printf '  %-18s %8s KiB %8s KiB\n' "$sink" "$quarter" \
		"$(peak_with -c "sink.$sink")"
done
