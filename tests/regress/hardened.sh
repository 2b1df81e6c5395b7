#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Sites in processes that their surroundings restrict: with both patchers a change
# works, or fails with an error that names the cause and then an immediate has its
# former value in its variable and in every instruction. See hardened.c.
. "$top_srcdir/tests/lib/tap.sh"

# The leak check needs /proc and descriptors.
ASAN_OPTIONS=detect_leaks=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}
export ASAN_OPTIONS
program=$top_builddir/tests/regress/hardened

# case_of PATCHER HINDRANCES EXPECTED: what it prints; addresses are all alike.
case_of() {
	# shellcheck disable=SC2086 # words
	said=$(TRACECTL_PATCHER=$1 "$program" $2 2>"$work/errors" |
		sed 's/0x[0-9a-f]*/TEXT/g')
	if grep -q : "$work/errors"; then
		skip "$1, $2" "$(head -n 1 "$work/errors")"
	else
		is "$said" "0 $3; wrong 0" "$1, ${2:-nothing}"
	fi
}

works='set ok 1; gate ok open'
# loads_but CAUSE: immediates stay loads, a gate can't be opened.
loads_but() {
	echo "set ok 1; gate ${1%%: *} dormant: ${1#*: }"
}
# fails CAUSE
fails() {
	echo "set ${1%%: *} 0: ${1#*: }; gate ${1%%: *} dormant: ${1#*: }"
}

denied="EACCES: text at TEXT can't be changed: mprotect: Permission denied"
refused="EPERM: text can't be changed: mprotect"
mem='/proc/self/mem'
gone='No such file or directory'
full='Too many open files'
unseen='ENOSYS 1: changed, but for a while threads may not see it: the kernel refuses membarrier SYNC_CORE, which it granted before'

for how in '' mdwe 'late mdwe' mprotect 'late mprotect' 'mdwe mprotect'; do
	case_of flip "$how" "$works"
	case_of breakpoint "$how" "$works"
done

for how in membarrier 'mdwe membarrier'; do
	case_of flip "$how" "$works"
done
case_of flip proc "$works"
case_of flip 'late proc' "$works"
case_of flip 'mdwe proc' \
	"$(loads_but "$refused: Permission denied, $mem: $gone")"
case_of flip 'membarrier proc mprotect' \
	"$(loads_but "$refused: Operation not permitted, $mem: $gone")"
case_of flip 'mdwe late proc' \
	"$(fails "ENOENT: text at TEXT can't be changed: $mem: $gone")"
case_of flip 'late mdwe proc' "$(fails "$denied, $mem: $gone")"
case_of flip 'late mdwe files' "$(fails "$denied, $mem: $full")"
case_of flip 'mdwe late files' \
	"$(fails "EMFILE: text at TEXT can't be changed: $mem: $full")"
case_of flip 'late membarrier' "set $unseen; gate ok open"
case_of flip 'mdwe late membarrier' "set $unseen; gate ok open"

barrier="ENOSYS: breakpoints can't be set: the kernel refuses membarrier SYNC_CORE"
masks="breakpoints can't be set: the threads' signal masks can't be read from /proc"
for how in membarrier 'mdwe membarrier' 'membarrier proc'; do
	case_of breakpoint "$how" "$(loads_but "$barrier")"
	case_of breakpoint "late $how" "$(fails "$barrier")"
done
for how in proc 'mdwe proc'; do
	case_of breakpoint "$how" "$(loads_but "ENOENT: $masks: $gone")"
	case_of breakpoint "late $how" "$(fails "ENOENT: $masks: $gone")"
done
case_of breakpoint 'mdwe late files' "$(fails "EMFILE: $masks: $full")"

# Translated code has to be forgotten when it changes.
valgrind_of() { # PATCHER
	TRACECTL_PATCHER=$1 valgrind -q --tool=none "$program" \
		>"$work/said" 2>"$work/errors"
	if grep -q 'out of memory' "$work/errors"; then
		skip "$1, valgrind" "it finds no memory"
	else
		is "$(cat "$work/said")" "0 $works; wrong 0" "$1, valgrind" ||
			sed 's/^/# /' "$work/errors"
	fi
}

if [ -n "$SANITIZERS" ]; then
	skip "valgrind" "it does not run what a sanitizer is in"
elif ! command -v valgrind >/dev/null; then
	skip "valgrind" "not installed"
else
	valgrind_of flip
	valgrind_of breakpoint
fi
done_testing
