#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Sessions over live applications: either side may come late, go and come back;
# several sessions and channels share a site; whatever was emitted while a
# probe was enabled is in the trace or counted lost.

. "$top_srcdir/tests/lib/tap.sh"
. "$top_srcdir/tests/lib/record.sh"

# shellcheck disable=SC2046
compile hammer hammer.c $(linked)

# start_hammer ARG...: waits for a line in $work/go; says in $work/said.
start_hammer() {
	rm -f "$work/go" "$work/said"
	mkfifo "$work/go"
	"$work/hammer" -w "$@" <"$work/go" >"$work/said" &
	hammer=$!
	exec 7>"$work/go"
}
run_hammer() {
	echo go >&7
	wait_for 600 grep -q emitted "$work/said"
	emitted=$(sed 's/emitted //' "$work/said")
}
end_hammer() {
	echo end >&7
	exec 7>&-
	wait "$hammer"
}
# holds NAME DIR TOTALS EMITTED: recorded + lost = emitted, by both accounts.
holds() {
	recorded=$(count_events "$2" hammer:hit)
	lost=$(json_number lost <"$3")
	is "$((recorded + lost))" "$4" "$1: $recorded recorded + $lost lost = emitted"
	check_trace "$1" "$2"
}
hammer_known() {
	tracectl list --probes | grep -q hammer
}

# The application comes first, the daemon later.
start_hammer -t 4 -n 5000
ok "create" tracectl create late -o "$work/late"
ok "the running application is seen" wait_for 100 hammer_known
ok "enable" tracectl enable -s late 'hammer:*'
ok "start" tracectl start late
run_hammer
tracectl --json stop late >"$work/totals"
holds "late daemon" "$work/late" "$work/totals" "$emitted"
ok "destroy" tracectl destroy late
end_hammer

# The session comes first, the application later.
tracectl create early -o "$work/early" && tracectl enable -s early 'hammer:*' &&
	tracectl start early
start_hammer -t 2 -n 5000
run_hammer
end_hammer
tracectl --json destroy early >"$work/totals"
holds "late application" "$work/early" "$work/totals" "$emitted"

# Two sessions, one with two channels, on the same site.
for s in one two; do
	tracectl create $s -o "$work/$s" -c first
done
ok "a second channel" tracectl create --add-channel two -c second --subbuf-size 4k --subbufs 2
tracectl enable -s one 'hammer:*'
tracectl enable -s two -c first 'hammer:*'
tracectl enable -s two -c second 'hammer:h*'
tracectl start one
tracectl start two
start_hammer -t 4 -n 5000
run_hammer
end_hammer
tracectl --json destroy one >"$work/totals"
holds "two sessions: one" "$work/one" "$work/totals" "$emitted"
tracectl --json destroy two >"$work/totals"
holds "two sessions: two channels" "$work/two" "$work/totals" $((emitted * 2))

# Enable and disable while 8 threads hammer the site.
tracectl create toggle -o "$work/toggle"
tracectl start toggle
start_hammer -t 8 -s 1
wait_for 100 hammer_known
echo go >&7
for i in $(seq 20); do
	tracectl --quiet enable -s toggle 'hammer:*' && tracectl --quiet disable -s toggle 'hammer:*'
done >"$work/errors" 2>&1
wait_for 300 grep -q emitted "$work/said"
end_hammer
is "$(cat "$work/errors")" "" "20 times enabled and disabled under 8 threads"
tracectl --json destroy toggle >"$work/totals"
"${BABELTRACE2:-babeltrace2}" "$work/toggle" >"$work/text" 2>"$work/bt2-errors"
recorded=$(grep -c hammer:hit "$work/text")
ok "toggled: some events ($recorded)" [ "$recorded" -gt 0 ]
is "$(json_number events <"$work/totals")" "$(wc -l <"$work/text")" "toggled: the daemon counts what is there"
check_trace toggled "$work/toggle"

# The daemon is killed while the application records, and comes back.
tracectl create killed -o "$work/killed"
tracectl enable -s killed 'hammer:*'
tracectl start killed
start_hammer -t 2 -n 20000
daemon=$(cat "$TRACECTL_RUNTIME_DIR/daemon.pid")
echo go >&7
sleep 0.05
kill -9 "$daemon"
wait_for 300 grep -q emitted "$work/said"
emitted=$(sed 's/emitted //' "$work/said")
ok "a new daemon knows the session" sh -c 'tracectl create other -o "$1" && tracectl list | grep -q killed' sh "$work/other"
tracectl --json destroy killed >"$work/totals"
holds "killed daemon" "$work/killed" "$work/totals" "$emitted"
end_hammer
tracectl destroy other >/dev/null

# A recording whose command is killed ends, with a whole trace; so it does when
# the daemon was killed before it.
owned_gone() {
	! tracectl list | grep -q "$1"
}
for with in alone daemon; do
	tracectl --quiet record -s owned -o "$work/owned-$with" -- \
		"$work/hammer" -t 1 -s 60 </dev/null >/dev/null 2>&1 &
	recorder=$!
	wait_for 100 sh -c 'tracectl list | grep -q owned'
	wait_for 100 sh -c 'tracectl --json list | tr -d " \n" | grep -q "\"events\":[1-9]"'
	child=$(cat "/proc/$recorder/task/$recorder/children")
	[ $with = alone ] || kill -9 "$(cat "$TRACECTL_RUNTIME_DIR/daemon.pid")"
	kill -9 "$recorder"
	wait "$recorder" 2>/dev/null
	# shellcheck disable=SC2086
	kill -9 $child
	[ $with = alone ] ||
		ok "a new daemon" tracectl create next -o "$work/next"
	ok "a killed recording ($with): its session ends" wait_for 300 owned_gone owned
	ok "... it left events" [ "$(count_events "$work/owned-$with" hammer:hit)" -gt 0 ]
	check_trace "killed recording ($with)" "$work/owned-$with"
done
tracectl destroy next >/dev/null

# An application that is killed leaves a whole trace.
tracectl create dies -o "$work/dies"
tracectl enable -s dies 'hammer:*'
tracectl start dies
start_hammer -t 2 -s 60
echo go >&7
sleep 0.5
kill -9 "$hammer"
wait "$hammer" 2>/dev/null
exec 7>&-
ok "destroy after the application was killed" tracectl destroy dies
ok "it left events" [ "$(count_events "$work/dies" hammer:hit)" -gt 0 ]
check_trace "killed application" "$work/dies"

done_testing
