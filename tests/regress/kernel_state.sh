#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The state of the system, against what the system itself says; names that are
# no text; the memory maps of what starts meanwhile.
. "$top_srcdir/tests/lib/tap.sh"

state=$top_builddir/tests/regress/kernel_state

# A process with a name and a file that are hard to print.
odd=$(printf 'odd\nfile\377')
: >"$work/$odd"
mkfifo "$work/ready" "$work/end"
(
	exec 7<"$work/$odd"
	printf 'a) R\n1' >/proc/self/comm
	echo >"$work/ready"
	read -r _ <"$work/end"
) &
pid=$!
defer "kill $pid"
read -r _ <"$work/ready"

ok "each payload is what its event declares" \
	sh -c "'$state' files maps >'$work/all'"
is "$(head -n 1 "$work/all")" lttng_statedump_start "it begins"
is "$(tail -n 1 "$work/all")" lttng_statedump_end "it ends"
ok "init is in it" grep -q 'process_state tid=1 .* pid=1 ' "$work/all"
ok "kernel threads are told from users', where they can be seen" sh -c "
	! grep -q '^2 ' /proc/2/stat 2>/dev/null ||
	grep -q 'process_state tid=2 .* type=1 ' '$work/all'"
is "$(grep -c '^lttng_statedump_cpu_topology' "$work/all")" \
	"$(grep -c '^processor' /proc/cpuinfo)" "each CPU"
is "$(grep -c '^lttng_statedump_block_device' "$work/all")" \
	"$(find /sys/class/block -mindepth 1 2>/dev/null | wc -l)" \
	"each block device"
ok "the loopback interface" \
	grep -q 'network_interface name="lo" address_ipv4=0x100007f' "$work/all"

"$state" files maps "$pid" >"$work/one"
ok "one process alone" sh -c "
	grep -q ' pid=$pid ' '$work/one' &&
	! grep -e process_state -e file_desc '$work/one' | grep -qv ' pid=$pid '"
# The shell may have started another process for the brackets.
ok "a name with a bracket and a newline" \
	grep -q "pid=$pid .* name=\"a) R?1\"" "$work/one"
ok "a file whose name is no text" \
	grep -q "pid=$pid fd=7 flags=0x[0-9a-f]* fmode=0x1 filename=\".*/odd?file?\"" \
	"$work/one"
ok "what it executes is mapped" \
	grep -q "process_map pid=$pid .* filename=\"/" "$work/one"
is "$("$state" maps 999999999 | wc -l | tr -d ' ')" \
	"$("$state" | grep -vc process_state)" "a process that is not there"

seen=$(awk '$1 !~ /^0+$/ && $2 ~ /^[tTwW]$/' /proc/kallsyms | wc -l)
dumped=$("$state" symbols "$pid" | grep -c '^tracectl_kernel_symbol')
# Programs of the kernel's BPF come and go.
ok "functions of the kernel: $seen and $dumped" \
	test $(((seen - dumped) / 1000)) -eq 0
echo >"$work/end"
wait "$pid"

if ! "$state" run true >"$work/run" 2>"$work/error"; then
	skip "processes that come" "$(head -n 1 "$work/error")"
	done_testing
	exit
fi
cp /bin/true "$work/program"
ok "payloads and times of processes that come" \
	sh -c "'$state' run \"'$work/program'; true\" >'$work/run'"
new=$(sed -n "s,^tracectl_process_map pid=\([0-9]*\) .*filename=\"$work/program\".*,\1,p" \
	"$work/run" | head -n 1)
ok "the program that came is mapped" [ -n "$new" ]
ok "behind its fork" sh -c "
	sed '/filename=\".*program\"/q' '$work/run' |
	grep -q '^tracectl_process_fork pid=$new '"
ok "and its libraries" \
	grep -q "process_map pid=$new .*filename=\".*libc" "$work/run"
ok "after a full disk" sh -c "'$state' refuse true >'$work/refused'"
ok "what got lost is read again" \
	grep -q 'process_map .*filename=".*kernel_state' "$work/refused"
done_testing
