#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# report.sh: tracectl report, and babeltrace2 with the plugin, on small traces
# whose answers are computed by hand.
. "${top_srcdir:-.}/tests/lib/tap.sh"
. "$top_srcdir/tests/lib/report.sh"

needs_reports

# --- cpu: 10 s; threads 100, 25 and 20 %; CPUs 21, 66 and 100 %
{
	echo "domain kernel"
	sw 1000000000 0 swapper/0 0 0 other 7
	sw 1000000000 1 swapper/1 0 0 another 8
	sw 1000000000 5 swapper/5 0 0 prog100 42
	sw 1100000000 0 other 7 1 swapper/0 0
	sw 2000000000 0 swapper/0 0 0 prog20 30664
	sw 4000000000 0 prog20 30664 1 swapper/0 0
	sw 5100000000 1 another 8 1 swapper/1 0
	sw 6000000000 1 swapper/1 0 0 prog25 30665
	sw 8500000000 1 prog25 30665 1 swapper/1 0
	sw 9000000000 0 swapper/0 0 0 another 8
	sw 9000000000 0 another 8 0 swapper/0 0
	sw 11000000000 5 prog100 42 1 swapper/5 0
} | trace cpu
report cpu "$work/cpu"
has "0 2.100 s 7.900 s 0 ns 21.00 % 6" "CPU 0"
has "1 6.600 s 3.400 s 0 ns 66.00 % 4" "CPU 1"
has "5 10.000 s 0 ns 0 ns 100.00 % 2" "CPU 5"
has "all CPUs 62.33 %" "all CPUs"
has "prog100 42 10.000 s 100.00 % 1 0" "a thread with a CPU of its own"
has "prog25 30665 2.500 s 25.00 % 1 0" "a thread with 25 %"
has "prog20 30664 2.000 s 20.00 % 1 0" "a thread with 20 %"
has "another 8 4.100 s 41.00 % 2 1" "a thread that migrates"
report cpu --begin +2 --end +6.1 "$work/cpu"
has "0 1.000 s 3.100 s 0 ns 24.39 % 1" "CPU 0 in a window"
has "1 3.200 s 900.000 ms 0 ns 78.05 % 2" "CPU 1 in a window"
report cpu --comm 'prog2*' --cpu 0 "$work/cpu"
has "prog20 30664 2.000 s 20.00 % 1 0" "a filter keeps what it names"
ok "and drops the rest" test "$(grep -c 'prog25\|prog100\|other' \
	"$work/out")" = 0

# --- cpu: switches are missing on CPU 0, none on CPU 1
{
	echo "domain kernel"
	sw 1000000000 0 other 7 1 app 8
	sw 1000000000 1 other 9 1 swapper/1 0
	sw 3000000000 0 app 8 1 swapper/0 0
	sw 4000000000 1 swapper/1 0 0 one 10
	sw 8000000000 0 other 7 1 app 8
	sw 9000000000 0 app 8 1 other 7
	echo '11000000000 0 other'
} | trace gaps
report cpu "$work/gaps"
has "0 3.000 s 0 ns 7.000 s 30.00 % 4" "a CPU where switches are missing"
has "1 0 ns 3.000 s 7.000 s 0.00 % 2" "its neighbour, between switches only"
ok "which is said" grep -q "^Switches are missing in 1 places" "$work/out"

# --- sched: latencies 1, 2, 3 and 10 us; one wait of 5 us after preemption
{
	echo "domain kernel"
	echo '1000 0 sched_wakeup comm="a" tid=10 prio=20 target_cpu=0'
	sw 2000 0 swapper/0 0 0 a 10
	sw 3000 0 a 10 1 swapper/0 0
	echo '4000 0 sched_waking comm="a" tid=10 prio=20 target_cpu=0'
	echo '5000 0 sched_wakeup comm="a" tid=10 prio=20 target_cpu=0'
	sw 7000 0 swapper/0 0 0 a 10
	echo '8000 0 sched_wakeup comm="b" tid=11 prio=19 target_cpu=0'
	echo '8500 0 sched_wakeup comm="a" tid=10 prio=20 target_cpu=0'
	sw 11000 0 a 10 256 b 11 19
	sw 16000 0 b 11 1 a 10
	echo '17000 1 sched_waking comm="b" tid=11 prio=19 target_cpu=1'
	sw 27000 1 c 12 2 b 11 19
} | trace sched
report sched "$work/sched"
has "4 1.000 us 4.000 us 2.000 us 10.000 us 10.000 us 10.000 us 10.000 us" \
	"wake-up latencies"
