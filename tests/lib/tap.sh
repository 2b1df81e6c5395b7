# SPDX-License-Identifier: GPL-2.0-or-later
# tests/lib/tap.sh: TAP for shell tests, and a private runtime directory.
# Sourced with top_srcdir and top_builddir set (make check does).
#
#	ok "name" COMMAND...	runs the command, its status decides
#	is GOT WANT "name"	string comparison
#	skip "name" "why"
#	done_testing		prints the plan; last line of a test
#	defer COMMAND		run at exit, last first (also on failure)
#
# $work: a directory of this test's own. TRACECTL_RUNTIME_DIR points to a
# private directory in /dev/shm; daemons started through the command are ended
# at exit by the pid that their directory names.

: "${top_srcdir:?run by make check}" "${top_builddir:?run by make check}"

tap_count=0
tap_failed=0
tap_deferred=

defer() {
	tap_deferred="$1
$tap_deferred"
}

tap_cleanup() {
	status=$?
	trap - EXIT HUP INT PIPE TERM
	printf '%s' "$tap_deferred" >"$work/.deferred"
	while IFS= read -r line; do
		[ -z "$line" ] || eval "$line" >/dev/null 2>&1 || :
	done <"$work/.deferred"
	if [ -s "$TRACECTL_RUNTIME_DIR/daemon.pid" ]; then
		pid=$(cat "$TRACECTL_RUNTIME_DIR/daemon.pid")
		kill -CONT "$pid" 2>/dev/null
		kill "$pid" 2>/dev/null && for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
			kill -0 "$pid" 2>/dev/null || break
			sleep 0.1
		done
		kill -9 "$pid" 2>/dev/null
	fi
	rm -rf "$TRACECTL_RUNTIME_DIR" "$tap_runtime"
	[ -n "$KEEP" ] || rm -rf "$work"
	exit $status
}

work=$(mktemp -d "${TMPDIR:-/tmp}/tracectl-test.XXXXXX") || exit 99
TRACECTL_RUNTIME_DIR=$(mktemp -d /dev/shm/tracectl-test.XXXXXX) || exit 99
export TRACECTL_RUNTIME_DIR
tap_runtime=$TRACECTL_RUNTIME_DIR	# a test may choose another one
trap tap_cleanup EXIT
trap 'exit 130' HUP INT PIPE TERM
PATH="$top_builddir:$PATH"
export PATH

ok() {
	tap_name=$1
	shift
	tap_count=$((tap_count + 1))
	if "$@" >"$work/.out" 2>&1; then
		echo "ok $tap_count - $tap_name"
	else
		echo "not ok $tap_count - $tap_name"
		tap_failed=$((tap_failed + 1))
		echo "# failed: $*"
		sed 's/^/# /' "$work/.out" | head -40
		return 1
	fi
}

is() {
	tap_count=$((tap_count + 1))
	if [ "$1" = "$2" ]; then
		echo "ok $tap_count - $3"
	else
		echo "not ok $tap_count - $3"
		tap_failed=$((tap_failed + 1))
		printf 'got:      %s\nexpected: %s\n' "$1" "$2" | sed 's/^/# /' | head -40
		return 1
	fi
}

skip() {
	tap_count=$((tap_count + 1))
	echo "ok $tap_count - $1 # SKIP $2"
}

done_testing() {
	echo "1..$tap_count"
	[ "$tap_failed" -eq 0 ]
	exit
}
