#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# report_lttng.sh: reports on a trace that LTTng-UST itself made of a program
# which allocates and locks: numbers as babeltrace2's text has them, call sites
# and mutexes by name.
. "${top_srcdir:-.}/tests/lib/tap.sh"
. "$top_srcdir/tests/lib/report.sh"
lttng_home=$work/lttng
. "$top_srcdir/tests/lib/lttng.sh"

needs_reports
if ! lttng_is_there || [ -z "$BABELTRACE2" ] || [ -z "$DW_LIBS" ]; then
	skip "a trace of LTTng-UST's" "no LTTng, babeltrace2 program or libdw"
	done_testing
fi
case $SANITIZERS in
*address*|*thread*)
	skip "a trace of LTTng-UST's" \
		"its libraries can't be preloaded beside a sanitizer"
	done_testing ;;
esac
chmod 755 "$work"
defer lttng_daemon_end
if ! lttng_daemon_begin "$work/sessiond.log"; then
	skip "a trace of LTTng-UST's" "$(head -n 1 "$work/sessiond.log")"
	done_testing
fi
cp "$top_builddir/tests/regress/libc_calls" "$work/app"
chmod 755 "$work/app"
mkdir "$work/trace" && chmod 777 "$work/trace"

wrappers=liblttng-ust-libc-wrapper.so:liblttng-ust-pthread-wrapper.so
record() {
	lttng_user lttng create reports --output="$work/trace" &&
		lttng_user lttng enable-channel -u --subbuf-size=1M \
			--num-subbuf=8 all &&
		lttng_user lttng enable-event -u -c all '*' &&
		for context in vpid vtid procname ip; do
			lttng_user lttng add-context -u -c all -t "$context" ||
				return 1
		done &&
		lttng_user lttng start &&
		lttng_user env LTTNG_UST_REGISTER_TIMEOUT=20000 \
			LD_PRELOAD="$wrappers" "$work/app" 20 \
			>"$work/app.out" &&
		lttng_user lttng stop && lttng_user lttng destroy
}
record >"$work/lttng.log" 2>&1
ok "recorded by LTTng" test $? = 0 ||
	sed 's/^/# /' "$work/lttng.log"
"$BABELTRACE2" "$work/trace" >"$work/text"
lines() {
	grep -cE "$1" "$work/text"
}
tracectl report events --json --top 0 "$work/trace" >"$work/json"
is "$(jq '[.groups[].count] | add' "$work/json")" "$(wc -l <"$work/text")" \
	"events"
tracectl report memory --json --top 0 "$work/trace" >"$work/json"
is "$(jq '[.processes[].frees] | add' "$work/json")" \
	"$(($(lines 'lttng_ust_libc:free: .* ptr = 0x[0-9A-F]*[1-9A-F]') +
	$(lines 'lttng_ust_libc:realloc: .*in_ptr = 0x[0-9A-F]*[1-9A-F]')))" \
	"blocks freed"
ok "call sites by name" jq -e '[.sites[].site | select(test("[+]0x"))] |
	length > 0' "$work/json"
ok "the process by name" jq -e '.processes[0].comm == "app"' "$work/json"
tracectl report locks --json --top 0 "$work/trace" >"$work/json"
is "$(jq .acquired "$work/json")" "$(($(lines 'mutex_lock_acq: .*status = 0') +
	$(lines 'mutex_trylock: .*status = 0 ')))" "mutexes acquired"
ok "a mutex by name" jq -e '[.mutexes[].mutex |
	select(startswith("mutex (app)"))] | length > 0' "$work/json"
done_testing
