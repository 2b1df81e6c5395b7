#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The kernel's events through the command: what is recorded is what happened,
# by witnesses that are not ours.
. "${top_srcdir:-.}/tests/lib/tap.sh" || exit 99
. "$top_srcdir/tests/lib/record.sh"

if [ "$(id -u)" != 0 ] || [ ! -r /sys/kernel/btf/vmlinux ]; then
	skip "the kernel's events" "only root, and where the kernel has BTF"
	done_testing
fi
if ! tracectl --quiet record -k -e sched_switch -o "$work/probe" -- true \
	2>"$work/why"; then
	if grep -q "built without" "$work/why"; then
		skip "the kernel's events" "built without libbpf"
		done_testing
	fi
	sed 's/^/# /' "$work/why"
fi

# --- what there is
ok "list -k" tracectl list -k
cp "$work/.out" "$work/list"
for event in sched_switch syscall_entry_openat syscall_exit_openat \
	irq_softirq_entry profile_sample; do
	ok "there is $event" grep -q "^$event " "$work/list"
done
ok "with fields" grep -Eq '^sched_switch .*prev_comm.*next_tid' "$work/list"
ok "a wrong name is told" sh -c \
	"tracectl record -k -e no_such_event -o '$work/none' -- true 2>&1 |
		grep -q 'no event of that name'"

