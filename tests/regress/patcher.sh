#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# patcher.sh: an application that changes its code behind breakpoints: it says
# so, and is recorded like any other, while its threads run the probes.
. "$top_srcdir/tests/lib/tap.sh"
. "$top_srcdir/tests/lib/record.sh"

compile hammer hammer.c $(linked)
mkfifo "$work/lines"
tracectl create -q -o "$work/trace" patched
TRACECTL_PATCHER=breakpoint "$work/hammer" -t 4 -n 2000 -o -w \
	<"$work/lines" >"$work/said" &
hammer=$!
defer "kill $hammer"
exec 9>"$work/lines"
if [ -n "$SANITIZERS" ]; then
	skip "the patcher" "the sanitizer has handlers of its own"
elif [ -n "$IMMEDIATE_CPPFLAGS" ]; then
	skip "the patcher" "this build patches no code"
elif [ "$(uname -m)" = x86_64 ]; then
	ok "list --probes names the patcher" wait_for 100 \
		sh -c 'tracectl list --probes | grep -q "breakpoint patcher"'
	ok "status counts it" \
		sh -c 'tracectl status | grep -q "^patchers *breakpoint 1"'
else
	skip "the patcher" "there are breakpoints on x86-64 only"
fi
tracectl start -q patched
ok "its gate opens" tracectl enable -s patched hammer:hit
echo >&9
ok "it emits" wait_for 300 grep -q emitted "$work/said"
ok "the gate closes" tracectl disable -s patched hammer:hit
echo >&9
exec 9>&-
wait $hammer
is $? 0 "it ends as it should"
tracectl --json destroy patched >"$work/totals"
recorded=$(count_events "$work/trace" hammer:hit)
lost=$(json_number lost <"$work/totals")
is "emitted $((recorded + lost))" "$(head -n 1 "$work/said")" \
	"all that it emitted is recorded or counted as lost"
check_trace trace "$work/trace"
done_testing
