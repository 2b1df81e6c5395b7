#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The daemon with real applications: every event is in the trace, whatever
# happens to the daemon, to the disk and to the applications meanwhile.
. "${top_srcdir:-.}/tests/lib/tap.sh" || exit 99

if [ -n "$SANITIZERS" ]; then
	skip "recording" "a library with a sanitizer can't be preloaded"
	done_testing
fi
daemon=$top_builddir/tracectld
ctl=$top_builddir/tests/lib/ctl
app=$top_builddir/tests/regress/daemon_app
library=$top_builddir/.libs/libtracectl.so

ask() {
	timeout 20 "$ctl" -g "$1" "$2" 2>/dev/null
}

start_daemon() {
	"$daemon" --daemonize || echo "# the daemon did not start"
}

kill_daemon() {
	kill -9 "$(cat "$TRACECTL_RUNTIME_DIR/daemon.pid")"
}

# begin NAME [MEMBERS]: create, enable, start
begin() {
	ask ok "{\"cmd\":\"create\",\"session\":\"$1\",\"output\":\"$work/$1\",\"statedump\":false$2}" >/dev/null
	ask ok "{\"cmd\":\"enable\",\"session\":\"$1\",\"patterns\":[\"daemon_test:*\"]}" >/dev/null
	ask ok "{\"cmd\":\"start\",\"session\":\"$1\"}" >/dev/null
}

# finish NAME: "events lost"
finish() {
	"$ctl" "{\"cmd\":\"destroy\",\"session\":\"$1\"}" >"$work/totals"
	sed 's/.*"events":\([0-9]*\).*"lost":\([0-9]*\),.*"per_channel".*/\1 \2/' \
		"$work/totals"
}

valid() {
	ok "... the trace is valid" tracectl check "$work/$1"
}

# Applications in the background; their pids in $apps.
apps=
launch() {
	LD_PRELOAD=$library "$@" &
	apps="$apps $!"
}

await() {
	wait $apps
	apps=
}

counted=glibc.pthread.rseq=0
start_daemon

begin one
launch "$app" 1000
GLIBC_TUNABLES=$counted launch "$app" 1000
await
is "$(finish one)" "2000 0" "one process with rseq, one without"
valid one

begin full ',"channels":[{"name":"c","subbuf_size":4096,"nr_subbufs":2}]'
launch "$app" 300000
launch "$app" 300000
await
set -- $(finish full)
is "$(($1 + $2))" 600000 "too fast for little room: written + lost is all"
valid full

# kill -9 the daemon three times
begin killed
launch "$app" 30000 20
GLIBC_TUNABLES=$counted launch "$app" 30000 20
launch "$app" 1500 1000
for i in 1 2 3; do
	sleep 0.3
	kill_daemon
	start_daemon
done
await
is "$(finish killed)" "61500 0" "the daemon is killed three times"
valid killed

# killed while the application ends, never started again
begin recover
touch "$work/mark"
launch "$app" 5000 0 "$work/mark"
GLIBC_TUNABLES=$counted launch "$app" 5000 0 "$work/mark"
sleep 0.5
kill_daemon
rm "$work/mark"
await
tracectl recover "$TRACECTL_RUNTIME_DIR" >"$work/recovered" 2>&1
ok "tracectl recover" grep -q "^events *10,000" "$work/recovered"
valid recover
is "$(ls "$TRACECTL_RUNTIME_DIR/regions")" "" "... no region is left"
start_daemon
is "$(ask sessions '{"cmd":"list"}')" "[]" "... and no session"

# so while the application lives on
maps_regions() {
	grep -q "/regions/" "/proc/$1/maps"
}
lets_go() {
	! maps_regions "$1"
}
soon() {
	for i in $(seq 200); do
		"$@" && return
		sleep 0.05
	done
	return 1
}
begin alive
touch "$work/mark"
launch "$app" 1000000 1000 "$work/mark"
ok "an application records" soon maps_regions $apps
sleep 0.2
kill_daemon
tracectl recover "$TRACECTL_RUNTIME_DIR" >"$work/recovered" 2>&1
ok "... what it recorded is recovered" grep -q "^events *[1-9]" \
	"$work/recovered"
valid alive
ok "... it lets go of its regions" soon lets_go $apps
start_daemon
begin anew
ok "... and records for the next daemon" soon maps_regions $apps
sleep 0.2
set -- $(finish anew)
ok "... all ($1 events, $2 lost)" test "$1" -gt 0 -a "$2" -eq 0
valid anew
kill $apps
await 2>/dev/null
rm "$work/mark"

