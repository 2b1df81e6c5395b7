#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Completion for bash.
. "${top_srcdir:-.}/tests/lib/tap.sh"
. "$top_srcdir/tools/tracectl/completion.bash"

# completed WORD...: what the last word may become.
completed() {
	COMP_WORDS=("$@")
	COMP_CWORD=$(($# - 1))
	COMPREPLY=()
	_tracectl
	echo "${COMPREPLY[*]}"
}

is "$(completed tracectl sta)" "start status" "commands"
is "$(completed tracectl record --subb)" "--subbuf-size --subbufs" \
	"options of a command"
is "$(completed tracectl --js)" "--json" "common options"
mkdir "$work/bin"
touch "$work/bin/only-here"
chmod +x "$work/bin/only-here"
PATH=$work/bin:$PATH
is "$(completed tracectl record -- only-h)" "only-here" "programs after --"
touch "$work/trace-1"
is "$(completed tracectl check "$work/tr")" "$work/trace-1" "files"
is "$(completed tracectl report sc)" "sched" "reports"
is "$(completed tracectl report "$work/tr")" "$work/trace-1" "traces"
is "$(completed tracectl report sched "$work/tr")" "$work/trace-1" \
	"traces after a report"
is "$(completed tracectl export --format sp)" "speedscope" "formats"
is "$(completed tracectl export -f c)" "chrome csv" "formats of a letter"
is "$(completed tracectl stop x)" "" "no session without a daemon"

done_testing
