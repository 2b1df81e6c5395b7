#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# report_truth.sh: numbers of reports against those that awk computes from the
# text that babeltrace2 prints: on a trace made here, and on the reference traces
# where they are (REFERENCE_TRACES, else ../shared/traces: archives of traces).
. "${top_srcdir:-.}/tests/lib/tap.sh"
. "$top_srcdir/tests/lib/report.sh"

needs_reports
if [ -z "$BABELTRACE2" ]; then
	skip "numbers of reports" "no babeltrace2 program to compare with"
	done_testing
fi

json() {
	tracectl report "$1" --json --top 0 "$trace" 2>"$work/err" >"$work/json" ||
		cat "$work/err"
	jq -r "$2" "$work/json"
}

# json_part NAME FILTER OPTION...: with --begin or --end
json_part() {
	part_name=$1
	part_filter=$2
	shift 2
	tracectl report "$part_name" --json --top 0 "$@" "$trace" |
		jq -r "$part_filter"
}

# same "name": $work/want and $work/got
same() {
	ok "$1" diff "$work/want" "$work/got"
}

# TIME CPU EVENT FIELD=VALUE...: babeltrace2's text, easy to split; the CPU is
# in the packet's context or, in traces made elsewhere, a field
text() {
	"$BABELTRACE2" --clock-seconds --no-delta "$trace" | sed -E \
		-e 's/^\[([0-9.]+)\] ([^ ]+ )?([a-zA-Z0-9_:]+): (\{ .*), cpu_id = ([0-9]+) \}$/\1 \5 \3 \4 }/' \
		-e 's/^\[([0-9.]+)\] ([^ ]+ )?([a-zA-Z0-9_:]+): \{ cpu_id = ([0-9]+) \}, (.*)$/\1 \4 \3 \5/' \
		>"$work/text"
}

check_counts() {
	awk '{ n[$3]++ } END { for (name in n) print name, n[name] }' \
		"$work/text" | LC_ALL=C sort >"$work/want"
	json summary '.event_counts[] | "\(.name) \(.count)"' |
		LC_ALL=C sort >"$work/got"
	same "$1: events by name"
	is "$(json summary .events)" "$(wc -l <"$work/text")" "$1: events"
	json events '.groups[] | "\(.key) \(.count)"' | LC_ALL=C sort \
		>"$work/got"
	same "$1: the same by report events"
}

# Time of each CPU until its first switch is the task's that leaves.
check_cpu() {
	awk '
	function ns(t,	part) {
		split(t, part, ".")
		return (part[1] - base) * 1000000000 + part[2]
	}
	function value(name,	at) {
		at = match($0, "[ {]" name " = -?[0-9]+")
		return substr($0, at + length(name) + 4,
			RLENGTH - length(name) - 4) + 0
	}
	NR == 1 { split($1, p, "."); base = p[1]; first = ns($1) }
	{ last = ns($1); cpus[$2] = 1 }
	$3 == "sched_switch" {
		cpu = $2
		from = cpu in since ? since[cpu] : first
		ran = cpu in since ? tid[cpu] : value("prev_tid")
		time[cpu, ran != 0] += last - from
		if (ran)
			task[ran] += last - from
		since[cpu] = last
		tid[cpu] = value("next_tid")
	}
	END {
		for (cpu in since) {
			time[cpu, tid[cpu] != 0] += last - since[cpu]
			if (tid[cpu])
				task[tid[cpu]] += last - since[cpu]
		}
		for (cpu in since)
			printf "cpu %d %.0f %.0f\n", cpu, time[cpu, 1], time[cpu, 0]
		for (t in task)
			if (task[t])
				printf "task %d %.0f\n", t, task[t]
	}' "$work/text" | LC_ALL=C sort >"$work/want"
	json cpu '(.cpus[] | select(.switches > 0) |
			"cpu \(.cpu) \(.busy_ns) \(.idle_ns)"),
		(.tasks[] | select(.time_ns > 0) | "task \(.tid) \(.time_ns)")' |
		LC_ALL=C sort >"$work/got"
	same "$1: CPU time"
	is "$(json cpu '.span_ns as $span | [.cpus[] | select(.busy_ns +
		.idle_ns + .unknown_ns != $span)] | length')" 0 \
		"$1: busy and idle add up to the span"
	is "$(json_part cpu '[.cpus[].busy_ns] | add' --end +"$2") + \
$(json_part cpu '[.cpus[].busy_ns] | add' --begin +"$2")" \
		"$(json_part cpu '[.cpus[].busy_ns] | add' --end +"$2") + \
$(($(json cpu '[.cpus[].busy_ns] | add') -
		$(json_part cpu '[.cpus[].busy_ns] | add' --end +"$2")))" \
		"$1: busy time of the halves adds up"
}

