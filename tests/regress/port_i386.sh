#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The port to i386, natively: see port.sh. Values in position-independent code
# are patched, too. Tests of the patchers are compiled for it here, as the suite
# is for another processor.
. "$top_srcdir/tests/regress/port.sh"

port_arch="i386/encode.c x86/breakpoint.c x86/switch.c x86/trial.c"

# native NAME SOURCE FLAG...: a test of the suite, linked to the library.
native() {
	name=$1 source=$top_srcdir/$2
	shift 2
	$compiler -std=gnu11 $macros $includes -O2 "$@" "$source" \
		"$work/libport.a" -o "$work/$name" -lpthread -ldl \
		2>"$work/$name.log" || cat "$work/$name.log"
	ok "$folder: $name" timeout 120 "$work/$name"
}

natives() {
	native breakpoint_x86 tests/unit/breakpoint_x86.c
	for pic in -fno-pic -fPIE; do
		native "immediate_c$pic" tests/unit/immediate_c.c $pic
	done
	TRACECTL_PATCHER=breakpoint
	export TRACECTL_PATCHER
	native immediate_c-breakpoint tests/unit/immediate_c.c -fPIE
	CHANGES=20000
	export CHANGES
	native flip-breakpoint tests/stress/flip.c -fPIE
	unset TRACECTL_PATCHER
	native flip tests/stress/flip.c -fPIE
	native trap tests/unit/trap.c -fPIE
	if ok "$folder: the shared library" shared_library; then
		interposed
		children
	fi
}

# What stands in front of the C library is in the shared library only.
shared_library() {
	mkdir -p "$work/pic" &&
		(cd "$work/pic" && $compiler -std=gnu11 -O2 -fPIC -DPIC \
			-fvisibility=hidden $macros $includes -c \
			"$top_srcdir"/libtrace/interpose_*.c \
			"$top_srcdir/arch/i386/vfork.S") &&
		rm -f "$work"/objects/libtrace-interpose_* &&
		$compiler -shared "$work"/objects/*.o "$work"/pic/*.o \
			-Wl,--version-script="$top_srcdir/libtrace/libtracectl.map" \
			-Wl,-z,nodelete -o "$work/libport.so" -lpthread -ldl
}

# dynamic NAME SOURCE: a program linked to it.
dynamic() {
	$compiler -std=gnu11 $macros $includes -DTRACECTL_LINKED -O2 \
		"$top_srcdir/$2" "$work/libport.so" -Wl,-rpath,"$work" \
		-o "$work/$1" -lpthread -ldl
}

interposed() {
	dynamic breakpoint tests/unit/breakpoint.c
	ok "$folder: breakpoint, signals interposed" timeout 60 \
		"$work/breakpoint"
}

# Events of forked, vforked and exec'ed children, and the pids in them.
children() {
	dynamic family tests/regress/family.c
	ok "$folder: children are recorded" timeout 60 tracectl record -q \
		-o "$work/children" -e 'family:*' -- "$work/family"
	[ -n "$BABELTRACE2" ] || return
	"$BABELTRACE2" "$work/children" | sed -nE \
		's/.* (family:[a-z_]+): .*vpid = ([0-9]+), .*\{ pid = ([0-9]+) \}$/\1 \2 \3/p' \
		>"$work/got"
	is "$(awk '$2 != $3' "$work/got")" "" \
		"$folder: vpid is the emitting process"
	is "$(grep -c vforked "$work/got")" 1 "$folder: of a vfork, too"
}
port_more=natives

run_port i386 i686-linux-gnu '' 32-bit 12 12 12 12