has "b (11) 19 2 3.000 us 6.500 us 3.000 us 10.000 us 10.000 us 10.000 us \
10.000 us 1 0 13.000 us" "of a task"
has "a (10) 20 2 1.000 us 1.500 us 1.000 us 2.000 us 2.000 us 2.000 us \
2.000 us 1 1 8.000 us" "of a task that was preempted"
has "10.000 us b (11) 19 1 00:00:00.000017000 00:00:00.000027000 c 12" \
	"the longest wait, and who ran"
has "19 2 3.000 us 6.500 us 3.000 us 10.000 us 10.000 us 10.000 us 10.000 us" \
	"of a priority"

# --- irq: 6 x 2000 us; softirq 1000 and 3000 us, raised 5000 and 7000 before
{
	echo "domain kernel"
	for i in 1 2 3 4 5 6; do
		echo "${i}0000000 0 irq_handler_entry irq=41 name=\"ahci\""
		echo "${i}2000000 0 irq_handler_exit irq=41 ret=1"
	done
	echo "100000000 0 irq_softirq_raise vec=1"
	echo "101000000 0 irq_softirq_raise vec=1"
	echo "105000000 0 softirq_entry vec=1"
	echo "106000000 0 softirq_exit vec=1"
	echo "110000000 0 softirq_raise vec=1"
	echo "117000000 0 irq_softirq_entry vec=1"
	echo "120000000 0 irq_softirq_exit vec=1"
	echo "120000001 0 irq_softirq_exit vec=1"
} | trace irq
report irq "$work/irq"
has "41 ahci 6 12.000 ms 2.000 ms 2.000 ms 2.000 ms 2.000 ms 2.000 ms \
2.000 ms 2.000 ms 0 ns" "an interrupt handler"
has "1 TIMER 2 4.000 ms 1.000 ms 2.000 ms 1.000 ms 3.000 ms 3.000 ms \
3.000 ms 3.000 ms 1.414 ms" "a softirq, with its deviation"
has "1 TIMER 2 5.000 ms 6.000 ms 5.000 ms 7.000 ms 7.000 ms 7.000 ms \
7.000 ms" "from raise to entry"
has "1 ends without a begin." "an end alone"
tracectl report irq --json "$work/irq" >"$work/json"
ok "deviation in JSON" grep -q '"deviation": 1414213\.56' "$work/json"

# --- syscalls: unfinished, unmatched, errors, old and new names
{
	echo "domain kernel"
	echo '1000 0 syscall_entry_read fd=3 count=10'
	echo '1500 0 syscall_exit_read ret=10'
	echo '1700 0 syscall_entry_write fd=4 count=1'
	sw 2000 0 app 100 1 two 101
	echo '2100 0 lttng_statedump_process_state tid=101 pid=100 name="two"'
	echo '3000 0 sys_open filename="/etc/x" flags=0'
	echo '3400 0 exit_syscall ret=-2'
	echo '4000 0 syscall_entry_read fd=5 count=20'
	echo '4800 0 syscall_exit_read ret=0'
	echo '5000 0 syscall_exit_clone ret=0'
	echo '6000 0 syscall_entry_read fd=6 count=30'
	echo '6100 0 syscall_entry_read fd=7 count=40'
	echo '6300 0 syscall_exit_read ret=40'
	sw 7000 0 two 101 1 app 100
	echo '8700 0 syscall_exit_write ret=1'
	echo '9000 0 syscall_entry_poll nfds=1'
	echo '9900 0 other'
} | trace syscalls
report syscalls "$work/syscalls"
has "calls begun 7" "calls begun"
has "returned 5" "calls that returned"
has "unfinished 1" "a call unfinished"
has "exit not seen 1" "an exit lost"
has "entry not seen 1" "an entry lost"
has "app (100) read 2 0 1.000 us 200 ns 500 ns 200 ns 800 ns 800 ns 800 ns \
800 ns" "calls of a process"
has "app (thread 100) write 1 0 7.000 us 7.000 us 7.000 us 7.000 us 7.000 us \
7.000 us 7.000 us 7.000 us" "a call that blocked is its thread's"
has "open 2 No such file or directory 1" "an error"
has '400 ns two (101) 00:00:00.000003000 -2 open filename = /etc/x, flags = 0' \
	"arguments of a slow call"
has "900 ns app (100) 00:00:00.000009000 poll nfds = 1" "the unfinished call"
report syscalls --tid 101 "$work/syscalls"
has "returned 3" "calls of a thread"
first=$(report syscalls --end +0.000003 "$work/syscalls" &&
	sed -n 's/^returned //p' "$work/out")
last=$(report syscalls --begin +0.000003 "$work/syscalls" &&
	sed -n 's/^returned //p' "$work/out")
is "$first+$last" "2+3" "the halves of a trace add up"

