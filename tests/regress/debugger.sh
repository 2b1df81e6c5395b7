#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Sites under a debugger: its breakpoints are left alone, and it may step
# through sites that are being changed.
. "${top_srcdir:-.}/tests/lib/tap.sh"

program=$top_builddir/tests/regress/debugged
if ! command -v gdb >/dev/null; then
	skip "sites under a debugger" "gdb is not installed"
	done_testing
fi

# PATCHER: what the program says and what gdb says, each in a file.
debug() {
	TRACECTL_PATCHER=$1 "$program" >"$work/$1" 2>&1 &
	pid=$!
	cat >"$work/commands" <<-END
	set pagination off
	set confirm off
	echo attached\\n
	break stage_1
	set var attached = 1
	continue
	break *gate_at
	break *value_at
	tbreak stage_2
	continue
	delete
	tbreak stage_3
	continue
	stepi 400
	echo stepped\\n
	tbreak stage_4
	continue
	detach
	END
	timeout 60 gdb -batch -nx -x "$work/commands" -p "$pid" \
		>"$work/$1.gdb" 2>&1
	if ! grep -q '^attached' "$work/$1.gdb"; then
		kill "$pid"
		wait "$pid"
		return 1
	fi
	wait "$pid"
	status=$?
}

for patcher in flip breakpoint; do
	if ! debug $patcher; then
		skip "$patcher: sites under a debugger" "gdb can't attach here"
		continue
	fi
	is "$status" 0 "$patcher: all is well" ||
		sed 's/^/# /' "$work/$patcher" "$work/$patcher.gdb"
	is "$(grep -c '^ok' "$work/$patcher")" 12 "$patcher: to the end"
	ok "$patcher: it was stepped" grep -q '^stepped' "$work/$patcher.gdb"
done
done_testing
