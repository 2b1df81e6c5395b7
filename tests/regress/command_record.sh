#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# `tracectl record` itself: what the program gets, what it returns, signals,
# what is left behind. The daemon's part is played by command_peer.
. "${top_srcdir:-.}/tests/lib/tap.sh"

answers=$work/answers
"$top_builddir/command_peer" "$TRACECTL_RUNTIME_DIR" "$answers" &
peer=$!
defer "kill $peer"
for i in $(seq 100); do
	[ ! -s "$TRACECTL_RUNTIME_DIR/daemon.pid" ] || break
	sleep 0.05
done
requests=$TRACECTL_RUNTIME_DIR/requests

# totals TEXT: what the daemon says at the end.
totals() {
	ends="\"output\": \"$work/trace\", \"bytes\": 4096, \"packets\": 1, $1"
	cat >"$answers" <<-END
	create	{"ok": true, "session": "s", "output": "$work/trace"}
	enable	{"ok": true, "matched": 1, "applications": 1}
	start	{"ok": true, "applications": 1}
	stats	{"ok": true, $ends}
	stop	{"ok": true, $ends}
	destroy	{"ok": true, $ends}
	END
	: >"$requests"
}

# A library with a sanitizer can't be preloaded into programs without.
preload=
[ -z "$SANITIZERS" ] || preload=--no-libtracectl-preload

record() {
	timeout 30 tracectl record $preload -s s -o "$work/trace" "$@" >"$work/out" \
		2>"$work/err"
	status=$?
}

commands() {
	sed -nE '/"ping"/d; s/.*"cmd":"([a-z]*)".*/\1/p' "$requests" |
		tr '\n' ' '
}

cd "$work" || exit 99
totals '"events": 2, "lost": 0'
record -- sh -c 'echo "$0 $*"; exit 7' a 'b c' --help
is "$status" 7 "the program's exit status is passed on"
is "$(cat "$work/out")" "a b c --help" "... and its arguments, untouched"
is "$(commands)" "create enable start stop destroy " "the order of things"
is "$(cat "$work/err")" "events  2
lost    0
size    4 KiB
trace   $work/trace
view    tracectl view $work/trace" "the summary"
record true --no-such-option
is "$status" 0 "options end at the program, -- or not"

record -- sh -c 'kill -9 $$'
is "$status" 137 "128 + signal"
is "$(commands | sed 's/.*create/create/')" \
	"create enable start stop destroy " "... and the trace is completed"

record -- printenv TRACECTL_TOKEN
if [ -z "$preload" ]; then
	LD_PRELOAD=libm.so.6 record --no-lttng-ust -- printenv LD_PRELOAD TRACECTL_TOKEN
	library=$(sed -n 's,^libm.so.6:\(/.*/libtracectl.so\)$,\1,p' \
		"$work/out")
	ok "the library is appended to LD_PRELOAD" test -f "$library"
else
	skip "the library is appended to LD_PRELOAD" "it has a sanitizer"
fi
token=$(tail -n 1 "$work/out")
is "$(printf %s "$token" | tr -d 0-9a-f | wc -c) ${#token}" "0 16" \
	"TRACECTL_TOKEN has 16 hexadecimal digits"
ok "... and is the session's" grep -q "\"token\":\"$token\"" "$requests"
: >"$requests"
record --all --no-libtracectl-preload -- printenv LD_PRELOAD TRACECTL_TOKEN
is "$(cat "$work/out")" "" "--no-libtracectl-preload, --all: neither"
ok "... and no token for the session" sh -c "! grep -q token '$requests'"

: >"$requests"
record -e 'a:*' -e 'b:*' -x 'a:c' --level info -- true
ok "-e, -x, --level" grep -q '"patterns":\["a:\*","b:\*"\],"exclude":\["a:c"\],"level":6' \
	"$requests"

# A program that turns out not to run leaves nothing behind.
: >"$requests"
printf '#!/no/such/interpreter\n' >script
chmod +x script
mkdir -p trace/kernel
echo x >trace/kernel/stream
record -- ./script
is "$status $(wc -l <"$work/err")" "127 1" "a missing interpreter: 127, one line"
is "$(commands)" "create enable start destroy " "... the session is ended"
is "$(ls trace)" "" "... its trace removed, a directory of before stays"
rmdir trace

