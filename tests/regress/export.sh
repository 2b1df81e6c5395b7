#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# export.sh: tracectl export on small traces whose answers are known, each
# format read by a program that is not ours.
. "${top_srcdir:-.}/tests/lib/tap.sh"

if [ ! -f "$top_builddir/.libs/babeltrace-plugin-tracectl.so" ]; then
	mkdir "$work/nothing"
	tracectl export -f csv "$work/nothing" >"$work/out" 2>&1
	is $? 1 "export fails in a build without babeltrace2"
	ok "and says why" grep -q "built without babeltrace2" "$work/out"
	done_testing
fi

# trace NAME: made of the lines on stdin.
trace() {
	"$top_builddir/tests/lib/ctf_text" "$work/$1" || exit 99
}

# sw NS CPU PREV TID STATE NEXT TID: a sched_switch.
sw() {
	echo "$1 $2 sched_switch prev_comm=\"$3\" prev_tid=$4 prev_prio=20" \
		"prev_state=$5 next_comm=\"$6\" next_tid=$7 next_prio=19"
}

{
	echo "domain kernel"
	echo '1000000 0 sched_wakeup comm="app" tid=10 prio=20 target_cpu=0'
	sw 2000000 0 swapper/0 0 0 app 10
	echo '2500000 0 syscall_entry_read fd=3 count=100'
	echo '2600000 0 irq_handler_entry irq=7 name="eth0"'
	echo '2610000 0 irq_softirq_entry vec=3'
	echo '2620000 0 irq_softirq_exit vec=3'
	echo '2650000 0 irq_handler_exit irq=7 ret=1'
	echo '2700123 0 syscall_exit_read ret=100'
	echo '2800000 0 other_event name="a,""b"'
	echo '2900000 0 syscall_entry_poll nfds=1'
	sw 3000000 0 app 10 1 swapper/0 0
	sw 9000000 1 swapper/1 0 0 two 20
} | trace kernel
{
	echo "domain ust"
	echo '1000 0 app:load_begin @5/6/alpha id=1'
	echo '1500 1 app:step_start @5/7/beta n=9'
	echo '2000 0 app:mark @5/6/alpha text="</script>"'
	echo '3000 0 app:part_begin @5/6/alpha id=2'
	echo '4000 0 app:load_end @5/6/alpha id=1'
	echo '5000 1 app:step_done @5/7/beta n=9'
	echo '6000 1 app:part_end @5/7/beta id=2'
	echo '7000 1 app:only_begin @5/7/beta id=2'
	echo 'lost 1 5'
	echo '9000 1 app:mark @5/7/beta text="x"'
} | trace ust

# --- csv
tracectl export -f csv "$work/ust" >"$work/csv"
is $? 0 "csv"
is "$(head -n 1 "$work/csv" | tr -d '\r')" \
	"time_ns,cpu,pid,tid,comm,domain,event,fields" "csv: a head"
is "$(wc -l <"$work/csv")" 10 "csv: a row for each event"
is "$(sed -n 3p "$work/csv" | tr -d '\r')" \
	'1500,1,5,7,beta,ust,app:step_start,"{""n"":9}"' "csv: a row"
tracectl export -f csv --tid 7 --begin +0.000004 "$work/ust" >"$work/csv"
is "$(wc -l <"$work/csv")" 5 "csv: filtered"

# a program that tells its name by what is mapped first, and has a thread
{
	echo "domain ust"
	echo '1000 0 lttng_ust_statedump:start @5/9/ n=1'
	echo '1500 0 lttng_ust_statedump:bin_info @5/9/ baddr=4096 memsz=9 path="/bin/a-name-of-20-letters"'
	echo '1600 0 lttng_ust_statedump:bin_info @5/9/ baddr=8192 memsz=9 path="/lib/libc.so"'
	echo '1700 0 lttng_ust_statedump:end @5/9/ n=1'
	echo '2000 0 app:x @5/6/ n=1'
} | trace named
tracectl export -f csv "$work/named" >"$work/csv"
is "$(tail -n 1 "$work/csv" | tr -d '\r')" \
	'2000,0,5,6,a-name-of-20-le,ust,app:x,"{""n"":1}"' \
	"csv: a process is called as its program"

