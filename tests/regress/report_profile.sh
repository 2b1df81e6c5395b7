#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# report_profile.sh: stacks with names: samples in the kernel, in a program told
# by bin_info and in one told by process maps; folded, as a flame graph, and in
# tables.
. "${top_srcdir:-.}/tests/lib/tap.sh"
. "$top_srcdir/tests/lib/report.sh"

needs_reports
if [ -z "$DW_LIBS" ]; then
	skip "names of functions" "built without libdw"
	done_testing
fi

# --- addresses of a program of ours
"$top_builddir/tests/regress/symbols_app" >"$work/app" || exit 99
field() {
	sed -n "s/^$1 //p" "$work/app" | cut -d ' ' -f "$2"
}
base=$(field base 1)
size=$(field base 2)
path=$(field base 3)
outer=$(field outer 1)
inner=$(field inner 1)
kernel=0xffffffff81000000

# --- kernel and user frames; a thread, a fork, an exec whose maps were told
# before it, the tracer itself
{
	echo "domain kernel"
	echo "1000 0 tracectl_kernel_symbol address=$kernel name=\"do_work\" module=\"\""
	echo "1001 0 tracectl_kernel_symbol address=0xffffffff81000100 name=\"do_entry\" module=\"\""
	sed -n 's/^map \(.*\) \(.*\) \(.*\) \(.*\)/1002 0 tracectl_process_map pid=10 start=\1 end=\2 pgoff=\3 inode=5 filename="\4"/p' \
		"$work/app"
	sample() {
		echo "$1 0 profile_sample comm=\"$2\" tid=$3 pid=$4" \
			"user_stack=[$5] kernel_stack=[$6]"
	}
	sample 2000 app 10 10 "$inner,$outer" ""
	sample 3000 app 11 10 "$inner,$outer" "0xffffffff81000010,0xffffffff81000110"
	sample 3500 app 11 10 "$outer" "18446744073709551615,0"
	sample 3600 app 11 10 "4096" ""
	echo "4000 0 sched_process_fork parent_comm=\"app\" parent_tid=10 parent_pid=10 child_comm=\"app\" child_tid=20 child_pid=20"
	sample 4100 app 20 20 "$inner,$outer,$outer" ""
	echo "4200 0 sched_process_exec filename=\"/bin/x\" tid=20 old_tid=20 "
	sample 4300 app 20 20 "$inner" "0xffffffff81000110,0xffffffff81000210"
	echo "4301 0 tracectl_kernel_symbol address=0xffffffff81000200 name=\"schedule\" module=\"\""
	echo "4302 0 tracectl_kernel_symbol address=0xffffffff81000400 name=\"__traceiter_sched_switch\" module=\"\""
	sample 4303 app 20 20 "" "0xffffffff81000410,0xffffffff81000210"
	sample 4400 idle 0 0 "" "0xffffffff81000110"
} | trace kernel
report profile --format folded "$work/kernel"
cat >"$work/want" <<'WANT'
app;[not known] 1
app;schedule_[k] 1
app;symbols_inner;schedule_[k];do_entry_[k] 1
app;symbols_outer 1
app;symbols_outer;symbols_inner 1
app;symbols_outer;symbols_inner;do_entry_[k];do_work_[k] 1
app;symbols_outer;symbols_outer;symbols_inner 1
swapper;do_entry_[k] 1
WANT
LC_ALL=C sort -o "$work/want" "$work/want"
LC_ALL=C sort -o "$work/out" "$work/out"
ok "folded stacks" diff "$work/want" "$work/out"
report profile "$work/kernel"
has "samples 8" "samples"
has "app 7 87.50 %" "of a task"
has "2 25.00 % 4 50.00 % user symbols_inner" "a function"
has "1 12.50 % 4 50.00 % user symbols_outer" "a function that calls itself"
has "2 25.00 % 3 37.50 % kernel do_entry" "a function of the kernel"
report profile --event 'sched_*' "$work/kernel"
has "samples 0" "events without stacks"
report profile --format svg "$work/kernel"
ok "a flame graph: frames" test "$(grep -c '<g class="f"' "$work/raw")" = 15
ok "and widths" grep -q 'app (7 samples, 87.50 %)</title><rect x="10.00" y="[0-9]*" width="1032.50"' \
	"$work/raw"
ok "that needs nothing else" sh -c "! grep -v xmlns= '$work/raw' |
	grep -q 'https*:\|src='"

# --- counted by address
trace counted <<'TEXT'
domain kernel
1000 0 tracectl_kernel_symbol address=4096 name="do_entry" module=""
1000 0 tracectl_kernel_symbol address=8192 name="do_work" module=""
2000 0 tracectl_profile_hits profile=0 address=0 hits=6
2000 0 tracectl_profile_hits profile=0 address=4100 hits=1
2000 0 tracectl_profile_hits profile=0 address=4104 hits=1
2000 0 tracectl_profile_hits profile=1 address=8200 hits=5
2000 0 tracectl_profile_hits profile=2 address=8200 hits=1500
TEXT
report profile "$work/counted"
has "6 75.00 % [user space]" "samples in user space"
has "2 25.00 % do_entry" "samples in a function of the kernel"
has "5 100.00 % do_work" "who gave up the CPU"
has "1.500 us 100.00 % do_work" "who slept, for how long"

# --- user traces: bin_info, contexts of any event; what is not the same file
user_trace() {
	echo "domain ust"
	echo "1000 0 lttng_ust_statedump:bin_info @10/10/app baddr=$base memsz=$size path=\"$1\" is_pic=1 has_build_id=$2 has_debug_link=0"
	[ "$2" = 0 ] ||
		echo "1001 0 lttng_ust_statedump:build_id @10/10/app baddr=$base build_id=[1,2,3]"
	echo "2000 0 app:work @10/10/app n=1 callstack_user=[$inner,$outer]"
	echo "2000 0 app:rest @10/10/app n=1"
}
user_trace "$path" 0 | trace user
report profile --format folded "$work/user"
has "app;symbols_outer;symbols_inner 1" "bin_info, and a context of any event"
user_trace "$path" 1 | trace other
report profile --format folded "$work/other"
has "app;[symbols_app];[symbols_app] 1" "another build of the program"
{
	echo "domain ust"
	echo "1000 0 lttng_ust_statedump:bin_info @10/10/app baddr=$base memsz=$size path=\"$path\" is_pic=1 has_build_id=0 has_debug_link=0"
	echo "2000 0 lttng_ust_libc:malloc @10/10/app size=100 ptr=4096 ip=$inner"
	echo "2001 0 lttng_ust_libc:malloc @10/10/app size=10 ptr=8192 ip=$inner"
	echo "2002 0 lttng_ust_libc:malloc @11/11/other size=7 ptr=8192 ip=$inner"
	variable=$(field variable 1)
	echo "3000 0 lttng_ust_pthread:pthread_mutex_trylock @10/10/app mutex=$variable status=0"
	echo "3001 0 lttng_ust_pthread:pthread_mutex_unlock @10/10/app mutex=$variable status=0"
} | trace sites
report locks "$work/sites"
has "app (10) symbols_variable (symbols_app) 1 0 0 0 ns - - - - - - - 1 ns 1 ns" \
	"a mutex by its name"
report memory "$work/sites"
has "110 B 2 app (10) symbols_inner+0x4 (symbols_app)" "an allocation's call site"
has "7 B 1 other (11) $inner" "one of a process whose files are not known"
mkfifo "$work/fifo"
user_trace "$work/fifo" 0 | trace named
report profile --format folded "$work/named"
has "app;[fifo];[fifo] 1" "a path that is no file"
done_testing
