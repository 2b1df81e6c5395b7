#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# busy_site.sh: a debugger's breakpoint on a site is left alone and reported;
# once it is gone, the event can be enabled.
. "$top_srcdir/tests/lib/tap.sh"
. "$top_srcdir/tests/lib/record.sh"

if [ "$(uname -m)" != x86_64 ]; then
	skip "a breakpoint on a site" "the test knows x86-64 only"
	done_testing
	exit
fi
if [ -n "$SANITIZERS" ]; then
	skip "a breakpoint on a site" "a sanitized program can't write to its text"
	done_testing
	exit
fi
compile busy busy_site.c $(linked)
mkfifo "$work/lines"
"$work/busy" <"$work/lines" >"$work/said" &
busy=$!
defer "kill $busy"
exec 9>"$work/lines"
ok "a program has a breakpoint on its site" \
	wait_for 100 grep -q ready "$work/said"
tracectl create -q -o "$work/trace" busy
tracectl start -q
wait_for 100 sh -c 'tracectl list --probes | grep -q busy:hit'
tracectl enable busy:hit >"$work/enabled" 2>&1
ok "enable says so" grep -q "breakpoints sit on 1 probe site" "$work/enabled"
echo >&9
ok "the breakpoint was left alone; now it is removed" \
	wait_for 100 grep -q removed "$work/said"
tracectl enable busy:hit >"$work/enabled" 2>&1
ok "enabling again has nothing to say against it" \
	sh -c '! grep -q breakpoints "$1"' sh "$work/enabled"
echo >&9
exec 9>&-
wait $busy
is $? 0 "the program ends as it should"
ok "the session ends" tracectl destroy -q
is "$(count_events "$work/trace" busy:hit)" 1 "the hit is in the trace"
done_testing
