#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# `tracectl check`: sound sample traces of each form are valid and other
# readers read them; with one thing damaged, the rule it breaks is named.
. "${top_srcdir:-.}/tests/lib/tap.sh"

sample=$top_builddir/tests/lib/ctf_sample
check=$top_builddir/tests/ctf_check

# The exit status of the checker; what it says is in $work/said.
status() {
	"$check" "$@" >"$work/said" 2>&1
	echo $?
}

# said RULE SEVERITY: a finding of that rule and nothing worse
said() {
	grep -q "^$2: .*: $1: " "$work/said"
}

for form in little big compact large; do
	"$sample" "$work/$form" $form
	is "$(status "$work/$form")" 0 "$form: valid"
	is "$(grep -c '^[a-z]*: .*: [a-z-]*: ' "$work/said")" 0 \
		"$form: nothing found"
	is "$(tail -1 "$work/said")" \
		"valid: 1 trace, 0 errors, 0 warnings, 0 notes" \
		"$form: summary"
	if [ -n "$BABELTRACE2" ]; then
		is "$("$BABELTRACE2" "$work/$form" 2>"$work/err" | wc -l)" 12 \
			"$form: babeltrace2 reads it"
	else
		skip "$form: babeltrace2 reads it" "babeltrace2 is missing"
	fi
	if command -v babeltrace >/dev/null; then
		is "$(babeltrace "$work/$form" 2>"$work/err" | wc -l)" 12 \
			"$form: babeltrace reads it"
	else
		skip "$form: babeltrace reads it" "babeltrace is missing"
	fi
done

# damaged FORM SEVERITY RULE...
damaged() {
	form=$1
	severity=$2
	shift 2
	case $severity in
	error) expected=1 ;;
	*) expected=0 ;;
	esac
	for rule; do
		dir=$work/$form.$rule
		"$sample" "$dir" $form "$rule"
		got=$(status "$dir")
		said "$rule" $severity || got="$got without the rule:
$(cat "$work/said")"
		is "$got" $expected "$form: $rule"
		[ -n "$KEEP" ] || rm -rf "$dir"
	done
}

declared="tsdl-syntax tsdl-order tsdl-name tsdl-limits trace-version
	trace-byte-order clock-frequency clock-offset stream-id-unique
	event-id-unique event-name packet-header-fields packet-context-fields
	context-type integer-size integer-odd-size float-size alignment
	enum-mapping variant-tag sequence-length sequence-typedef name-clash"
packets="packet-magic packet-uuid packet-stream-id stream-instance-id
	packet-size content-size content-end packet-sequence packet-time-order
	packet-begin packet-end events-discarded cpu-id file-end"
events="event-id event-bounds event-size stream-time-order string-end
	sequence-bounds variant-select event-work"
indexes="index-magic index-version index-entry-length index-count index-entry"

damaged little error metadata-signature $declared $packets $events $indexes
damaged big error $packets $events
damaged large error metadata-packet metadata-uuid packet-magic content-end \
	event-bounds stream-time-order
damaged compact error packet-magic content-end event-bounds stream-time-order
damaged little warning event-id-dense text-encoding index-missing
damaged little note field-underscore enum-label

# what only a trace of ours has to have, and only there is an error
damaged little error event-header-fields env-tracer clock-uuid
damaged compact warning event-header-fields clock-uuid packet-sequence
damaged compact note env-tracer tsdl-order index-missing

# a warning becomes an error when asked
"$sample" "$work/strict" little event-id-dense
is "$(status --strict "$work/strict")" 1 "--strict refuses warnings"

# what is not in one trace
mkdir "$work/none"
is "$(status "$work/none")" 1 "no trace: status"
ok "no trace: named" said trace-found error
"$sample" "$work/fifo" little
mkfifo "$work/fifo/channel0_2"
is "$(status "$work/fifo")" 1 "a stream that is no file: status"
ok "a stream that is no file: named" said file-read error
"$sample" "$work/empty" little
: >"$work/empty/channel0_2"
is "$(status "$work/empty")" 0 "an empty stream: status"
ok "an empty stream: named" said file-empty note
mkdir -p "$work/two/ust/uid/0"
"$sample" "$work/two/ust/uid/0/64-bit" little
"$sample" "$work/two/ust/uid/0/32-bit" big
is "$(status "$work/two")" 0 "two traces with one clock: valid"
ok "two traces are found" grep -q '^valid: 2 traces' "$work/said"
"$sample" "$work/two/ust/uid/0/32-bit" big clock-shared
is "$(status "$work/two")" 1 "two traces with two clocks: status"
ok "two traces with two clocks: named" said clock-shared error
"$sample" "$work/twice" little
cp "$work/twice/channel0_0" "$work/twice/channel0_3"
is "$(status "$work/twice")" 1 "one instance in two files: status"
ok "one instance in two files: named" said stream-instance-id error

# every rule is in the lists above
"$check" --rules | sed 's/ .*//' | sort >"$work/rules"
echo metadata-signature metadata-packet metadata-uuid $declared $packets \
	$events $indexes event-id-dense text-encoding event-header-fields \
	index-missing clock-uuid env-tracer field-underscore enum-label trace-found \
	file-read file-empty clock-shared | tr -s ' \t' '\n' | sort \
	>"$work/tested"
ok "each rule has its damaged trace" cmp "$work/rules" "$work/tested"

# where: file, packet, event, byte
"$sample" "$work/where" little event-id
status "$work/where" >"$work/.status"
is "$(grep '^error' "$work/said")" "error: $work/where/channel0_0: packet 1 at\
 320: event 1 at 456: event-id: no event 9 is declared" "where it is broken"

# summary and JSON
status --events "$work/little" >"$work/.status"
ok "events by name" grep -q '^ *4  sample:choices$' "$work/said"
ok "what was lost" grep -q 'channel0_1: 3 packets, 6 events, 5 lost' \
	"$work/said"
is "$(status --json "$work/where")" 1 "--json: status"
if command -v jq >/dev/null; then
	is "$(jq -r '[.valid, .errors, .traces[0].events, .findings[0].rule,
		.findings[0].packet] | map(tostring) | join(" ")' \
		"$work/said")" "false 1 10 event-id 1" "--json: content"
else
	skip "--json: content" "jq is not installed"
fi
is "$(status --quiet "$work/where"; cat "$work/said")" 1 "--quiet says nothing"

# usage
is "$(status)" 2 "no directory"
is "$(status --nonsense "$work/little")" 2 "unknown option"
is "$(status "$work/nowhere")" 2 "no such directory"
ok "no such directory: the cause" grep -q 'cannot check.*nowhere: No such' \
	"$work/said"
is "$(status --help)" 0 "--help"

done_testing