# --- a program's system calls, as strace sees them
# A sanitizer reads files of /proc, which are no longer the same a run later.
SANITIZERS= compile calls kernel_calls.c
# view DIR: our events as lines "tid call|enter"/"tid call|result"
view() {
	tracectl view "$1" 2>"$work/view-errors"
}
# ours: one line per call: thread (by order of appearance), name, result.
ours() {
	view "$1" | sed -nE 's/^.* syscall_(entry|exit)_([a-z0-9_]+): .*[{ ]tid = ([0-9]+)[,} ].*$/\1 \2 \3 &/p' |
		awk '
		function number(tid) {
			if (!(tid in order))
				order[tid] = ++threads
			return order[tid]
		}
		{ thread = number($3) }
		$1 == "exit" {
			ret = $0
			sub(/^.*[{ ]ret = /, "", ret)
			name = ret
			sub(/[ ,}].*$/, "", ret)
			if (name ~ /^-[0-9]+ \(/) {
				sub(/^-[0-9]+ \(/, "", name)
				sub(/\).*$/, "", name)
				ret = "-" name
			}
			# strace does not show where a child begins.
			if (ret != "0" || $2 !~ /^(clone3?|fork|vfork)$/)
				lines[thread] = lines[thread] thread " " $2 " " ret "\n"
		}
		END { for (i = 1; i <= threads; i++) printf "%s", lines[i] }'
}
# strace: the same of strace -f -o.
straced() {
	awk '
	function number(tid) {
		if (!(tid in order))
			order[tid] = ++threads
		return order[tid]
	}
	function say(thread, call, text,	ret) {
		ret = text
		sub(/^.* = /, "", ret)
		if (ret ~ /^-1 E/) {
			sub(/^-1 /, "-", ret)
			sub(/ .*$/, "", ret)
		} else {
			sub(/ .*$/, "", ret)
		}
		lines[thread] = lines[thread] thread " " call " " ret "\n"
	}
	{
		thread = number($1)
		text = $0
		sub(/^[0-9]+ +/, "", text)
	}
	text ~ /^(---|\+\+\+)/ { next }
	text ~ /<unfinished \.\.\.>$/ {
		open[thread] = text
		sub(/\(.*$/, "", open[thread])
		next
	}
	text ~ /^<\.\.\. / {
		say(thread, open[thread], text)
		next
	}
	{
		call = text
		sub(/\(.*$/, "", call)
		say(thread, call, text)
	}
	END { for (i = 1; i <= threads; i++) printf "%s", lines[i] }' "$1"
}
# What differs from run to run, or has two names; what ends has no result.
normal() {
	sed -E -e 's/ 0x[0-9a-f]+$/ ADDRESS/' \
		-e 's/ (mmap|brk) [0-9]+$/ \1 ADDRESS/' \
		-e '/ exit(_group)? /d' -e '/ syscall_0xff.* /d' \
		-e 's/ (clone3?|fork|vfork|wait4|set_tid_address|getpid|gettid|getppid) [0-9]+$/ \1 PID/' \
		-e 's/ (futex) .*$/ \1/' -e '/ futex$/d' \
		-e 's/ (clock_nanosleep) .*$/ \1/' -e '/ unknown /d'
}
if command -v strace >/dev/null && strace -o /dev/null true 2>/dev/null; then
	mkdir "$work/cwd"
	(cd "$work/cwd" && strace -f -o "$work/strace.out" "$work/calls")
	ok "record a program's system calls" sh -c "cd '$work/cwd' &&
		tracectl record -k -e 'syscall:*' -o '$work/calls.trace' -- '$work/calls'"
	# From the first execve on, as strace begins.
	ours "$work/calls.trace" | normal |
		awk '$1 == 1 && !begun && $2 != "execve" { next } { begun = 1; print }' \
		>"$work/ours"
	straced "$work/strace.out" | normal >"$work/theirs"
	ok "there are calls" test "$(wc -l <"$work/theirs")" -gt 60
	ok "the same calls, in the same order, with the same results" \
		diff "$work/theirs" "$work/ours"
	check_trace "system calls" "$work/calls.trace"
	# No name of a file is missing, at entry or at exit.
	grep -oE '(open|openat|newfstatat|stat|access|rename|symlink|unlink|mkdir|chdir|rmdir|execve|readlink)\((AT_FDCWD, )?"[^"]*"' \
		"$work/strace.out" | sed -E 's/^.*"([^"]*)"$/\1/' | sort >"$work/their-paths"
	view "$work/calls.trace" | grep -oE '(filename|pathname|path|oldname|old) = "[^"]+"' |
		sed -E 's/^.*"([^"]*)"$/\1/' | sort >"$work/our-paths"
	ok "no file name is missing" sh -c \
		"! comm -23 '$work/their-paths' '$work/our-paths' | grep ."
	ok "errors have names" sh -c \
		"tracectl view '$work/calls.trace' | grep -q 'syscall_exit_.*ret = -2 (ENOENT)'"
else
	skip "system calls, as strace sees them" "strace cannot trace here"
fi

# --- one time line with an application's own events
ok "the kernel's and an application's events in one session" \
	tracectl record -k -e 'sched_switch' -e 'syscall:write' -u -e '*' \
	-o "$work/both" -- "$top_builddir/command_app"
ok "... in two traces" test -f "$work/both/kernel/metadata" -a \
	-d "$work/both/ust"
"${BABELTRACE2:-babeltrace2}" "$work/both" 2>"$work/bt2-errors" >"$work/text"
ok "... read as one" sh -c \
	"grep -q ' sched_switch: ' '$work/text' && grep -qE ' [a-z_]+:[a-z_]+: ' '$work/text'"
is "$(wc -c <"$work/bt2-errors")" 0 "... without a complaint"
check_trace "both" "$work/both"
if command -v babeltrace >/dev/null; then
	is "$(babeltrace "$work/both/kernel" 2>/dev/null | wc -l)" \
		"$("${BABELTRACE2:-babeltrace2}" "$work/both/kernel" | wc -l)" \
		"babeltrace 1.5 reads as many events"
else
	skip "babeltrace 1.5 reads as many events" "it is not installed"
fi

# --- filters
ok "everybody's events" tracectl --json record -k -e sched_switch -d 1 -o "$work/all"
ok "... of several processes" test "$("${BABELTRACE2:-babeltrace2}" "$work/all" |
	grep -oE 'next_tid = [0-9]+' | sort -u | wc -l)" -gt 2
is "$("${BABELTRACE2:-babeltrace2}" "$work/calls.trace" |
	grep -cE 'lttng_statedump_process_state')" \
	"$("${BABELTRACE2:-babeltrace2}" "$work/calls.trace" |
	grep -E 'lttng_statedump_process_state' | wc -l)" "statedump"
ok "--comm" tracectl record -k --all --comm sleep -e 'syscall:*' -o "$work/comm" -- \
	sh -c 'sleep 0.1; true'
is "$("${BABELTRACE2:-babeltrace2}" "$work/comm" | grep -c 'syscall_entry_execve')" 0 \
	"... nothing of before it had that name"
ok "... and what it did" sh -c \
	"'${BABELTRACE2:-babeltrace2}' '$work/comm' | grep -q syscall_entry_clock_nanosleep"

ok "--cgroup of a folder that is none" sh -c \
	"tracectl record -k --cgroup '$work' -d 1 -o '$work/no-cgroup' 2>&1 |
		grep -q 'no control group of version 2'"
ok "--pid of nobody" sh -c \
	"tracectl record -k --pid 999999999 -d 1 -o '$work/nobody' 2>&1 |
		grep -q 'cannot follow process 999999999: there is none'"
as_user="setpriv --reuid 7777 --regid 7777 --clear-groups"
if $as_user "$top_builddir/tracectl" --version >/dev/null 2>&1; then
	mkdir -m 777 "$work/user"
	chmod 755 "$work"
	ok "a user is told why not" sh -c "
		$as_user \
			env TRACECTL_RUNTIME_DIR='$work/user/run' \
			'$top_builddir/tracectl' record -k -d 1 -o '$work/user/trace' 2>&1 |
		tee '$work/user/said' | grep -q '^tracectl: cannot record the kernel: .*root'"
	[ ! -s "$work/user/run/daemon.pid" ] ||
		kill "$(cat "$work/user/run/daemon.pid")"
else
	skip "a user is told why not" "no other user can run this build"
fi

ok "rings that are too large are told" sh -c \
	"tracectl record -k --subbuf-size 256M --subbufs 16 -o '$work/large' -- true 2>&1 |
		grep -q 'choose smaller or fewer sub-buffers'"

# --- step by step, and a snapshot
ok "create -k" tracectl create -k --mode overwrite flight -o "$work/flight"
daemon=$(cat "$TRACECTL_RUNTIME_DIR/daemon.pid")
thread=$(ls "/proc/$daemon/task" | grep -vx "$daemon" | head -n 1)
ok "--pid of a thread" sh -c \
	"tracectl record -k --pid $thread -d 1 -o '$work/thread' 2>&1 |
		grep -q 'cannot follow process $thread: it is a thread'"
ok "enable -k" tracectl enable -k -s flight sched_switch 'syscall:getppid'
ok "start" tracectl start flight
ok "snapshot" tracectl snapshot flight -o "$work/flight-1"
check_trace "snapshot" "$work/flight-1"
ok "disable -k" tracectl disable -k -s flight sched_switch
ok "stop" tracectl stop flight
ok "start again" tracectl start flight
ok "destroy" tracectl destroy flight
check_trace "flight" "$work/flight"
ok "a flight that was short" sh -c "
	tracectl create -k --mode overwrite short -o '$work/short' &&
	tracectl enable -k -s short 'syscall:*' && tracectl start short &&
	/bin/true && tracectl destroy short"
ok "... is there, from a sub-buffer that is not full" sh -c \
	"'${BABELTRACE2:-babeltrace2}' '$work/short' | grep -q ' syscall_entry_execve: '"

done_testing