# --- chrome
if command -v jq >/dev/null; then
	tracectl export -f chrome "$work/kernel" "$work/ust" -o "$work/json"
	is $? 0 "chrome"
	# slice NAME: begin, duration, place.
	slice() {
		jq -c --arg name "$1" '.traceEvents[] |
			select(.ph == "X" and .name == $name) |
			[.ts, .dur, .pid, .tid]' "$work/json"
	}
	is "$(slice app)" "[1999,1000,0,0]" "chrome: who ran on a CPU"
	is "$(slice read)" "[2499,200.123,10,10]" "chrome: a system call"
	is "$(slice "irq 7")" "[2599,50,0,0]" "chrome: an interrupt"
	is "$(slice "softirq 3")" "[2609,10,0,0]" "chrome: within it a softirq"
	is "$(slice app:load)" "[0,3,5,6]" "chrome: a pair of events"
	is "$(slice app:part)" "[2,1,5,6]" "chrome: one without its end"
	is "$(slice app:step)" "[0.5,3.5,5,7]" "chrome: of another thread"
	is "$(slice "LOST events")" "[6,2,0,1]" "chrome: a loss"
	is "$(jq -r '.traceEvents[] | select(.args.unfinished) | .name' \
		"$work/json" | LC_ALL=C sort | tr '\n' ' ')" \
		"app:part poll two " "chrome: what has not ended says so"
	is "$(jq -c '.traceEvents[] | select(.name == "read") | .args' \
		"$work/json")" '{"begin":{"fd":3,"count":100},"end":{"ret":100}}' \
		"chrome: arguments and result"
	is "$(jq -c '[.traceEvents[] | select(.name == "thread_name") |
		[.pid, .tid, .args.name]] | sort' "$work/json")" \
		'[[5,6,"alpha"],[5,7,"beta"],[10,10,"app"],[20,20,"two"]]' \
		"chrome: names of threads"
	is "$(jq -c '.traceEvents[] | select(.name == "app:mark") |
		[.ph, .ts, .tid, .args.text]' "$work/json" | tr '\n' ' ')" \
		'["i",1,6,"</script>"] ["i",8,7,"x"] ' "chrome: marks"
	# not all switches are there: until when "a" ran is not known
	{
		echo "domain kernel"
		sw 1000 0 swapper/0 0 0 a 10
		sw 5000 0 b 11 1 c 12
		sw 8000 0 c 12 1 swapper/0 0
	} | trace gap
	tracectl export -f chrome "$work/gap" -o "$work/json"
	is "$(jq -c '.traceEvents[] | select(.ph == "X") |
		[.name, .ts, .dur, .args.unfinished]' "$work/json" |
		tr '\n' ' ')" '["a",0,0,true] ["c",4,3,null] ' \
		"chrome: no task runs longer than is known"
	tracectl export -f chrome "$work/named" -o "$work/json"
	is "$(jq -c '[.traceEvents[] | select(.ph != "M") | .name]' \
		"$work/json")" '["app:x"]' "chrome: without the initial state"
	tracectl export -f chrome --begin +0.0016 --end +0.0018 \
		"$work/kernel" -o "$work/json"
	is "$(jq -c '.traceEvents[] | select(.ph == "X") |
		[.name, .ts, .dur]' "$work/json" | LC_ALL=C sort |
		tr '\n' ' ')" \
		'["app",1600,200] ["irq 7",1600,50] ["read",1600,100.123] ["softirq 3",1610,10] ' \
		"chrome: slices are cut at the window's ends"
else
	skip "chrome" "jq is not installed"
fi