# --- events: a user trace, with numbers, keys and pairs
{
	echo "domain ust"
	echo '1000 0 app:begin @5/6/alpha id=1 len=10'
	echo '1500 0 app:begin @5/6/alpha id=2 len=30'
	echo '2000 1 app:end @5/7/beta id=2 len=-2'
	echo '4000 0 app:end @5/6/alpha id=1 len=5'
	echo '5000 0 app:begin @8/8/gamma id=1 len=20'
	echo '6000 0 app:end @8/8/gamma id=9 len=20'
	echo '7000 0 app:text @8/8/gamma word="hello"'
} | trace ust
report events --event app:begin --field len --by comm "$work/ust"
has "alpha 2 40 10 20 10 30 30 30 30" "a field by a key"
has "gamma 1 20 20 20 20 20 20 20 20" "of another"
report events --field len "$work/ust"
has "app:end 3 23 -2 7.66667 5 20 20 20 20" "a field by the event's name"
has "1 of the events have no number len." "events without it are counted"
report events --from app:begin --to app:end --key id "$work/ust"
has "pairs 2" "pairs"
has "never ended 1" "a pair that never ended"
has "ends alone 1" "an end alone"
has "- 2 3.500 us 500 ns 1.750 us 500 ns 3.000 us 3.000 us 3.000 us 3.000 us" \
	"latencies of pairs"
report events --event 'app:*' --by pid "$work/ust"
has "5 4" "events counted by process"
report cpu "$work/ust"
ok "a user trace has no CPU report, and it says so" \
	grep -q "needs the events sched_switch" "$work/out"

# --- memory: peak 1150 of a process, two blocks of 50 and 400 live
{
	echo "domain ust"
	echo '1000 0 lttng_ust_libc:malloc @5/5/app size=100 ptr=4096'
	echo '2000 0 lttng_ust_libc:calloc @5/6/app nmemb=10 size=100 ptr=8192'
	echo '3000 0 lttng_ust_libc:malloc @5/5/app size=50 ptr=64'
	echo '4000 0 lttng_ust_libc:free @5/5/app ptr=8192'
	echo '5000 0 lttng_ust_libc:realloc @5/5/app in_ptr=4096 size=400 ptr=128'
	echo '6000 0 lttng_ust_libc:free @5/5/app ptr=777'
	echo '6500 0 lttng_ust_libc:free @5/5/app ptr=0'
	echo '7000 0 lttng_ust_libc:malloc @5/5/app size=9 ptr=0'
	echo '8000 0 lttng_ust_libc:malloc @9/9/fork size=1 ptr=64'
} | trace memory
report memory "$work/memory"
has "app 5 4 3 1 1 1.5 KiB 1.1 KiB 450 B 2" "memory of a process"
has "fork 9 1 0 0 0 1 B 1 B 1 B 1" "the same address in another"
report memory --begin +0.000003 "$work/memory"
has "app 5 1 3 1 1 400 B 1.1 KiB 450 B 2" "blocks from before the window"

# --- percentiles: 1 to 2000, beyond what is kept exactly
{
	echo "domain ust"
	i=0
	while [ $i -lt 2000 ]; do
		i=$((i + 1))
		echo "${i}000 0 app:n @1/1/one n=$i"
	done
} | trace many
report events --field n "$work/many"
values=$(grep '^app:n' "$work/out")
is "${values%% 1 1000.5*}" "app:n 2,000 2,001,000" "count and sum are exact"
# shellcheck disable=SC2086 # words
set -- $(echo "$values" | tr -d ,)
near() {
	test "$1" -ge "$2" && test "$1" -le $(($2 + $2 / 128))
}
ok "p50 is near" near "$6" 1000
ok "p90 is near" near "$7" 1800
ok "p99 is near" near "$8" 1980
is "$4 ${10}" "1 2000" "the smallest and the largest are exact"

# --- summary, losses
{
	echo "domain ust"
	echo '1000000000 2 app:a @5/6/alpha x=1'
	echo '2000000000 2 app:a @5/6/alpha x=1'
	echo 'lost 2 7'
	echo '5000000000 2 app:b @9/9/beta'
} | trace lost
report "$work/lost"
has "span 4.000 s" "summary: span"
has "app:a ust 2 0.5" "summary: events by name and rate"
has "alpha 5 - 2" "summary: processes"
has "cpu who had the CPUs no sched_switch" "summary: what a report needs"
has "events any event's fields, pairs of events as latencies yes -" \
	"summary: a report that can run"
has "2 00:00:02.000000000 00:00:05.000000000 7 events" \
	"where and when events were lost"
ok "losses are loud" grep -q '^WARNING: the tracer lost 7 events' "$work/out"
report summary "$work/lost" "$work/ust" "$work/cpu"
has "events 22" "several traces"
report summary "$work"
ok "traces below a directory" test "$(sed -n 's/^events //p' "$work/out" |
	tr -d , | head -n 1)" -gt 2000
