# SPDX-License-Identifier: GPL-2.0-or-later
# tests/bench/table_kernel.sh: prints what kernel.sh has sampled.

median() {
	awk -v name="$1" '$1 == name { print $2 }' "$work/results" | sort -g |
		awk '{ v[NR] = $1 } END { if (NR) print v[int((NR + 1) / 2)] }'
}

# row CASE TRACER TEXT: ns that the tracer adds to an event.
row() {
	row_plain=$(median "$1.plain")
	row_value=$(median "$1.$2")
	[ -n "$row_value" ] || return
	printf '  %-40s %10s ns\n' "$3" \
		"$(awk "BEGIN { printf \"%.0f\", ($row_value - $row_plain) * $scale }")"
}

rows() {
	scale=1
	echo "$2 (untraced: $(median "$1.plain") ns)"
	row "$1" empty 'empty programs'
	row "$1" own 'tracectl'
	row "$1" perf 'perf record -a'
	row "$1" bpftrace 'bpftrace count()'
	row "$1" strace 'strace -f'
}

# A sample comes after 2 ms of work, however much of it a call of the load is.
samples() {
	echo "user and kernel stacks, 500 per second, each sample"
	scale="2000000 / $(median work.plain)"
	row work own 'tracectl'
	row work perf 'perf record -a -g'
}

table() {
	printf 'kernel benchmark: %s, %s CPUs, Linux %s, %s\n' \
		"$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)" \
		"$(getconf _NPROCESSORS_ONLN)" "$(uname -r)" "$(date -u +%F)"
	printf 'Added per event; medians of %s interleaved repetitions.\n' "$REPEAT"
	rows getppid 'getppid, entry and exit'
	rows all 'the same on all CPUs at once'
	rows openat 'openat with its path, entry and exit'
	rows switch 'sched_switch between two tasks'
	samples
}
