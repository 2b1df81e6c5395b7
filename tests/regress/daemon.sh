#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The daemon by itself: its command line, its client protocol, and what it does
# about second daemons, garbage, hostile applications and output folders.
. "${top_srcdir:-.}/tests/lib/tap.sh" || exit 99

daemon=$top_builddir/tracectld
ctl=$top_builddir/tests/lib/ctl

start_daemon() {
	"$daemon" --daemonize "$@"
}

# ask PATH LINE: that part of the answer, empty when it has none
ask() {
	timeout 20 "$ctl" -g "$1" "$2" 2>/dev/null
}

# refused ERRNO PATTERN LINE
refused() {
	is "$(ask errno "$3")" "$1" "refused with $1: $3"
	ok "... saying: $2" sh -c "printf '%s' \"\$1\" | grep -q -e '$2'" - \
		"$(ask error "$3")"
}

ok "--version" sh -c "'$daemon' --version | grep -q '^tracectld [0-9]'"
ok "--help" sh -c "'$daemon' --help | grep -q -e --runtime-dir"
ok "an unknown option is refused" sh -c "! '$daemon' --nonsense 2>/dev/null"
ok "--daemonize returns when the daemon is ready" start_daemon
ok "daemon.pid names it" kill -0 "$(cat "$TRACECTL_RUNTIME_DIR/daemon.pid")"
is "$(ask pid '{"cmd":"ping"}')" "$(cat "$TRACECTL_RUNTIME_DIR/daemon.pid")" \
	"ping"
is "$(stat -c %a "$TRACECTL_RUNTIME_DIR/page")" 600 "the page is private"
"$daemon" >"$work/second" 2>&1
is "$?" 1 "a second daemon is refused"
ok "... and says whose place it is" grep -q "another tracectld (pid $(cat \
	"$TRACECTL_RUNTIME_DIR/daemon.pid"))" "$work/second"

out=$work/out
refused EINVAL "missing" '{"cmd":"create"}'
refused EINVAL "starts with /" \
	'{"cmd":"create","session":"s","output":"relative"}'
refused EINVAL "usable name" \
	"{\"cmd\":\"create\",\"session\":\"a/b\",\"output\":\"$out\"}"
refused EINVAL "power of two" "{\"cmd\":\"create\",\"session\":\"s\",\"output\":\"$out\",\"channels\":[{\"subbuf_size\":5000}]}"
refused EINVAL "choose smaller" "{\"cmd\":\"create\",\"session\":\"s\",\"output\":\"$out\",\"channels\":[{\"subbuf_size\":268435456,\"nr_subbufs\":512}]}"
refused EINVAL "unknown mode" "{\"cmd\":\"create\",\"session\":\"s\",\"output\":\"$out\",\"channels\":[{\"mode\":\"x\"}]}"
mkdir "$work/full"
touch "$work/full/file"
refused EEXIST "not empty" \
	"{\"cmd\":\"create\",\"session\":\"s\",\"output\":\"$work/full\"}"
refused ENOTDIR "no folder" \
	"{\"cmd\":\"create\",\"session\":\"s\",\"output\":\"$work/full/file/x\"}"
is "$(ask sessions '{"cmd":"list"}')" "[]" "nothing is left of all that"
refused ENOENT "no such session" '{"cmd":"start","session":"s"}'
refused ENOSYS "no such command" '{"cmd":"fly"}'
refused EBADMSG "one JSON object" '[1]'

create="{\"cmd\":\"create\",\"session\":\"s\",\"output\":\"$out/s\"}"
is "$(ask output "$create")" "$out/s" "create"
refused EEXIST "it exists" "$create"
is "$(ask matched '{"cmd":"enable","session":"s","patterns":["*"]}')" 0 \
	"enable, before there is any application"
refused EINVAL "lists of texts" '{"cmd":"enable","session":"s","patterns":"*"}'
refused ENOENT "no such channel" \
	'{"cmd":"enable","session":"s","patterns":["*"],"channel":"c"}'
refused EINVAL "was not started" '{"cmd":"stop","session":"s"}'
is "$(ask applications '{"cmd":"start","session":"s"}')" 0 "start"
refused EALREADY "running" '{"cmd":"start","session":"s"}'
refused EBUSY "add channels before" \
	'{"cmd":"add-channel","session":"s","channel":{"name":"c"}}'
refused EINVAL "overwrite mode" '{"cmd":"snapshot","session":"s"}'
is "$(ask sessions.0.state '{"cmd":"list"}')" running "list"

# clients and applications that harm
"$ctl" -n
"$ctl" -n
is "$(ask ok '{"cmd":"ping"}')" true "garbage from clients harms nothing"
timeout 60 "$top_builddir/tests/regress/daemon_hostile" session \
	>"$work/hostile" 2>&1
is "$?" 0 "a hostile application" || sed 's/^/# /' "$work/hostile"
is "$(ask pid '{"cmd":"ping"}')" "$(cat "$TRACECTL_RUNTIME_DIR/daemon.pid")" \
	"... the daemon is the same"
is "$(ask events '{"cmd":"stop","session":"s"}')" 0 "stop"
is "$(ask ok '{"cmd":"destroy","session":"s"}')" true "destroy"
ok "... the hostile application's trace is valid" tracectl check "$out/s"
is "$(ls "$TRACECTL_RUNTIME_DIR/regions")" "" "... no region is left"

pid=$(cat "$TRACECTL_RUNTIME_DIR/daemon.pid")
is "$(ask ok '{"cmd":"shutdown"}')" true "shutdown"
for i in $(seq 100); do
	kill -0 "$pid" 2>/dev/null || break
	sleep 0.05
done
ok "... ends it" sh -c "! kill -0 $pid 2>/dev/null"
is "$(ls "$TRACECTL_RUNTIME_DIR" | tr '\n' ' ')" "lock page regions state.json " \
	"... leaving nothing that works"

start_daemon --exit-when-idle 1 --output-root "$work/root"
refused EPERM "below $work/root only" \
	"{\"cmd\":\"create\",\"session\":\"s\",\"output\":\"$out/t\"}"
for i in $(seq 200); do
	[ -e "$TRACECTL_RUNTIME_DIR/ctl.sock" ] || break
	sleep 0.05
done
ok "--exit-when-idle" test ! -e "$TRACECTL_RUNTIME_DIR/ctl.sock"

done_testing