check_syscalls() {
	entries=$(grep -cE '^[^ ]+ [0-9]+ (compat_)?syscall_entry_' "$work/text")
	exits=$(grep -cE '^[^ ]+ [0-9]+ (compat_)?syscall_exit_' "$work/text")
	json syscalls '"\(.entries) \(.returned + .unfinished_count +
		.exits_missing) \(.returned + .entries_missing)"' >"$work/got"
	is "$(cat "$work/got")" "$entries $entries $exits" \
		"$1: calls that returned, did not, and were not seen"
	is "$(json syscalls '[.calls[].count] | add // 0')" \
		"$(json syscalls .returned)" "$1: each belongs to a process"
	for key in returned entries; do
		is "$(($(json_part syscalls ".$key" --end +"$2") +
			$(json_part syscalls ".$key" --begin +"$2")))" \
			"$(json syscalls ".$key")" "$1: $key of the halves add up"
	done
}

# A wake-up's time: by sched_wakeup, else sched_waking, of a task that sleeps.
check_sched() {
	awk '
	function ns(t,	part) {
		split(t, part, ".")
		return (part[1] - base) * 1000000000 + part[2]
	}
	function value(name,	at) {
		at = match($0, "[ {]" name " = -?[0-9]+")
		return substr($0, at + length(name) + 4,
			RLENGTH - length(name) - 4) + 0
	}
	NR == 1 { split($1, p, "."); base = p[1] }
	$3 == "sched_waking" || $3 ~ /^sched_wakeup/ {
		t = value("tid")
		if (t && state[t] != "run" && state[t] != "woken" &&
		    !($3 == "sched_waking" && state[t] == "waking")) {
			state[t] = $3 == "sched_waking" ? "waking" : "woken"
			since[t] = ns($1)
		}
	}
	$3 == "sched_switch" {
		prev = value("prev_tid")
		next_tid = value("next_tid")
		if (prev)
			state[prev] = value("prev_state") % 256 ? "sleep" : "run"
		if (next_tid && state[next_tid] ~ /^wo|^wa/) {
			n[next_tid]++
			sum[next_tid] += ns($1) - since[next_tid]
		}
		if (next_tid)
			state[next_tid] = "run"
	}
	END { for (t in n) printf "%d %d %.0f\n", t, n[t], sum[t] }' \
		"$work/text" | LC_ALL=C sort >"$work/want"
	json sched '.tasks[] | select(.latency_ns != null) |
		"\(.task | capture("\\((?<tid>[0-9]+)\\)$").tid) \(
		.wakeups) \((.latency_ns.mean * .latency_ns.count) | round)"' |
		LC_ALL=C sort >"$work/got"
	same "$1: wake-ups and latencies of each task"
}

