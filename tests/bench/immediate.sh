# SPDX-License-Identifier: GPL-2.0-or-later
# tests/bench/immediate.sh: what immediates, gates and switches cost: in each state
# of the caches, when they are set, in bytes of code for each port, and in misses of
# the instruction cache. Sourced by bench.sh.

cold_kinds='global immediate branch switch probe'
set_modes='idle busy'
footprints='0 1000 10000 inline1000 inline10000'

# unfound COMMAND...: where it finds no daemon of LTTng's, the system's included,
# which might open its sites.
unfound() {
	if [ "$(id -u)" = 0 ] && [ -d /run/lttng ]; then
		LTTNG_HOME=$work/nobody unshare -m sh -c \
			'mount -t tmpfs none /run/lttng && exec "$@"' sh "$@"
	else
		LTTNG_HOME=$work/nobody own "$@"
	fi
}

immediate_round() {
	for kind in $cold_kinds; do
		sample "cold.$kind" own "$programs/cold" "$kind"
	done
	[ ! -x "$programs/cold-lttng" ] ||
		sample cold.lttng unfound "$programs/cold-lttng" lttng
	for mode in $set_modes; do
		for patcher in flip breakpoint; do
			sample "set.$patcher.$mode" own \
				env TRACECTL_PATCHER=$patcher "$programs/set" $mode
		done
	done
}

# misses PROGRAM: of the instruction cache in a run of all functions, the
# difference of two runs.
misses() {
	for loops in 2 12; do
		valgrind --tool=cachegrind --cache-sim=yes \
			--cachegrind-out-file=/dev/null "$1" $loops 2>&1 |
			sed -n 's/.*I1 *misses: *//p' | tr -d ,
	done | paste -sd ' ' | awk '{ print ($2 - $1) / 10 }'
}

# sizes OBJECT: "hot text": bytes between two labels, and bytes of code but for
# what each object has once.
sizes() {
	readelf -sSW "$1" | awk '
		function number(hex,	i, n) {
			for (i = 1; i <= length(hex); i++)
				n = 16 * n + index("0123456789abcdef", \
						   substr(hex, i, 1)) - 1
			return n
		}
		{ sub(/^ *\[ *[0-9]+\] */, "[] ") }
		$1 == "[]" && $2 ~ /^\.text/ && $2 !~ /tctl_call/ {
			text += number($6)
		}
		$8 == "bench_hot_begin" { begin = number($2) }
		$8 == "bench_hot_end" { end = number($2) }
		END { print end - begin, text }'
}

# code_bytes COMPILER SITE: bytes of code "hot cold" that a site adds.
code_bytes() {
	for kind in none "$2"; do
		# shellcheck disable=SC2086 # flags
		$1 -std=gnu11 -O2 -falign-functions=1 -I"$top_srcdir/include" \
			"-DBENCH_$kind" -c "$top_srcdir/tests/bench/bytes.c" \
			-o "$work/bytes.o" 2>"$work/error" || return 1
		sizes "$work/bytes.o"
	done | paste -sd ' ' | awk '{ print $3 - $1, $4 - $2 - ($3 - $1) }'
}

bytes_row() { # PORT COMPILER
	command -v "${2%% *}" >/dev/null || return 0
	printf '  %-24s' "$1"
	for site in probe value branch switch; do
		printf ' %14s' "$(code_bytes "$2" $site | tr ' ' '+')"
	done
	printf '\n'
}

immediate_once() {
	command -v valgrind >/dev/null || return 0
	for kind in $footprints; do
		sample "misses.$kind" misses "$programs/footprint-$kind"
	done
}

cold_row() { # TEXT KIND
	printf '  %-32s' "$1"
	for column in 2 3 4 5 6 7; do
		printf ' %8s' "$(median "cold.$2" $column)"
	done
	printf '\n'
}

set_row() { # TEXT NAME
	printf '  %-32s %10s %10s %10s\n' "$1" "$(median "$2" 2)" \
		"$(median "$2" 3)" "$(median "$2" 4)"
}

immediate_table() {
	printf '\nOne site, in cycles more than no site\n'
	printf '  %-32s %8s %8s %8s %8s %8s %8s\n' 'evicted from' nothing L1 \
		'L1, L2' all 'all:code' both
	cold_row 'a global' global
	cold_row 'an immediate' immediate
	cold_row 'immediate_if, 0' branch
	cold_row 'immediate_switch' switch
	cold_row 'dormant probe' probe
	cold_row 'dormant site of LTTng-UST' lttng
	printf '  (code without a site, evicted from all: %s cycles)\n' \
		"$(median cold.probe 8)"
	cold=$(median cold.global 5)
	gate=$(median cold.probe 7)
	[ -z "$gate" ] || awk "BEGIN { exit !($gate * 20 <= $cold) }" &&
		echo '  a cold gate costs a twentieth of a cold global: met' ||
		echo '  a cold gate costs a twentieth of a cold global: MISSED'

	printf '\nA set, us for 1, 100 and 10,000 sites\n'
	for patcher in flip breakpoint; do
		set_row "$patcher, idle" "set.$patcher.idle"
		set_row "$patcher, all CPUs run the sites" "set.$patcher.busy"
	done

	printf '\nBytes of code for each site, hot+cold, gcc -O2\n'
	printf '  %-24s %14s %14s %14s %14s\n' '' 'probe, 2 fields' \
		immediate_read immediate_if switch
	bytes_row x86-64 "${CC:-gcc}"
	bytes_row 'x86-64, clang' clang
	bytes_row i386 i686-linux-gnu-gcc
	bytes_row 'i386, no PIC' 'i686-linux-gnu-gcc -fno-pic'
	bytes_row arm64 aarch64-linux-gnu-gcc
	bytes_row 'arm, A32' 'arm-linux-gnueabihf-gcc -marm'
	bytes_row riscv64 riscv64-linux-gnu-gcc
	bytes_row powerpc powerpc-linux-gnu-gcc
	bytes_row powerpc64 powerpc64-linux-gnu-gcc
	bytes_row powerpc64le powerpc64le-linux-gnu-gcc

	printf '\nMisses of the instruction cache, running 10,000 functions once\n'
	row 'no sites' "$(median misses.0)" misses
	row '1,000 dormant probes' "$(median misses.1000)" misses
	row '10,000 dormant probes' "$(median misses.10000)" misses
	row '1,000, cold code in the functions' "$(median misses.inline1000)" \
		misses
	row '10,000, cold code in the functions' \
		"$(median misses.inline10000)" misses
}
