#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Applications on a system that is short of memory, under a daemon that is
# stopped or killed, with privileges, in a sandbox.
. "$top_srcdir/tests/lib/tap.sh"

program=$top_builddir/tests/regress/agent_events
sandbox=$top_builddir/tests/regress/agent_sandbox

# in_shm OPTIONS SHELL-TEXT: with a /dev/shm of its own
in_shm() {
	unshare -m sh -c "mount -t tmpfs -o mode=1777,$1 tmpfs /dev/shm && {
		$2
	}" "$program" "$work"
}

# recorded DIR: as agent_record.sh
recorded() {
	"$BABELTRACE2" "$1" 2>/dev/null | sed -n \
		's/.*agent:hit: .*vpid = \([0-9]*\), vtid = \([0-9]*\).*number = \([0-9]*\).*/\1 \2 \3/p' |
		sort >"$work/got"
	sort "$work/notes" >"$work/want"
	[ -s "$work/want" ] && diff "$work/want" "$work/got"
}

daemon_pid() {
	cat "$TRACECTL_RUNTIME_DIR/daemon.pid"
}

# took LIMIT COMMAND...: succeeds, within LIMIT ms
took() {
	limit=$1
	shift
	begin=$(date +%s%N)
	"$@" || return
	[ $((($(date +%s%N) - begin) / 1000000)) -lt "$limit" ]
}

waits_for() {
	for i in $(seq 200); do
		! grep -q " $1\$" "$work/notes" 2>/dev/null || return 0
		sleep 0.05
	done
	return 1
}

if in_shm size=1m true 2>/dev/null; then
	ok "a full /dev/shm, no daemon: a program runs" in_shm size=1m '
		dd if=/dev/zero of=/dev/shm/ballast bs=4k 2>/dev/null
		env -u TRACECTL_RUNTIME_DIR timeout 60 "$0" stacks "$1/notes"'
	rm -f "$work/notes"
	# Recorded, or lost and counted, or refused with a reason; the program
	# runs if it was started at all.
	ok "a /dev/shm of 1 MiB: a program is recorded as far as it goes" \
		in_shm size=1m '
		mkdir -m 700 /dev/shm/run
		TRACECTL_RUNTIME_DIR=/dev/shm/run
		export TRACECTL_RUNTIME_DIR
		timeout 60 tracectl record -o "$1/small" -- \
			"$0" fork "$1/notes" </dev/null
		status=$?
		kill "$(cat /dev/shm/run/daemon.pid)"
		[ $status -eq 0 ] || [ ! -e "$1/notes" ]'

	# A copy that runs as nobody: privileged, so its environment is not
	# to be trusted.
	cp "$program" "$work/secure"
	chown 65534 "$work/secure" && chmod 4755 "$work/secure"
	chmod 755 "$work"
	# There the leak sanitizer has not the rights that it needs.
	[ -z "$SANITIZERS" ] &&
	ok "a set-user-ID program ignores the environment" in_shm size=4m '
		mkdir -m 700 /dev/shm/run && chown 65534 /dev/shm/run
		TRACECTL_RUNTIME_DIR=/dev/shm/run timeout 60 \
			"$1/secure" stacks /dev/null || exit
		[ -e /dev/shm/tracectl-65534/page ] &&
			[ ! -e /dev/shm/run/page ]'
else
	skip "little and full /dev/shm" "can't mount here"
fi

ok "a session" timeout 20 tracectl create -o "$work/trace" s
ok "all of a provider" timeout 20 tracectl enable -s s 'agent:*'
ok "is started" timeout 20 tracectl start s
pid=$(daemon_pid)
kill -STOP "$pid"
ok "daemon stopped: a program is not held up" \
	took 1000 timeout 20 "$program" stacks /dev/null
kill -CONT "$pid"

rm -f "$work/notes"
mkfifo "$work/fifo"
timeout 60 "$program" steps "$work/notes" <"$work/fifo" &
app=$!
exec 9>"$work/fifo"
ok "daemon continued: a program runs" waits_for 1
kill -KILL "$pid"
echo >&9
ok "daemon killed: the program goes on" waits_for 2
for i in $(seq 100); do
	kill -0 "$pid" 2>/dev/null || break
	sleep 0.02
done
ok "a new daemon, with another session" \
	timeout 20 tracectl create -o "$work/other" other
echo >&9
ok "the program goes on" waits_for 3
exec 9>&-
wait $app
is $? 0 "and ends as it should"
ok "the session is stopped" timeout 20 tracectl destroy s
ok "nothing was lost" recorded "$work/trace"

if [ "$(id -u)" = 0 ]; then
	rm -f "$work/notes"
	ok "setuid() takes the buffers of the former user away" timeout 60 \
		tracectl record -o "$work/setuid" -- \
		"$program" setuid "$work/notes"
	ok "up to there each hit is recorded" recorded "$work/setuid"
	rm -f "$work/notes"
	ok "capabilities may be the calling thread's own" timeout 60 \
		tracectl record -o "$work/capset" -- \
		"$program" capset "$work/notes"
	ok "with each hit" recorded "$work/capset"
else
	skip "setuid(), capset()" "needs root"
fi

rm -f "$work/notes"
ok "a program in a sandbox is recorded" timeout 60 \
	tracectl record -o "$work/sandbox" -- \
	"$sandbox" "$program" fork "$work/notes"
ok "with each hit" recorded "$work/sandbox"
rm -f "$work/notes"
ok "one that closes all its descriptors is recorded" timeout 60 \
	tracectl record -o "$work/closed" -- \
	"$sandbox" "$program" closed "$work/notes"
ok "with each hit" recorded "$work/closed"

done_testing
