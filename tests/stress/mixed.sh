#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Processes with restartable sequences beside processes without, in one
# session: 10 million events, none torn, none unaccounted for.

. "$top_srcdir/tests/lib/tap.sh"
. "$top_srcdir/tests/lib/record.sh"

count=${MIXED_COUNT:-1250000}
[ -z "$SANITIZERS" ] || count=$((count / 25))

compile hammer hammer.c
cat >"$work/both" <<SH
#!/bin/sh
"$work/hammer" -o -p 4 -n $count >"$work/with" &
GLIBC_TUNABLES=glibc.pthread.rseq=0 "$work/hammer" -o -p 4 -n $count >"$work/without"
wait
SH
chmod +x "$work/both"

# What a process says of itself counts, too: so many events of each of them.
tracectl --quiet record -e 'hammer:*' -o "$work/one" -- "$work/hammer" -n 1 >/dev/null
state=$(($("${BABELTRACE2:-babeltrace2}" "$work/one" | wc -l) - 1))

ok "4 processes with rseq, 4 without" tracectl --json record -e 'hammer:*' \
	--subbufs 16 -o "$work/trace" -- "$work/both"
cp "$work/.out" "$work/totals"
is "$(cat "$work/with" "$work/without" | tr '\n' ' ')" \
	"emitted $((count * 4)) emitted $((count * 4)) " "all of them ran"
"${BABELTRACE2:-babeltrace2}" "$work/trace" 2>"$work/bt2-errors" |
	tee "$work/text" | "$top_builddir/torn" >"$work/torn"
said=$(grep -c lttng_ust_statedump: "$work/text")
rm "$work/text"
is "$(sed 's/events [0-9]* //' "$work/torn")" "torn 0 disorder 0" \
	"$(cat "$work/torn")"
recorded=$(cut -d' ' -f2 "$work/torn")
lost=$(json_number lost <"$work/totals")
# Children that end at once have said nothing of themselves.
others=$((recorded + said + lost - count * 8))
ok "$recorded + $said recorded + $lost lost = emitted" [ "$others" -ge 0 ] &&
	is $((others % state)) 0 "what else is accounted for are whole statedumps"
ok "of these processes" [ "$others" -le $((state * 8)) ]
# How much is lost is the disk's business, not that anything arrives.
ok "there are records" [ "$recorded" -gt 0 ]
check_trace mixed "$work/trace"

done_testing