# --- perfetto, read by protoc
if command -v protoc >/dev/null; then
	tracectl export -f perfetto "$work/kernel" "$work/ust" >"$work/proto"
	is $? 0 "perfetto"
	protoc --proto_path="$top_srcdir/tests/lib" --decode=Trace \
		perfetto.proto <"$work/proto" >"$work/text"
	is $? 0 "perfetto: of the right form"
	ok "perfetto: nothing that the format doesn't have" \
		sh -c "! grep -E '^ *[0-9]+:' '$work/text'"
	# a packet a line
	tr -s ' \n' ' ' <"$work/text" | sed 's/} packet {/}\npacket {/g' \
		>"$work/lines"
	# packets TEXT: how many have it
	packets() {
		grep -cF -- "$1" "$work/lines"
	}
	is "$(packets 'ftrace_events { cpu: 0 event { timestamp: 2000000 pid: 0 sched_switch { prev_comm: "swapper/0" prev_pid: 0 prev_prio: 120 prev_state: 0 next_comm: "app" next_pid: 10 next_prio: 119 } } }')" \
		1 "perfetto: a switch"
	is "$(packets 'sched_wakeup { comm: "app" pid: 10 prio: 120 target_cpu: 0 }')" \
		1 "perfetto: a wake-up"
	is "$(packets 'timestamp: 2650000 pid: 10 irq_handler_exit { irq: 7 ret: 1 }')" \
		1 "perfetto: an interrupt"
	is "$(packets 'name: "LOST 5 events"')" 1 "perfetto: a loss"
	is "$(packets 'thread { pid: 5 tid: 7 thread_name: "beta" }')" 1 \
		"perfetto: a thread"
	thread=$(sed -nE 's/.*uuid: ([0-9]+) thread \{ pid: 10 .*/\1/p' \
		"$work/lines")
	is "$(packets "timestamp: 2500000 trusted_packet_sequence_id: 1 track_event { debug_annotations { int_value: 3 name: \"fd\" } debug_annotations { int_value: 100 name: \"count\" } type: SLICE_BEGIN track_uuid: $thread categories: \"syscall\" name: \"read\" }")" \
		1 "perfetto: a system call begins"
	is "$(packets "timestamp: 2700123 trusted_packet_sequence_id: 1 track_event { debug_annotations { int_value: 100 name: \"ret\" } type: SLICE_END track_uuid: $thread }")" \
		1 "perfetto: and ends"
	is "$(packets SLICE_BEGIN)-$(packets SLICE_END)-$(packets INSTANT)" \
		"6-5-4" "perfetto: begins, ends, instants"
else
	skip "perfetto" "protoc is not installed"
fi

# --- stacks, of pairs of events
tracectl export -f folded "$work/ust" >"$work/folded"
is "$(tr '\n' '|' <"$work/folded")" \
	"alpha;app:load 2000|alpha;app:load;app:part 1000|beta;app:step 3500|" \
	"folded: time in each, without what is within it"
tracectl export -f folded --tid 7 "$work/ust" >"$work/folded"
is "$(cat "$work/folded")" "beta;app:step 3500" "folded: filtered"
{
	echo "domain ust"
	echo '1000 0 lttng_ust_cyg_profile:func_entry @5/6/alpha addr=4096 call_site=1'
	echo '2000 0 lttng_ust_cyg_profile:func_entry @5/6/alpha addr=8192 call_site=1'
	echo '5000 0 lttng_ust_cyg_profile:func_exit @5/6/alpha addr=8192 call_site=1'
	echo '9000 0 lttng_ust_cyg_profile:func_exit @5/6/alpha addr=4096 call_site=1'
} | trace functions
tracectl export -f folded "$work/functions" >"$work/folded"
is "$(tr '\n' '|' <"$work/folded")" "alpha;0x1000 5000|alpha;0x1000;0x2000 3000|" \
	"folded: functions by their entries and exits"
if command -v jq >/dev/null; then
	tracectl export -f speedscope "$work/ust" -o "$work/json"
	is "$(jq -c '[.["$schema"], (.shared.frames | map(.name) | sort)]' \
		"$work/json")" '["https://www.speedscope.app/file-format-schema.json",["alpha","app:load","app:part","app:step","beta"]]' \
		"speedscope: frames"
	is "$(jq -c '.shared.frames as $f | .profiles[0] |
		[.type, .unit, .endValue, ([.samples, .weights] | transpose |
		map([(.[0] | map($f[.].name) | join(";")), .[1]]) | sort)]' \
		"$work/json")" '["sampled","nanoseconds",6500,[["alpha;app:load",2000],["alpha;app:load;app:part",1000],["beta;app:step",3500]]]' \
		"speedscope: stacks and their time"
else
	skip "speedscope" "jq is not installed"
fi

# --- wrong usage
wrong() {
	tracectl export "$@" >"$work/out" 2>&1
	is $? 2 "refused: export $*"
	ok "with a sentence" grep -q '^tracectl.*: ' "$work/out"
}
wrong "$work/ust"
wrong -f gif "$work/ust"
wrong -f csv
wrong -f csv -o "$work/none/file" "$work/ust"
wrong -f csv --begin soon "$work/ust"
tracectl export -f csv "$work/nowhere" >"$work/out" 2>&1
is $? 1 "no such directory"
if [ -e /dev/full ]; then
	tracectl export -f csv "$work/ust" -o /dev/full >"$work/out" 2>&1
	is $? 1 "a full disk"
fi

done_testing
