# SPDX-License-Identifier: GPL-2.0-or-later
# tests/bench/peers.sh: the daemons that the benchmark measures against, ours
# and LTTng's, each started here, private, and ended by its pid. Sourced by
# bench.sh, with $work set.

tracectl_pid=
lttng=no
lttng_home=$work/lttng
. "$top_srcdir/tests/lib/lttng.sh"

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

# lttng_idle COMMAND...: the same with no daemon to be found.
lttng_idle() {
	(
		lttng_home=$lttng_home/nobody-home
		lttng_user "$@"
	)
}

lttng_begin() {
	[ -x "$programs/lttng" ] && lttng_is_there || return 0
	chmod 755 "$work"
	# That user may not reach the build directory.
	lttng_programs=$work/programs
	mkdir -p "$lttng_home/nobody-home" "$lttng_programs"
	cp "$programs/spawn" "$programs/lttng" "$lttng_programs/"
	if lttng_daemon_begin "$work/sessiond.log"; then
		lttng=yes
	else
		echo "bench: lttng-sessiond did not start:" \
			"$(head -1 "$work/sessiond.log")" >&2
	fi
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
