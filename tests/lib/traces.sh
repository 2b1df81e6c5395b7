# SPDX-License-Identifier: GPL-2.0-or-later
# tests/lib/traces.sh: traces that LTTng recorded, kept beside this tree, or
# where TRACECTL_TRACES says. Sourced after tests/lib/tap.sh.
#
#	reference_trace NAME	unpacks it to $work/NAME; fails when there is none

reference_trace() {
	reference=${TRACECTL_TRACES:-$top_srcdir/../shared/traces}/$1.tar.xz
	[ -f "$reference" ] || return 1
	[ -d "$work/$1" ] || tar -xJf "$reference" -C "$work"
}
