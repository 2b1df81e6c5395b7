#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Probes in children, threads, handlers and at both ends of a process: each is
# recorded once, under its own process id.

. "$top_srcdir/tests/lib/tap.sh"
. "$top_srcdir/tests/lib/record.sh"

# record_family NAME RECORD-OPTION...
record_family() {
	name=$1
	shift
	# shellcheck disable=SC2086
	tracectl --quiet record "$@" -e 'family:*' -o "$work/$name" -- \
		env FAMILY_EARLY=$early "$work/family" >"$work/said" 2>"$work/errors"
	sort "$work/said" >"$work/expected"
	"${BABELTRACE2:-babeltrace2}" "$work/$name" | sed -nE \
		's/.* (family:[a-z_]+): .*vpid = ([0-9]+), .*\{ pid = ([0-9]+) \}$/\1 \2 \3/p' \
		>"$work/got"
	is "$(awk '$2 != $3' "$work/got")" "" "$name: vpid is the emitting process"
	ok "$name: $(wc -l <"$work/said") events, each once" sh -c \
		"cut -d' ' -f1,2 '$work/got' | sort | diff '$work/expected' -"
	check_trace "$name" "$work/$name"
}

early=
compile family family.c
record_family whole
record_family counted --buffers counted
early=1
record_family early

# Plugins come and go 1,000 times; their constructors are recorded, too.
gcc -O2 -fPIC -shared $SANITIZERS $IMMEDIATE_CPPFLAGS -I"$top_srcdir/include" \
	"$top_srcdir/tests/regress/plugin.c" -o "$work/plugin.so" || exit 99
compile reloader reloader.c -ldl
for scope in "" global; do
	rm -rf "$work/reload"
	# shellcheck disable=SC2086
	ok "load and unload 1,000 times ${scope:-local}" tracectl --quiet record -e 'plugin:*' \
		-e 'reloader:*' -o "$work/reload" -- "$work/reloader" \
		"$work/plugin.so" 1000 $scope
	for event in plugin:begin plugin:call plugin:end reloader:round; do
		is "$(count_events "$work/reload" $event)" 1000 "${scope:-local}: $event"
	done
	check_trace "reload ${scope:-local}" "$work/reload"
done

# Under PR_SET_MDWE, which refuses writable text and lost execution.
cat >"$work/mdwe.c" <<'C'
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	if (argc < 2 || prctl(65, 1, 0, 0, 0))
		return 77;
	execv(argv[1], argv + 1);
	return 127;
}
C
gcc "$work/mdwe.c" -o "$work/mdwe" || exit 99
"$work/mdwe" /bin/true
if [ $? -eq 77 ]; then
	skip "PR_SET_MDWE" "this kernel has none"
else
	tracectl --quiet record -e 'family:*' -o "$work/mdwe-trace" -- \
		"$work/mdwe" "$work/family" >"$work/said" 2>&1
	is "$(count_events "$work/mdwe-trace" family:parent)" 1 "under PR_SET_MDWE"
fi

done_testing