# signals: sent to the command only, passed on; the program decides
totals '"events": 2, "lost": 0'
cat >catcher <<'END'
#!/bin/sh
[ -z "$1" ] || exit 0
trap 'echo got TERM; exit 5' TERM
trap 'echo got INT' INT
echo ready
while :; do sleep 0.05; done
END
chmod +x catcher
tracectl record $preload -s s -o "$work/trace" -- ./catcher >"$work/out" \
	2>"$work/err" &
recorder=$!
defer "kill $recorder"
for i in $(seq 200); do
	! grep -q ready "$work/out" || break
	sleep 0.05
done
kill -TERM $recorder
wait $recorder
is "$?" 5 "SIGTERM is passed on, the program's status comes back"
ok "... it got it" grep -q "got TERM" "$work/out"
ok "... and the trace is kept" grep -q "^trace " "$work/err"

tracectl record $preload -s s -o "$work/trace" >"$work/out" 2>"$work/err" &
recorder=$!
defer "kill $recorder"
for i in $(seq 200); do
	! grep -q "Ctrl-C" "$work/err" || break
	sleep 0.05
done
kill -HUP $recorder
wait $recorder
status=$?
is "$status" 0 "without a program SIGHUP ends the recording"
ok "... with a summary" grep -q "^events  2" "$work/err"
(trap '' HUP
tracectl record $preload -s s -o "$work/trace" -- sh -c '\
	kill -HUP $PPID; sleep 0.2; kill -HUP $PPID; sleep 0.3; exit 3'
) >"$work/out" 2>"$work/err"
is "$?" 3 "an ignored signal stays ignored"
record --duration 1
is "$status" 0 "--duration ends it, too"

# why nothing was recorded
why() {
	pattern=$1
	shift
	record "$@"
	ok "empty: $pattern" grep -q -e "nothing was recorded: .*$pattern" \
		"$work/err"
}
totals '"events": 0, "lost": 0, "applications": 0, "seen": ["a:b", "a:c"]'
why "no event matches x:\* (there are a:b, a:c)" -e 'x:*' -- true
totals '"events": 9, "statedump": 9, "lost": 0, "applications": 1, "seen": ["a:b"]'
why "came by none of them: a:b" -- true
totals '"events": 0, "lost": 9, "applications": 1'
why "all events were lost" -- true
totals '"events": 0, "lost": 0, "applications": 0'
why "has no probes" -- true
why "interpreter of the script" -- ./catcher --end
why "no application" --duration 1
echo 'int main(void) { return 0; }' >static.c
if $CC -static -o static static.c 2>/dev/null; then
	why "linked statically" -- ./static
else
	skip "empty: linked statically" "no static C library"
fi

# a trace that can't be written is an error, and nothing is thrown away
totals '"events": 2, "lost": 0, "error": "cannot write the trace in /t: full"'
record -- true
is "$status $(head -n 1 "$work/err")" \
	"1 tracectl: cannot write the trace in /t: full" "a full disk: exit 1"
ok "... says how to go on" grep -q "tracectl stop s" "$work/err"
is "$(commands)" "create enable start stop " "... and the session is kept"

# loss is loud
totals '"events": 2, "lost": 1234'
record -- true
ok "lost events are named" grep -q "^lost    1,234  (the trace is not" \
	"$work/err"
record -q -- true
is "$(cat "$work/err")" "" "--quiet"
record --json -- true
is "$(grep -c '"lost": 1234' "$work/err")" 1 "--json"

# a terminal shows progress
if command -v script >/dev/null && [ -c /dev/ptmx ]; then
	totals '"events": 12345, "lost": 0'
	script -qec "tracectl record $preload -s s -o $work/trace -- sleep 1.5" \
		/dev/null >"$work/out" 2>&1
	ok "progress on a terminal" grep -q "12,345 events .*/s .*0 lost" \
		"$work/out"
else
	skip "progress on a terminal" "no script(1), or no terminals here"
fi

done_testing
