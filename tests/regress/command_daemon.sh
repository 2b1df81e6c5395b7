#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What the command says when the daemon is stopped, silent, gone, of another
# mind, or talks nonsense; and which session it means.
. "${top_srcdir:-.}/tests/lib/tap.sh"

answers=$work/answers
: >"$answers"
"$top_builddir/command_peer" "$TRACECTL_RUNTIME_DIR" "$answers" &
peer=$!
defer "kill -CONT $peer; kill $peer"
for i in $(seq 100); do
	[ ! -s "$TRACECTL_RUNTIME_DIR/daemon.pid" ] || break
	sleep 0.05
done
requests=$TRACECTL_RUNTIME_DIR/requests

# answer CMD TEXT
answer() {
	printf '%s\t%s\n' "$1" "$2" >>"$answers"
}

forget() {
	: >"$answers"
	: >"$requests"
}

# expect STATUS PATTERN ARGUMENT...
expect() {
	want=$1 pattern=$2
	shift 2
	timeout 30 tracectl "$@" >"$work/out" 2>"$work/err"
	got=$?
	is "$got $(wc -l <"$work/err")" "$want 1" \
		"tracectl $*: exit $want, one line" || sed 's/^/# /' "$work/err"
	ok "... which says: $pattern" grep -q -e "$pattern" "$work/err"
}

requested() {
	grep -v '"ping"' "$requests" | tail -1
}

# the daemon's refusals are passed on in its words
answer create '{"ok": false, "errno": "EEXIST", "error": "cannot make session s: it exists (choose another name)"}'
expect 1 '^tracectl: cannot make session s: it exists (choose another name)$' \
	create s
forget
answer list '{"ok": false, "errno": "ETIMEDOUT", "error": "cannot do it in time (try again)"}'
expect 4 '^tracectl: cannot do it in time (try again)$' list

# nonsense
forget
answer status 'Segmentation fault'
expect 1 "no JSON" status
forget
answer status '[1, 2'
expect 1 "no JSON" status
forget
answer status hangup
expect 3 "went away" status

# which session
forget
answer list '{"ok": true, "sessions": []}'
expect 1 "there is none" stop
forget
answer list '{"ok": true, "sessions": [{"name": "a"}, {"name": "b"}]}'
expect 2 "name one of: a, b" stop
forget
answer list '{"ok": true, "sessions": [{"name": "a"}]}'
answer stop '{"ok": true, "events": 1234567, "lost": 3, "bytes": 1536, "output": "/t"}'
tracectl stop >"$work/out"
is "$?" 0 "stop without a name"
is "$(requested)" '{"cmd":"stop","session":"a"}' "... means the only session"
is "$(cat "$work/out")" "events  1,234,567
lost    3  (the trace is not complete: more or larger sub-buffers, or fewer events, help)
size    1.5 KiB
trace   /t" "totals, loss is loud"
is "$(tracectl stop --json b | tr -d ' \n')" \
	'{"events":1234567,"lost":3,"bytes":1536,"output":"/t"}' "--json"
is "$(requested)" '{"cmd":"stop","session":"b"}' "a named session"

# requests
forget
answer create '{"ok": true, "session": "s", "output": "/t"}'
tracectl create s -o /t --subbuf-size 64k --subbufs 4 --mode overwrite \
	--context procname --buffers counted -c big >/dev/null
is "$(requested)" '{"cmd":"create","session":"s","output":"/t","channels":[{"name":"big","mode":"overwrite","subbuf_size":65536,"nr_subbufs":4,"contexts":["vpid","vtid","procname"],"protocol":"counted"}]}' \
	"create: all channel options arrive"
answer enable '{"ok": true, "matched": 0, "applications": 0, "pending": [], "failed": []}'
expect 0 "stay in force" enable -s s -x 'a:b*' --level warning 'a:*' '*'
is "$(requested)" '{"cmd":"enable","patterns":["a:*","*"],"exclude":["a:b*"],"level":4,"level_only":false,"session":"s"}' \
	"enable: all options arrive"
forget
answer enable '{"ok": true, "matched": 0, "applications": 1, "pending": [], "failed": [], "seen": ["app:stop", "other:x", "app:start"]}'
expect 5 "there are app:start, app:stop, other:x (the patterns stay in force" enable -s s 'ap:strat'
forget
answer enable '{"ok": true, "matched": 2, "applications": 1, "pending": [77], "failed": []}'
expect 4 "process 77 has not answered" enable -s s '*'
forget
answer enable '{"ok": true, "matched": 2, "applications": 1, "pending": [], "failed": [{"pid": 78, "error": "text is busy"}]}'
expect 0 "process 78 cannot be recorded: text is busy" enable -s s '*'

# nothing is said twice, nothing raw, when there is no answer at all
forget
answer ping silence
begin=$(date +%s)
expect 4 "does not answer" status
took=$(($(date +%s) - begin))
ok "a silent daemon is reported soon (${took} s)" test "$took" -le 20

kill -STOP "$peer"
begin=$(date +%s)
expect 4 "(pid $peer) does not answer: it is stopped (let it go on: kill -CONT $peer)" \
	status
took=$(($(date +%s) - begin))
ok "a stopped daemon is reported soon (${took} s)" test "$took" -le 20
expect 4 "is stopped" record -- true
kill -CONT "$peer"

# gone: connection refused, and the file of its pid is stale
kill "$peer"
wait "$peer" 2>/dev/null
expect 3 "no daemon is running" status

done_testing
