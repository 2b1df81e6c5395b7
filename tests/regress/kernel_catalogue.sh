#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What the running kernel can record: nothing that tracefs describes is missing,
# and looking leaves no mount behind.
. "$top_srcdir/tests/lib/tap.sh"

catalogue=$top_builddir/tests/regress/kernel_catalogue

cp /proc/self/mountinfo "$work/before"
ok "all declarations are valid" sh -c "'$catalogue' >'$work/events'"
ok "the host's mounts are as before" \
	cmp "$work/before" /proc/self/mountinfo
grep '^[a-z]' "$work/events" >"$work/names"
if grep -q '^note:' "$work/events"; then
	skip "against tracefs" "$(sed -n 's/^note: //p' "$work/events")"
	done_testing
	exit
fi

# The kernel's own list, "SYSTEM:NAME ID", seen through a mount of our own.
# shellcheck disable=SC2016
list='mount -t tracefs none /mnt && cd /mnt/events &&
	grep -Hs "^ID: " */*/format | grep -v -e ^ftrace/ -e ^kprobes/ \
		-e ^uprobes/ -e ^eprobes/ -e ^synthetic/ -e ^user_events/ |
	sed "s,/format:ID: , ,; s,/,:,"'
if ! unshare -m sh -c "$list" >"$work/tracefs" 2>"$work/error"; then
	skip "against tracefs" "a mount namespace: $(head -n 1 "$work/error")"
	done_testing
	exit
fi

grep -v '^syscalls:' "$work/tracefs" | LC_ALL=C sort >"$work/want"
awk '$1 == "tracepoint" { print $3, $4 }' "$work/names" >"$work/have"
# Of those with a program only the name is known.
awk '$1 == "program" { print $3 }' "$work/names" >"$work/programs"
awk 'NR == FNR { program[$1] = 1; next } program[$1] { print }' \
	"$work/programs" "$work/want" >>"$work/have"
LC_ALL=C sort -o "$work/have" "$work/have"
ok "each tracepoint is there, with its id" diff "$work/want" "$work/have"

for side in entry exit; do
	sed -n 's/^syscalls:sys_enter_\([^ ]*\) .*/syscall_'$side'_\1/p' \
		"$work/tracefs" | LC_ALL=C sort >"$work/calls"
	awk '{ print $2 }' "$work/names" | LC_ALL=C sort >"$work/have"
	LC_ALL=C comm -23 "$work/calls" "$work/have" >"$work/missing"
	unknown=$(grep -c "^syscall_${side}_unknown_" "$work/have")
	is "$(wc -l <"$work/missing" | tr -d ' ')" "$unknown" \
		"each call's $side is there, or counted as unknown"
done

awk '$1 != "state" { print $2 }' "$work/names" | LC_ALL=C sort |
	uniq -d >"$work/twice"
is "$(cat "$work/twice")" "" "no name occurs twice"
is "$("$catalogue" 'syscall:fstat' | awk '/^enter syscall/ { print $2 }')" \
	syscall_entry_newfstat "a call by the name that users know"
is "$("$catalogue" 'irq:softirq_entry' | awk '/^[a-z]/ { print $2 }')" \
	irq_softirq_entry "a tracepoint by the name that the kernel has"
is "$("$catalogue" '*' | awk '$1 == "tracepoint"')" "" \
	"* alone names no tracepoint that has no program"

# What the programs carry out in a system call, kernel/bpf/settings.h.
most=$(sed -n 's/^#define CALL_MAX_OPS[[:blank:]]*//p' \
	"$top_srcdir/kernel/bpf/settings.h")
is "$(awk -v most="$most" '
	/^[a-z]/ { source = $1; name = $2; n = 0 }
	/^\top/ && ++n > most && source != "tracepoint" { print name }
	' "$work/events")" "" "no call has more than $most operations"
done_testing
