# SPDX-License-Identifier: GPL-2.0-or-later
# tests/lib/lttng.sh: a private daemon of LTTng's, ended by its pid. Sourced with
# $lttng_home set: a directory for it. As root it runs as nobody, because root's
# takes places that the whole system shares; so what it is to trace, and the way
# there, must be open to all.

lttng_pid=
lttng_waits=

# lttng_exec COMMAND...: becomes it, as the user of LTTng's daemon, with its
# home. lttng_user COMMAND...: runs it.
lttng_exec() {
	HOME=$lttng_home
	LTTNG_HOME=$lttng_home
	export HOME LTTNG_HOME
	if [ "$(id -u)" = 0 ]; then
		exec setpriv --reuid=65534 --regid=65534 --clear-groups -- "$@"
	else
		exec "$@"
	fi
}

lttng_user() {
	(lttng_exec "$@")
}

# lttng_is_there: whether all that is needed is installed.
lttng_is_there() {
	command -v lttng-sessiond >/dev/null && command -v lttng >/dev/null &&
		command -v setpriv >/dev/null
}

# lttng_daemon_begin LOG
lttng_daemon_begin() {
	mkdir -p "$lttng_home"
	lttng_waits=$(ls /dev/shm/lttng-ust-wait-* 2>/dev/null)
	[ "$(id -u)" != 0 ] || chown -R 65534:65534 "$lttng_home"
	(lttng_exec lttng-sessiond --no-kernel) >"$1" 2>&1 &
	lttng_pid=$!
	lttng_left=100
	until [ -S "$lttng_home/.lttng/client-lttng-sessiond" ]; do
		lttng_left=$((lttng_left - 1))
		[ "$lttng_left" -gt 0 ] || return 1
		sleep 0.1
	done
}

# The files are those with which LTTng's library waits for a daemon.
lttng_daemon_end() {
	[ -n "$lttng_pid" ] || return 0
	kill -CONT "$lttng_pid" 2>/dev/null
	kill "$lttng_pid" 2>/dev/null && wait "$lttng_pid"
	lttng_pid=
	for lttng_file in /dev/shm/lttng-ust-wait-*; do
		case " $(echo "$lttng_waits" | tr '\n' ' ') " in
		*" $lttng_file "*) ;;
		*) rm -f "$lttng_file" ;;
		esac
	done
}
