#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The command alone: help, usage errors, exit codes, one line per error.
. "${top_srcdir:-.}/tests/lib/tap.sh"

# expect STATUS PATTERN ARGUMENT...: exit status, exactly one line on stderr,
# nothing on stdout, and what that line says.
expect() {
	want=$1 pattern=$2
	shift 2
	tracectl "$@" >"$work/out" 2>"$work/err"
	got=$?
	is "$got $(wc -l <"$work/err") $(wc -c <"$work/out")" "$want 1 0" \
		"tracectl $*: exit $want, one line" || sed 's/^/# /' "$work/err"
	ok "... which says: $pattern" grep -q -e "$pattern" "$work/err"
}

commands="record create enable disable start stop destroy snapshot list status
view report check recover"

cd "$work" || exit 99

tracectl --help >"$work/help"
is $? 0 "--help"
for command in $commands; do
	ok "--help names $command" grep -q "^  $command " "$work/help"
done
for command in $commands; do
	tracectl "$command" --help >"$work/help" 2>"$work/err"
	is "$? $(head -1 "$work/help" | cut -d' ' -f1-3) $(wc -c <"$work/err")" \
		"0 Usage: tracectl $command 0" "$command --help"
done
is "$(tracectl --version | cut -d' ' -f1)" tracectl "--version"

tracectl >"$work/out" 2>"$work/err"
is "$? $(wc -c <"$work/out")" "2 0" "no command: exit 2, help on stderr"
expect 2 "no command 'bogus'" bogus
expect 2 "unknown option" --bogus list
expect 2 "unknown option" list --bogus
expect 2 "unexpected argument 'b'" stop a b
expect 2 "missing argument" create --output
expect 2 "letters, digits" create 'a b'
expect 2 "no power of two" create --subbuf-size 5000
expect 2 "out of bounds" create --subbuf-size 2k
expect 2 "out of bounds" create --subbufs 1
expect 2 "no size" create --subbuf-size big
expect 2 "no size" create --subbuf-size 4kk
expect 2 "discard or overwrite" create --mode forget
expect 2 "no context" create --context weather
expect 2 "'myapp:\*'" enable myapp
expect 2 "no event name has" enable 'my app:*'
expect 2 "which events" enable
expect 2 "which events" disable
expect 2 "no log level" enable --level 15 '*'
expect 2 "exclude each other" enable --level 3 --level-only info '*'
expect 2 "exclude each other" list --probes --file /bin/true
expect 1 "shared library" list --file /etc/passwd
expect 1 "No such file" list --file ./nothing
tracectl list --file "$top_builddir/command_app" >"$work/help"
ok "list --file: name, level, place, fields" grep -qE \
	'^command_test:tick +info +.*command_app.c:[0-9]+ +n u' "$work/help"
is "$(tracectl list --file /bin/true)" "/bin/true: no probes" \
	"list --file without probes"
ok "list --file --json" sh -c "tracectl list --json --file \
	'$top_builddir/command_app' | grep '\"line\": [0-9]'"
expect 2 "without a command" record --duration 1 -- true
expect 2 "needs a COMMAND" record --libc
expect 2 "'x:\*'" record -e x -- true
expect 2 "name a directory" view
expect 1 "No such file" view ./nothing
BABELTRACE2=no-such-viewer expect 1 "not installed" view .

# no daemon
for command in list status start stop destroy snapshot "enable *" "disable *"
do
	set -f
	expect 3 "no daemon is running" $command
	set +f
done

# commands that can't be run leave nothing behind
expect 127 "command not found" record -- no-such-command
expect 127 "command not found" record -- ./no-such-command
expect 127 "command not found" record -- ''
: >notexec
expect 126 "chmod +x" record -- ./notexec
expect 126 "is it a program" record -- /tmp
is "$(ls)" "err
help
notexec
out" "no trace is left behind"
ok "no daemon was started" test ! -e "$TRACECTL_RUNTIME_DIR/ctl.sock"

is "$(ls "$TRACECTL_RUNTIME_DIR")" "" "the runtime directory is empty"
ok "--runtime-dir" sh -c 'tracectl --runtime-dir /nonexistent status 2>&1 |
	grep "at /nonexistent"'
tracectl --help >/dev/full 2>"$work/err"
is $? 1 "a full disk is noticed"

done_testing
