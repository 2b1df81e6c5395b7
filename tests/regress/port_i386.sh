#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The port to i386, natively: see port.sh. Values in position-independent code
# are patched, too. Tests of the patchers are compiled for it here, as the suite
# is for another processor.
. "$top_srcdir/tests/regress/port.sh"

port_arch="i386/encode.c x86/breakpoint.c x86/trial.c generic/switch.c"

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
	unset TRACECTL_PATCHER
}
port_more=natives

run_port i386 i686-linux-gnu '' yes 32 12 12 12 12