mkdir -p "$work/esc"
printf 'domain ust\n1 0 app:a @5/6/\033[31mred x=1\n' | trace esc/one
report events --by comm "$work/esc"
has '\x1b[31mred 1' "what would drive a terminal is escaped"
report cpu --colour always "$work/cpu"
ok "colour when asked for" grep -q '\[1mCPUs' "$work/out"
report cpu "$work/cpu"
ok "none otherwise" test "$(grep -c '\[1m' "$work/out")" = 0

# --- the same through babeltrace2
if [ -n "$BABELTRACE2" ] && [ -z "$SANITIZERS" ]; then
	for name in summary events cpu sched syscalls io files irq \
		memory locks profile off-cpu; do
		tracectl report "$name" "$work/$([ -d "$work/$name" ] &&
			echo "$name" || echo lost)" >"$work/ours" 2>&1
		"$BABELTRACE2" --plugin-path="$top_builddir/.libs" \
			"$work/$([ -d "$work/$name" ] && echo "$name" ||
			echo lost)" -c "sink.tracectl.$name" \
			>"$work/theirs" 2>&1
		ok "babeltrace2 -c sink.tracectl.$name" cmp "$work/ours" \
			"$work/theirs"
	done
	"$BABELTRACE2" --plugin-path="$top_builddir/.libs" "$work/ust" \
		-c sink.tracectl.events -p 'field="len"' -p 'cpu=1,top=3' |
		tr -s ' ' >"$work/out"
	has "app:end 1 -2 -2 -2 -2 -2 -2 -2 -2" "parameters of a component"
else
	skip "through babeltrace2" "no babeltrace2, or sanitizers"
fi

# --- wrong usage, damaged and strange traces
wrong() {
	report "$@"
	is $? 2 "refused: report $*"
}
wrong cpu --begin soon "$work/cpu"
wrong cpu --field x "$work/cpu"
wrong events --from a "$work/cpu"
wrong cpu --cpu 1,x "$work/cpu"
wrong cpu
report "$work/nowhere"
is $? 1 "no such directory"
ok "and what to do" grep -q "name a report or a trace" "$work/out"
cp -r "$work/cpu" "$work/cut"
head -c 300 "$work/cpu/channel0_0" >"$work/cut/channel0_0"
report cpu "$work/cut"
is $? 1 "a damaged trace fails"
ok "and says so" grep -q "^tracectl: cannot .*tracectl check" "$work/out"
# an index that points behind the file, on which babeltrace2 2.0 aborts
cp -r "$work/lost" "$work/index"
mkdir "$work/index/index"
{
	printf '\301\361\334\301\0\0\0\001\0\0\0\001\0\0\0\110'
	bits=$(($(wc -c <"$work/lost/channel0_2") * 8))
	high=$(printf '%03o' $((bits / 256)))
	low=$(printf '%03o' $((bits % 256)))
	printf '\0\0\0\0\0\020\0\0'
	printf "\\0\\0\\0\\0\\0\\0\\$high\\$low"
	printf "\\0\\0\\0\\0\\0\\0\\$high\\$low"
	head -c 48 /dev/zero
} >"$work/index/index/channel0_2.idx"
report cpu "$work/index"
is $? 1 "a damaged index fails"
ok "with a sentence" grep -q "^tracectl: cannot .*tracectl check" "$work/out"
mkdir "$work/empty"
cp "$work/cpu/metadata" "$work/empty/"
report cpu "$work/empty"
is $? 0 "a trace without streams"
has "There is no event in the trace." "has no event"
{
	echo "domain kernel"
	for name in sched_switch sched_wakeup irq_handler_entry \
		irq_handler_exit softirq_entry syscall_entry_x syscall_exit_x \
		sched_process_fork lttng_statedump_process_state \
		lttng_ust_libc:malloc lttng_ust_libc:free; do
		echo "1000 0 $name"
		echo "2000 1 $name"
	done
} | LC_ALL=C sort -n | trace bare
{
	echo "domain kernel"
	for name in sched_switch sched_wakeup irq_handler_entry \
		irq_handler_exit syscall_entry_x syscall_exit_x; do
		echo "3000 0 $name prev_tid=\"text\" next_tid=\"text\"" \
			"tid=\"text\" irq=\"text\" prev_comm=5 ret=\"text\""
	done
} | trace odd
for name in summary events cpu sched syscalls io files irq \
		memory locks profile off-cpu; do
	report "$name" "$work/bare" "$work/odd"
	is $? 0 "missing and odd fields: $name"
	tracectl report "$name" --json "$work/bare" "$work/odd" |
		tail -n 1 >"$work/out"
	has "}" "and in JSON: $name"
done

done_testing
