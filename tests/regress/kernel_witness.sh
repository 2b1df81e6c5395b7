#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# What the kernel's events add up to, against what the kernel itself counts
# elsewhere, and against perf.
. "${top_srcdir:-.}/tests/lib/tap.sh" || exit 99
. "$top_srcdir/tests/lib/record.sh"

if [ "$(id -u)" != 0 ] || [ ! -r /sys/kernel/btf/vmlinux ] ||
	tracectl record -k -e sched_switch -o "$work/first" -- true 2>&1 |
		grep -q "built without"; then
	skip "the kernel's events" "only root, with libbpf, where the kernel has BTF"
	done_testing
fi
compile work kernel_work.c -g -fno-omit-frame-pointer

text() {
	"${BABELTRACE2:-babeltrace2}" "$1" 2>"$work/bt2-errors"
}
# near GOT WANT SLACK
near() {
	[ "$1" -le $(($2 + $3)) ] && [ "$1" -ge $(($2 - $3)) ]
}

# --- CPU time, as /proc/PID/schedstat has it
ok "a program that uses CPU time" tracectl record -k -e 'sched_*' \
	-o "$work/burn" -- sh -c "exec '$work/work' burn 200 >'$work/schedstat'"
check_trace "CPU time" "$work/burn"
want=$(cat "$work/schedstat")
got=$(tracectl --json report cpu --top 0 "$work/burn" |
	jq '[.tasks[] | select(.comm == "work") | .time_ns] | add')
ok "its CPU time: $got ns, /proc says $want" \
	near "${got%.*}" "$want" $((want / 10 + 10000000))

# --- how often the CPU was left
ok "a program that sleeps" tracectl record -k -e sched_switch \
	-e 'syscall:getppid' -o "$work/switches" -- "$work/work" switches 300
want=$(grep -E '^[0-9]+$' "$work/.out")
got=$(text "$work/switches" | awk '
	/ syscall_entry_getppid: / { inside = !inside }
	inside && / sched_switch: .*prev_comm = "work"/ { n++ }
	END { print n + 0 }')
ok "left the CPU $got times, /proc says $want" near "$got" "$want" 2

# --- perf, in the same run
if command -v perf >/dev/null && perf stat -e context-switches true \
	>"$work/perf" 2>&1 && grep -q context-switches "$work/perf"; then
	ok "record what perf runs" tracectl record -k -e 'sched_*' -o "$work/perf-run" -- \
		perf stat -x, -o "$work/perf.csv" -e context-switches \
		"$work/work" switches 200
	want=$(awk -F, '/context-switches/ { print $1 }' "$work/perf.csv")
	got=$(text "$work/perf-run" |
		grep -c ' sched_switch: .*prev_comm = "work"')
	ok "$got context switches, perf says $want" near "$got" "$want" 2
else
	skip "context switches as perf counts them" "perf cannot count here"
fi

# --- where the time goes
if tracectl report --help >/dev/null 2>&1; then
	ok "sampling" tracectl record -k --sample 1000 -e profile_sample \
		-o "$work/shares" -- "$work/work" shares 400
	tracectl --json report profile --top 0 "$work/shares" >"$work/profile"
	share() {
		jq --arg name "$1" '([.functions[] | select(.function == $name) |
			.total] | add // 0) * 100 / .samples | floor' "$work/profile"
	}
	thrice=$(share thrice)
	once=$(share once)
	ok "three quarters of the samples in one function ($thrice %)" \
		near "${thrice:-0}" 75 12
	ok "... a quarter in another ($once %)" near "${once:-0}" 25 12
else
	skip "where the time goes" "built without babeltrace2"
fi

# --- counted by address, without events
ok "classic profiles" tracectl record -k --all --profile cpu --profile schedule \
	--profile sleep -o "$work/profiles" -- "$work/work" burn 300
text "$work/profiles" | sed -nE \
	's/^.* tracectl_profile_hits: .*profile = \( "([a-z]+)" .*hits = ([0-9]+) .*$/\1 \2/p' \
	>"$work/hits"
ok "... of the CPU, and of who gave it up" sh -c \
	"grep -q '^cpu ' '$work/hits' && grep -q '^schedule ' '$work/hits'"
check_trace "profiles" "$work/profiles"

# --- nothing unaccounted for
calls=200000
ok "more calls than there is room for" tracectl --json record -k \
	-e 'syscall:getppid' --subbuf-size 4k --subbufs 2 -o "$work/calls" -- \
	"$work/work" calls $calls
cp "$work/.out" "$work/totals"
events=$(jq .events "$work/totals")
statedump=$(jq .statedump "$work/totals")
lost=$(jq .lost "$work/totals")
is $((events - statedump + lost)) $((calls * 2)) \
	"$((events - statedump)) recorded + $lost lost = emitted"
is "$(text "$work/calls" | grep -c ' syscall_[a-z]*_getppid: ')" \
	$((events - statedump)) "... and so many are in the trace"
check_trace "calls" "$work/calls"

# --- everything at once, on a busy machine
ok "all programs' events and some tracepoints" tracectl record -k --all -e '*' \
	-e 'profile:*' -e 'kmem:*' -e 'block:*' -e 'net:*' -e 'timer:*' \
	-e 'workqueue:*' -e 'exceptions:*' --subbuf-size 1M -o "$work/busy" -- \
	sh -c "for i in 1 2 3 4 5 6 7 8; do
		tar cf - -C '$top_srcdir' doc tools | xz -0 >/dev/null; done"
check_trace "everything" "$work/busy"

# --- a daemon that is killed, and the next
ok "a session of the kernel" tracectl create -k killed -o "$work/killed"
ok "... with events" tracectl enable -k -s killed sched_switch
ok "... running" tracectl start killed
sleep 0.2
kill -9 "$(cat "$TRACECTL_RUNTIME_DIR/daemon.pid")"
ok "another daemon goes on" tracectl list --probes
sleep 0.2
ok "... to the end" tracectl destroy killed
ok "... and says what it could not record" sh -c \
	"'${BABELTRACE2:-babeltrace2}' '$work/killed' | grep -q ' tracectl_gap: '"
check_trace "killed" "$work/killed"

done_testing
