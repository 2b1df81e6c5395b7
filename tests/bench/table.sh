# SPDX-License-Identifier: GPL-2.0-or-later
# tests/bench/table.sh: prints what bench.sh has sampled of events. Sourced by it.

# calc EXPRESSION
calc() {
	awk "BEGIN { printf \"%.2f\", $1 }"
}

# row TEXT VALUE UNIT [REMARK]
row() {
	printf '  %-46s %12s %-12s %s\n' "$1" "${2:--}" "$3" "${4:-}"
}

# verdict VALUE OP TARGET TEXT
verdict() {
	[ -n "$1" ] || return 0
	awk "BEGIN { exit !($1 $2 $3) }" && echo "$4: met" || echo "$4: MISSED"
}

# per_site NAME: of the eight in a loop, the loop itself taken off.
per_site() {
	one=$(median "$1.$2")
	plain=$(median "$1.plain")
	[ -n "$one" ] && [ -n "$plain" ] && calc "($one - $plain) / 8"
}

ratio() {
	[ -n "$1" ] && [ -n "$2" ] && calc "$1 / $2"
}

minus() {
	[ -n "$1" ] && [ -n "$2" ] && calc "$1 - $2"
}

cpu=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)
printf 'tracectl benchmark: %s, %s CPUs, Linux %s, %s\n' "$cpu" \
	"$(getconf _NPROCESSORS_ONLN)" "$(uname -r)" "$(date -u +%F)"
printf 'Medians of %s interleaved repetitions, %s events each; ' \
	"$REPEAT" "$LOOPS"
printf 'CPU time where one thread runs.\n'

events_table() {
	printf '\nDormant site\n'
	own_instructions=$(per_site instructions own)
	row 'tracectl' "$(per_site dormant own)" ns/site
	row 'tracectl' "$own_instructions" instructions \
		"$(verdict "$own_instructions" == 1 'exactly 1')"
	headers_instructions=$(per_site instructions headers)
	row "LTTng-UST's source, our headers" "$(per_site dormant headers)" ns/site
	row "LTTng-UST's source, our headers" "$headers_instructions" instructions \
		"$(verdict "$headers_instructions" == 1 'exactly 1')"
	row 'LTTng-UST' "$(per_site dormant lttng)" ns/site
	row 'LTTng-UST' "$(per_site instructions lttng)" instructions

	printf '\nOpen event, two 64-bit fields, overwrite mode\n'
	rdtsc=$(median rdtsc)
	two=$(median two)
	peer=$(median lttng.two)
	by_rdtsc=$(ratio "$two" "$rdtsc")
	by_peer=$(ratio "$peer" "$two")
	row 'rdtsc alone' "$rdtsc" ns
	row 'rseq, whole' "$two" ns
	row 'the same in rdtsc' "$by_rdtsc" times \
		"$(verdict "$by_rdtsc" '<=' 1.5 'at most 1.5')"
	row 'rseq, whole, with vpid and vtid' "$(median two.context)" ns
	row 'rseq cpu number, counted' "$(median counted.rseq)" ns
	row 'sched_getcpu(), counted' "$(median counted.getcpu)" ns
	row 'getcpu system call, counted' "$(median counted.syscall)" ns
	row 'LTTng-UST' "$peer" ns
	row 'LTTng-UST in events of ours' "$by_peer" times \
		"$(verdict "$by_peer" '>=' 6 'at least 6')"

	headers=$(median headers.two)
	by_headers=$(ratio "$peer" "$headers")
	row "LTTng-UST's source, our headers" "$headers" ns
	row 'LTTng-UST in events of our headers' "$by_headers" times \
		"$(verdict "$by_headers" '>=' 6 'at least 6')"
	bridge=$(median bridge.two)
	by_bridge=$(ratio "$peer" "$bridge")
	row "LTTng-UST's provider, bridged" "$bridge" ns
	row 'LTTng-UST in bridged events' "$by_bridge" times \
		"$(verdict "$by_bridge" '>=' 2 'at least 2')"

	printf '\nOne thread in the place of 64 CPUs, memory accesses of a record\n'
	row 'control blocks staggered' "$(median forged.stagger)" ns
	row 'control blocks page-aligned' "$(median forged.aligned)" ns

	printf '\nOpen event, 32-byte string and four integers\n'
	row 'tracectl' "$(median text)" ns
	row 'LTTng-UST' "$(median lttng.text)" ns
	row "LTTng-UST's source, our headers" "$(median headers.text)" ns
	row "LTTng-UST's provider, bridged" "$(median bridge.text)" ns

	printf '\nOpen event, two 64-bit fields, threads on all CPUs (wall time)\n'
	for threads in 2 8 64; do
		row "$threads threads" "$(median threads.$threads)" ns/event
		row "$threads threads, LTTng-UST" "$(median lttng.threads.$threads)" \
			ns/event
	done

	printf '\nEnabling 10,000 sites in a running program\n'
	dense=$(median patch.dense)
	row 'on 200 pages' "$dense" ms "$(verdict "$dense" '<' 10 'under 10')"
	row 'pages touched' "$(median patch.dense 3)" pages
	row 'on 10,000 pages' "$(median patch.sparse)" ms
	row 'pages touched' "$(median patch.sparse 3)" pages

	printf '\nStart-up time added to a program that ends at once\n'
	plain=$(median start.plain)
	own_none=$(minus "$(median start.none)" "$plain")
	own_daemon=$(minus "$(median start.daemon)" "$plain")
	own_stopped=$(minus "$(median start.stopped)" "$plain")
	row 'the program without probes' "$plain" us
	row 'tracectl, no daemon' "$own_none" us \
		"$(verdict "$own_none" '<' 300 'under 300')"
	row 'tracectl, daemon' "$own_daemon" us \
		"$(verdict "$own_daemon" '<' 2000 'under 2,000')"
	row 'tracectl, daemon stopped' "$own_stopped" us \
		"$(verdict "$own_stopped" '<' 100000 'under 100,000')"
	row 'LTTng-UST, no daemon' "$(minus "$(median lttng.none)" "$plain")" us
	row 'LTTng-UST, daemon' "$(minus "$(median lttng.daemon)" "$plain")" us
	row 'LTTng-UST, daemon stopped' "$(minus "$(median lttng.stopped)" "$plain")" us
}