# Pairs on one CPU.
check_irq() {
	awk '
	function ns(t,	part) {
		split(t, part, ".")
		return (part[1] - base) * 1000000000 + part[2]
	}
	function value(name,	at) {
		at = match($0, "[ {]" name " = -?[0-9]+")
		return substr($0, at + length(name) + 4,
			RLENGTH - length(name) - 4) + 0
	}
	NR == 1 { split($1, p, "."); base = p[1] }
	$3 ~ /^irq_handler_entry$/ { begun[$2, "i", value("irq")] = ns($1) }
	$3 ~ /softirq_entry$/ { begun[$2, "s", value("vec")] = ns($1) }
	$3 ~ /^irq_handler_exit$/ { end("i", value("irq")) }
	$3 ~ /softirq_exit$/ { end("s", value("vec")) }
	function end(kind, number) {
		if (!(($2, kind, number) in begun))
			return
		n[kind, number]++
		sum[kind, number] += ns($1) - begun[$2, kind, number]
		delete begun[$2, kind, number]
	}
	END {
		for (key in n) {
			split(key, part, SUBSEP)
			printf "%s %d %d %.0f\n", part[1], part[2], n[key], sum[key]
		}
	}' "$work/text" | LC_ALL=C sort >"$work/want"
	json irq '(.handlers // [] | .[] | "i \(.number) \(.count) \(.total_ns)"),
		(.softirqs // [] | .[] | "s \(.number) \(.count) \(.total_ns)")' |
		LC_ALL=C sort >"$work/got"
	same "$1: interrupts and softirqs"
}

# Bytes by what calls returned, disks by their events.
check_io() {
	awk '
	function value(name,	at) {
		at = match($0, "[ {]" name " = -?[0-9]+")
		return substr($0, at + length(name) + 4,
			RLENGTH - length(name) - 4) + 0
	}
	$3 == "block_rq_complete" {
		n[value("dev")]++
		bytes[value("dev")] += value("nr_sector") * 512
	}
	END { for (dev in n) printf "%d %.0f\n", n[dev], bytes[dev] }' "$work/text" |
		LC_ALL=C sort >"$work/want"
	json io '.disks // [] | .[] | "\(.reads + .writes + .others) \(
		.read_bytes + .written_bytes)"' | LC_ALL=C sort >"$work/got"
	same "$1: requests and bytes of disks"
	awk '
	function value(name,	at) {
		at = match($0, "[ {]" name " = -?[0-9]+")
		return substr($0, at + length(name) + 4,
			RLENGTH - length(name) - 4) + 0
	}
	{
		thread = $2 in run ? run[$2] : "of CPU " $2
		name = $3
		sub(".*syscall_(entry|exit)_", "", name)
	}
	$3 == "sched_switch" {
		tid = value("prev_tid")
		if (!($2 in run) && !(tid in call))
			call[tid] = call[thread]
		run[$2] = value("next_tid")
	}
	$3 ~ /syscall_entry_/ { call[thread] = name }
	$3 ~ /syscall_exit_/ {
		if (call[thread] == name && value("ret") > 0 &&
		    name ~ /^(p?writev?(64)?|send(to|msg)|sendfile64|splice)$/)
			sum += value("ret")
		delete call[thread]
	}
	END { printf "%.0f\n", sum }' "$work/text" >"$work/want"
	json io '[.descriptors[].written_bytes] | add // 0' >"$work/got"
	same "$1: bytes written"
	is "$(json files '[.files[].read_bytes] | add // 0')" \
		"$(json io '[.descriptors[].read_bytes] | add // 0')" \
		"$1: files and descriptors agree"
}

# check NAME HALF: $trace; HALF in seconds
check() {
	text
	check_counts "$1"
	check_cpu "$1" "$2"
	check_sched "$1"
	check_syscalls "$1" "$2"
	check_irq "$1"
	check_io "$1"
}

# --- two CPUs, random tasks, calls, interrupts, requests
awk 'BEGIN {
	srand(7)
	print "domain kernel"
	split("read write pwrite64 poll", names, " ")
	for (ns = 1000; n < 3000; n++) {
		ns += 1 + int(rand() * 5000)
		cpu = int(rand() * 2)
		at = ns " " cpu " "
		what = rand()
		call = names[1 + int(rand() * 4)]
		irq = 1 + int(rand() * 3)
		tid = run[cpu] + 0
		if (what < .2) {
			do
				next_tid = int(rand() * 5) * 2 + cpu
			while (next_tid == tid)
			print at "sched_switch prev_comm=\"t" tid "\" prev_tid=" tid " prev_prio=20 prev_state=" int(rand() * 3) " next_comm=\"t" next_tid "\" next_tid=" next_tid " next_prio=20"
			run[cpu] = next_tid
		} else if (what < .3) {
			print at (rand() < .5 ? "sched_wakeup" : "sched_waking") " comm=\"t\" tid=" int(rand() * 10) " prio=20 target_cpu=0"
		} else if (what < .5) {
			print at "syscall_entry_" call " fd=" irq " count=9"
		} else if (what < .7) {
			print at "syscall_exit_" call " ret=" int(rand() * 99) - 9
		} else if (what < .75) {
			print at "irq_handler_entry irq=" irq " name=\"disk\""
		} else if (what < .8) {
			print at "irq_handler_exit irq=" irq " ret=1"
		} else if (what < .85) {
			print at "irq_softirq_entry vec=" irq
		} else if (what < .9) {
			print at "irq_softirq_exit vec=" irq
		} else if (what < .95) {
			print at "block_rq_issue dev=" irq " sector=" irq * 8 " nr_sector=" irq " rwbs=1"
		} else {
			print at "block_rq_complete dev=" irq " sector=" irq * 8 " nr_sector=" irq " rwbs=1 error=0"
		}
	}
}' | trace random
trace=$work/random
check random 0.003

# --- the reference traces
references=${REFERENCE_TRACES:-$top_srcdir/../shared/traces}
for name in picotrace basic-kernel-analysis; do
	if [ ! -f "$references/$name.tar.xz" ]; then
		skip "$name" "not in $references"
		continue
	fi
	mkdir "$work/$name"
	tar -xf "$references/$name.tar.xz" -C "$work/$name"
	trace=$work/$name
	check "$name" 2.5
done

done_testing