# an application is killed in the middle
begin dead
touch "$work/mark"
GLIBC_TUNABLES=$counted launch "$app" 100 0 "$work/mark"
for i in $(seq 200); do
	[ "$(ask applications.0.pid '{"cmd":"probes"}')" = "" ] || break
	sleep 0.05
done
sleep 0.3
kill -9 $apps
await 2>/dev/null
rm "$work/mark"
is "$(finish dead)" "100 0" "a killed process's records are kept"
valid dead

# an application that is stopped can't hold anybody up
touch "$work/mark"
launch "$app" 10 0 "$work/mark"
for i in $(seq 200); do
	[ "$(ask applications.0.pid '{"cmd":"probes"}')" = "" ] || break
	sleep 0.05
done
kill -STOP $apps
ask ok "{\"cmd\":\"create\",\"session\":\"w\",\"output\":\"$work/w\"}" \
	>/dev/null
ask ok '{"cmd":"enable","session":"w","patterns":["*"]}' >/dev/null
is "$(ask pending.0 '{"cmd":"start","session":"w"}')" "$(echo $apps)" \
	"start names a process that does not answer"
is "$(ask ok '{"cmd":"destroy","session":"w"}')" true "... destroy works"

# the daemon ends while a command waits for that process
begin v
ask ok '{"cmd":"stop","session":"v"}' >"$work/stopped" &
asker=$!
sleep 0.3
daemon_gone() {
	! test -e "$TRACECTL_RUNTIME_DIR/daemon.pid"
}
kill "$(cat "$TRACECTL_RUNTIME_DIR/daemon.pid")"
ok "a daemon that ends meanwhile" soon daemon_gone
wait $asker
is "$(cat "$work/stopped")" true "... answers first"
start_daemon
is "$(ask sessions '{"cmd":"list"}')" "[]" "... and leaves no session"
kill -CONT $apps
rm "$work/mark"
await

# two sessions on one site, attached to a running application
touch "$work/mark"
launch "$app" 1000000 1000 "$work/mark"
begin both
begin other
sleep 0.3
ask ok '{"cmd":"disable","session":"other","patterns":["*:tick"]}' >/dev/null
first=$(ask events '{"cmd":"stats","session":"other"}')
sleep 0.3
set -- $(finish other)
ok "disabled in one session ($1 events)" test "$1" -gt 0
set -- $(finish both)
ok "... still recorded in the other ($1 events)" test "$1" -gt "${first:-0}"
valid both
valid other
kill $apps
await 2>/dev/null
rm "$work/mark"

# start again after stop
begin twice
launch "$app" 100
await
is "$(ask events '{"cmd":"stop","session":"twice"}')" 100 "stop"
launch "$app" 100
await
ask ok '{"cmd":"start","session":"twice"}' >/dev/null
launch "$app" 100
await
is "$(finish twice)" "200 0" "start after stop goes on in the same trace"
valid twice

# snapshots
begin snap ',"channels":[{"name":"o","mode":"overwrite","subbuf_size":4096,"nr_subbufs":4}]'
launch "$app" 2000
GLIBC_TUNABLES=$counted launch "$app" 2000
await
at=$(ask output '{"cmd":"snapshot","session":"snap"}')
is "$at" "$work/snap/snapshot-1" "snapshot"
ok "... is a valid trace" tracectl check "$at"
ok "... with the latest records only" sh -c \
	"tracectl check '$at' | grep -q '[1-9][0-9][0-9] events'"
set -- $(finish snap)
ok "what an overwrite channel holds at the end is written ($1 events)" \
	test "$1" -gt 100 -a "$1" -lt 4000
valid snap

# disk full
if mkdir "$work/disk" && mount -t tmpfs -o size=200k tmpfs "$work/disk" \
	2>/dev/null; then
	defer "umount '$work/disk'"
	ask ok "{\"cmd\":\"create\",\"session\":\"d\",\"statedump\":false,\"output\":\"$work/disk/d\"}" >/dev/null
	ask ok '{"cmd":"enable","session":"d","patterns":["daemon_test:*"]}' \
		>/dev/null
	ask ok '{"cmd":"start","session":"d"}' >/dev/null
	launch "$app" 20000 1
	await
	ok "a full disk is reported" sh -c "printf %s \"\$1\" |
		grep -q 'No space left'" - \
		"$(ask error '{"cmd":"stop","session":"d"}')"
	is "$(ask errno '{"cmd":"destroy","session":"d"}')" ENOSPC \
		"... destroy refuses to give up data"
	mount -o remount,size=10m "$work/disk"
	is "$(finish d)" "20000 0" "... with room again nothing is lost"
	ok "... the trace is valid" tracectl check "$work/disk/d"
else
	skip "disk full" "mounting a small file system is not permitted"
fi

done_testing
