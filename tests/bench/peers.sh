# SPDX-License-Identifier: GPL-2.0-or-later
# tests/bench/peers.sh: the daemons that the benchmark measures against, ours
# and LTTng's, each started here, private, and ended by its pid. LTTng's runs
# as nobody when the benchmark runs as root, because root's takes places that
# the whole system shares. Sourced by bench.sh.

tracectl_pid=
lttng_pid=
lttng=no
lttng_waits=

tracectl_begin() {
	"$top_builddir/tracectld" >"$work/tracectld.log" 2>&1 &
	tracectl_pid=$!
	for attempt in 1 2 3 4 5 6 7 8 9 10; do
		[ -S "$TRACECTL_RUNTIME_DIR/ctl.sock" ] && return
		sleep 0.2
	done
	echo "bench: tracectld did not start: $(head -1 "$work/tracectld.log")" >&2
}

tracectl_signal() {
	kill "-$1" "$tracectl_pid"
}

tracectl_end() {
	[ -n "$tracectl_pid" ] || return 0
	kill -CONT "$tracectl_pid" 2>/dev/null
	kill "$tracectl_pid" 2>/dev/null && wait "$tracectl_pid"
}

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

# lttng_idle COMMAND...: the same with no daemon to be found.
lttng_idle() {
	(
		lttng_home=$lttng_home/nobody-home
		lttng_user "$@"
	)
}

lttng_begin() {
	lttng_home=$work/lttng
	[ -x "$programs/lttng" ] && command -v lttng-sessiond >/dev/null &&
		command -v setpriv >/dev/null || return 0
	lttng=yes
	chmod 755 "$work"
	# That user may not reach the build directory.
	lttng_programs=$work/programs
	mkdir -p "$lttng_home/nobody-home" "$lttng_programs"
	cp "$programs/spawn" "$programs/lttng" "$lttng_programs/"
	lttng_waits=$(ls /dev/shm/lttng-ust-wait-* 2>/dev/null)
	[ "$(id -u)" != 0 ] || chown -R 65534:65534 "$lttng_home"
	(lttng_exec lttng-sessiond --no-kernel) >"$work/sessiond.log" 2>&1 &
	lttng_pid=$!
	for attempt in 1 2 3 4 5 6 7 8 9 10; do
		[ -S "$lttng_home/.lttng/client-lttng-sessiond" ] && return
		sleep 0.3
	done
	echo "bench: lttng-sessiond did not start:" \
		"$(head -1 "$work/sessiond.log")" >&2
	lttng=no
}

# Overwrite mode, buffers of the same size as ours.
lttng_session() {
	{
		lttng_user lttng create --snapshot bench
		lttng_user lttng enable-channel -u --overwrite \
			--subbuf-size 256k --num-subbuf 8 bench
		lttng_user lttng enable-event -u -c bench 'tctl_bench:*'
		lttng_user lttng start
	} >"$work/lttng.log" 2>&1 ||
		echo "bench: lttng: $(tail -1 "$work/lttng.log")" >&2
}

lttng_session_end() {
	lttng_user lttng destroy bench >"$work/lttng.log" 2>&1
}

lttng_signal() {
	kill "-$1" "$lttng_pid"
}

lttng_end() {
	[ -n "$lttng_pid" ] || return 0
	kill -CONT "$lttng_pid" 2>/dev/null
	kill "$lttng_pid" 2>/dev/null && wait "$lttng_pid"
	for wait_file in /dev/shm/lttng-ust-wait-*; do
		case " $(echo "$lttng_waits" | tr '\n' ' ') " in
		*" $wait_file "*) ;;
		*) rm -f "$wait_file" ;;
		esac
	done
}
