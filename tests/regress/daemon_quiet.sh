#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A daemon that has nothing to do sleeps, whatever is connected; it outlives
# its terminal and a shortage of descriptors; new users' pages are found at once.
. "${top_srcdir:-.}/tests/lib/tap.sh" || exit 99

daemon=$top_builddir/tracectld
ctl=$top_builddir/tests/lib/ctl

ask() {
	timeout 20 "$ctl" -g "$1" "$2" 2>/dev/null
}
daemon_pid() {
	cat "$TRACECTL_RUNTIME_DIR/daemon.pid"
}
wakeups() {
	cat "/proc/$(daemon_pid)"/task/*/status |
		awk '/^voluntary/ { n += $2 } END { print n }'
}
# sleeps SECONDS WAKE-UPS
sleeps() {
	before=$(wakeups)
	sleep "$1"
	[ $(($(wakeups) - before)) -le "$2" ]
}

ok "start" "$daemon" --daemonize
ask ok '{"cmd":"ping"}' >/dev/null
ok "with nothing to do it sleeps" sleeps 2.5 1
ask ok "{\"cmd\":\"create\",\"session\":\"s\",\"output\":\"$work/s\"}" >/dev/null
ok "so with a session that doesn't run" sleeps 1.5 1

is "$(timeout 20 "$ctl" -p '{"cmd":"ping"}' \
	'{"cmd":"stats","session":"s"}' \
	'{"cmd":"start","session":"s"}' \
	'{"cmd":"destroy","session":"s"}' '{"cmd":"ping"}' | grep -c '"ok":true')" \
	5 "commands sent at once are answered one by one"

kill -HUP "$(daemon_pid)"
is "$(ask ok '{"cmd":"ping"}')" true "a hang-up does not end it"
is "$(ps -o sid= -p "$(daemon_pid)" | tr -d ' ')" "$(daemon_pid)" \
	"it is no part of the session that started it"
ask ok '{"cmd":"shutdown"}' >/dev/null
for i in $(seq 100); do
	[ -e "$TRACECTL_RUNTIME_DIR/daemon.pid" ] || break
	sleep 0.05
done

# 20 descriptors are soon used up. Who comes then is sent away, nobody spins.
ok "few descriptors: start" sh -c "ulimit -n 20; exec '$daemon' --daemonize"
mkfifo "$work/hold"
"$ctl" -h 30 <"$work/hold" >"$work/held" 2>&1 &
holder=$!
exec 7>"$work/hold"
for i in $(seq 100); do
	grep -q held "$work/held" && break
	sleep 0.05
done
sleep 0.3
ok "... a shortage of descriptors does not keep it busy" sleeps 1 2
is "$(ask ok '{"cmd":"ping"}')" "" "... who comes then is sent away"
exec 7>&-
wait "$holder"
is "$(ask ok '{"cmd":"ping"}')" true "... and served when there are some again"
kill "$(daemon_pid)"

if unshare -m sh -c 'mount -t tmpfs -o mode=1777 tmpfs /dev/shm' 2>/dev/null; then
	# shellcheck disable=SC2016
	ok "root's daemon announces itself in new pages, and sleeps" unshare -m bash -c '
		unset TRACECTL_RUNTIME_DIR
		page() {
			od -An -tu4 -j256 -N4 "$1/page"
		}
		announced() {
			for i in $(seq 200); do
				[ "$(page "$1")" -eq 1 ] && return
				sleep 0.05
			done
			return 1
		}
		mount -t tmpfs -o mode=1777 tmpfs /dev/shm &&
		"$1" --daemonize || exit
		pid=$(cat /dev/shm/tracectl-0/daemon.pid)
		setpriv --reuid 7777 --regid 7777 --clear-groups bash -c "
			umask 077
			mkdir /dev/shm/tracectl-7777
			sleep 0.2
			: >/dev/shm/tracectl-7777/page
			sleep 0.2
			head -c 4096 /dev/zero >>/dev/shm/tracectl-7777/page"
		announced /dev/shm/tracectl-7777; result=$?
		count() {
			awk "/^voluntary/ { n += \$2 } END { print n }" \
				/proc/$pid/task/*/status
		}
		before=$(count)
		sleep 2
		[ $(($(count) - before)) -le 1 ] || result=2
		kill "$pid"
		while kill -0 "$pid" 2>/dev/null; do sleep 0.05; done
		exit $result' - "$daemon"
else
	skip "root's daemon announces itself in new pages" "no mounts here"
fi
done_testing
