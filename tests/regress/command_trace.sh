#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The command, the daemon and a program: what people do with them, and what
# they then find in the trace.
. "${top_srcdir:-.}/tests/lib/tap.sh"

# A library with a sanitizer can't be preloaded into programs without: then the
# program is linked with it, and nothing else is recorded.
app=$top_builddir/command_app
preload=
library=$top_builddir/.libs/libtracectl.so
if [ -n "$SANITIZERS" ]; then
	app=$top_builddir/command_app_linked
	preload=--no-libtracectl-preload
	library=
fi
reader=${BABELTRACE2:-$(command -v babeltrace2)}
cd "$work" || exit 99

# record OPTION... -- PROGRAM...
record() {
	run record $preload "$@"
}

run() {
	timeout 60 tracectl "$@" >"$work/out" 2>"$work/err"
	status=$?
}

# expect STATUS PATTERN ARGUMENT...
expect() {
	want=$1 pattern=$2
	shift 2
	run "$@"
	is "$status $(wc -l <"$work/err")" "$want 1" \
		"tracectl $*: exit $want, one line" || sed 's/^/# /' "$work/err"
	ok "... which says: $pattern" grep -q -e "$pattern" "$work/err"
}

# events DIR NAME: how many the reader finds.
events() {
	[ -n "$reader" ] || return
	"$reader" "$1" 2>&1 | grep -c " $2: "
}

# summary KEY: of the last recording
summary() {
	sed -n "s/^$1  *\([0-9,]*\).*/\1/p" "$work/err" | tr -d ,
}

# record, and what is in the trace
record -o one -- "$app" 1000
is "$status $(cat "$work/out")" "0 1000" "record: the program runs"
is "$(summary lost)" 0 "... nothing is lost"
[ -z "$reader" ] || is "$(events one command_test:tick) $(events one \
	command_test:done)" "1000 1" "... each event is in the trace"
ok "... the trace is valid" tracectl check one
ok "... its place is named" grep -q "^trace   $work/one\$" "$work/err"
ok "the daemon was started" test -s "$TRACECTL_RUNTIME_DIR/daemon.pid"

record -o two -e 'command_test:*' -x '*:tick' -- "$app" 10
is "$(summary events)" 1 "--exclude"
record -o three --level-only info -e 'command_test:*' -- "$app" 10
is "$(summary events)" 10 "--level-only"
record -o four -e 'nobody:*' -- "$app" 10
ok "no match: says what there is" grep -q \
	"no event matches nobody:\*.*command_test:tick" "$work/err"
record -o five --context procname -e '*tick' -- "$app" 10
[ -z "$reader" ] || ok "--context procname" sh -c \
	"'$reader' five | grep -q 'procname = \"command_app'"
if [ -z "$preload" ]; then
	record --libc -o six -- ls
	ok "--libc: any program" test "$(summary events)" -gt 10
else
	skip "--libc: any program" "the library has a sanitizer"
fi
record -o seven -- true
ok "a program without probes: says so" grep -q "has no probes" "$work/err"
record -o eight --mode overwrite --subbuf-size 4k --subbufs 4 \
	-e 'command_test:*' -- "$app" 100000
ok "overwrite: the latest events are kept" test \
	"$(events eight command_test:done)" = 1
ok "... in a valid trace" tracectl check eight

# many events in little room: what is not recorded is counted
record -o nine --subbuf-size 4k --subbufs 2 -e '*tick' -- "$app" 200000
is "$(($(summary events) + $(summary lost)))" 200000 \
	"events and lost events are all events"

# a program that is killed
tracectl record $preload -o ten -e '*tick' -- "$app" 100 "$work/mark" >"$work/out" \
	2>"$work/err" &
recorder=$!
defer "kill $recorder"
for i in $(seq 200); do
	[ ! -e "$work/mark" ] || break
	sleep 0.05
done
tracectl list --probes >"$work/probes"
ok "list --probes: name, level, place, fields" grep -qE \
	"^command_test:tick +info +.*command_app.c:[0-9]+ +n u" "$work/probes"
pid=$(sed -n 's/^\([0-9]*\) command_app.*/\1/p' "$work/probes")
ok "... and the process" test -n "$pid"
kill -9 "$pid"
wait $recorder
is "$?" 137 "a killed program: 128 + signal"
ok "... the trace is complete" test "$(summary events)" -ge 100
ok "... and valid" tracectl check ten
rm "$work/mark"

# sessions, step by step, with a program that runs already
run create s -o steps
is "$status" 0 "create"
expect 1 "s" create s -o other
mkdir full
touch full/file
expect 1 "full" create t -o "$work/full"
ok "... no session is left of it" sh -c '! tracectl list | grep "^t "'
expect 0 "stay in force" enable 'command_test:tick'
run start
is "$status" 0 "start"
LD_PRELOAD=$library "$app" 100 "$work/mark" \
	>"$work/ticks" &
program=$!
defer "kill $program"
for i in $(seq 200); do
	[ ! -e "$work/mark" ] || break
	sleep 0.05
done
run list
ok "list" grep -q "^s  *running" "$work/out"
expect 5 "there are command_test:done" enable 'comand_test:don'
run enable 'command_test:done'
is "$status $(cat "$work/out")" "0 1 event enabled in 1 application" \
	"enable in a live program"
rm "$work/mark"
wait $program
run stop
is "$status" 0 "stop"
run destroy
is "$status" 0 "destroy"
[ -z "$reader" ] || is "$(events steps command_test:tick) $(events steps \
	command_test:done)" "$(cat "$work/ticks") 1" \
	"each event is in the trace, also of a program started later"
ok "... the trace is valid" tracectl check steps

expect 1 "no" stop nothing
expect 1 "choose smaller" create huge --subbuf-size 256M --subbufs 512
printf '#!/no/such/interpreter\n' >script
chmod +x script
record -o nothing -- ./script
is "$status $(ls -d nothing 2>/dev/null)" "127 " \
	"a command that can't be run leaves no trace"
run list
ok "... and no session" grep -q "no sessions" "$work/out"

# status
run status --json
is "$status" 0 "status --json"
ok "... holds the daemon's pid" grep -q \
	"\"pid\": $(cat "$TRACECTL_RUNTIME_DIR/daemon.pid")" "$work/out"

# a daemon that is killed in the middle has a successor
tracectl record $preload -o eleven -e '*tick' -- "$app" 100 "$work/mark" >"$work/out" \
	2>"$work/err" &
recorder=$!
defer "kill $recorder"
for i in $(seq 200); do
	[ ! -e "$work/mark" ] || break
	sleep 0.05
done
kill -9 "$(cat "$TRACECTL_RUNTIME_DIR/daemon.pid")"
sleep 1
rm "$work/mark"
wait $recorder
is "$?" 0 "the daemon is killed: the program goes on"
is "$(summary events) $(summary lost)" "$(cat "$work/out") 0" \
	"... its successor misses nothing"
ok "... the trace is valid" tracectl check eleven

# and a stopped one
kill -STOP "$(cat "$TRACECTL_RUNTIME_DIR/daemon.pid")"
expect 4 "is stopped" status
kill -CONT "$(cat "$TRACECTL_RUNTIME_DIR/daemon.pid")"

done_testing
